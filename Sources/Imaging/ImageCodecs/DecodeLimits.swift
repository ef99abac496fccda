internal import ImageMetadata
internal import Numbers

/// Limits of decoding, so that a small hostile file cannot take all memory and time.
///
/// Each default grows with the bytes of the file, so that images with many pixels and many bytes are always decoded. Time and
/// memory are limited where a ``DecoderProcess`` decodes.
public struct DecodeLimits: Hashable, Sendable {
    /// The most pixels of an image.
    ///
    /// The default is `nil`. Formats that are decoded row by row then have no limit. Formats that are decoded as a whole or can
    /// declare any size have a limit in proportion to the bytes of the file (``pixelsPerByte``, ``leastPixelLimit``,
    /// ``leastVectorPixelLimit``).
    public var pixels: Int?
    /// The most memory of a decoder process, in bytes.
    ///
    /// The default is `nil`: ``leastMemoryLimit``, and more in proportion to the bytes of the file and to its pixels.
    public var memory: Int?
    /// The most processor time of a decoder process, in seconds.
    ///
    /// The default is `nil`: ``leastTimeLimit``, and more in proportion to the bytes of the file and to its pixels.
    public var seconds: Int?

    /// The pixels that a file may declare for each of its bytes: twenty times as many as in a photograph of the lowest quality.
    public static let pixelsPerByte = 1000
    /// The pixels that any file may declare if it is decoded as a whole: 8192 × 8192.
    public static let leastPixelLimit = 64 << 20
    /// The pixels that any vector image may have: a page of A0 at 300 dots per inch has 140 million.
    public static let leastVectorPixelLimit = 160_000_000
    /// The bytes of memory that a decoder may use for any file.
    public static let leastMemoryLimit = 512 << 20
    /// The bytes of memory per byte of the file: an XML element becomes an object.
    public static let memoryPerByte = 32
    /// The bytes of memory per pixel of a format that is decoded as a whole: three floating-point planes and a copy.
    public static let memoryPerPixel = 24
    /// The seconds of processor time that a decoder may use for any file.
    public static let leastTimeLimit = 10
    /// The seconds of processor time per megabyte of the file.
    public static let secondsPerMegabyte = 8
    /// The pixels per additional second of a decoder: a twentieth of the usual speed.
    public static let pixelsPerSecond = 20_000_000
    /// The seconds that a decoder may spend without delivering anything and without using the processor.
    public static let stallSeconds = 15

    /// Creates limits with the default values.
    public init() {}

    /// The limits of memory and time for a file, before its size in pixels is known or with it.
    func budget(bytes: Int, pixels: Int, isDecodedWhole: Bool) -> DecoderBudget {
        let wholePixels = isDecodedWhole ? pixels : 0
        let memory =
            Self.leastMemoryLimit + clamped(bytes, times: Self.memoryPerByte)
            + clamped(wholePixels, times: Self.memoryPerPixel)
        let seconds =
            Self.leastTimeLimit + clamped(bytes, times: Self.secondsPerMegabyte) / 1_000_000
            + pixels / Self.pixelsPerSecond
        return DecoderBudget(memory: self.memory ?? memory, seconds: self.seconds ?? seconds)
    }

    /// A product of sizes that cannot overflow: beyond an exabyte nothing is limited anyway.
    private func clamped(_ count: Int, times factor: Int) -> Int { min(max(count, 0), 1 << 50) * factor }

    /// Checks the number of pixels for a format that is decoded in parts, which only ``pixels`` limits.
    ///
    /// - Parameters:
    ///   - pixels: the width times the height.
    ///   - file: the name for the error message.
    /// - Throws: ``CodecError`` with ``CodecError/Code/unsupported`` when there are more than the limit.
    package func check(pixels: Int, file: String) throws {
        try check(pixels: pixels, bytes: 0, least: nil, file: file)
    }

    /// Checks the number of pixels that a file declares.
    ///
    /// - Parameters:
    ///   - pixels: the width times the height.
    ///   - bytes: the size of the file.
    ///   - least: the limit for short files; nil for a format without a limit.
    ///   - file: the name for the error message.
    /// - Throws: ``CodecError`` with ``CodecError/Code/unsupported`` when there are more than the limit.
    func check(pixels: Int, bytes: Int, least: Int?, file: String) throws {
        let proportion = least.map { max($0, clamped(bytes, times: Self.pixelsPerByte)) }
        guard let limit = self.pixels ?? proportion, pixels > limit else { return }
        let reason =
            self.pixels == nil
            ? "a file of \(NumberText.bytes(bytes)) declares \(pixels) pixels, and up to \(limit) are decoded."
            : "the image has \(pixels) pixels, and up to \(limit) are allowed."
        throw CodecError(
            .unsupported, file: file,
            "the image is too large: \(reason) If you trust it, raise the limit of pixels to \(pixels).")
    }
}

/// The memory and the processor time that a decoder process may use for one image.
struct DecoderBudget: Hashable {
    /// In bytes.
    var memory: Int
    /// In seconds of all threads together.
    var seconds: Int
}
