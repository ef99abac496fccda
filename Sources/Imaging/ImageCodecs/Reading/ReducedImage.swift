public import ImageMetadata
public import ImageSources
internal import PixelKernels
public import TilePyramid

/// An image that is reduced while it is decoded: a preview of the whole, long before all pixels could be decoded.
///
/// The image is halved until it has few enough pixels; each size is rounded up, as in the levels of a pyramid. JPEG is decoded
/// at up to 1/8 scale. JPEG 2000 and TIFF are decoded from the smallest stored resolution that suffices. Both take a fraction
/// of the time. In other formats every pixel is decoded. Memory is proportional to the width of the decoded image.
///
/// ```swift
/// let preview = try ReducedImage(.file("big.jpg"), pixelLimit: 4 << 20)
/// var pixels: [UInt32] = []
/// try preview.readRows { _, row in
///     pixels += UnsafeBufferPointer(start: row, count: preview.size.width)
/// }
/// ```
public final class ReducedImage {
    /// The image's metadata, with its full size.
    public let info: ImageInfo
    /// The size of the reduced image.
    public let size: PixelSize
    /// The number of times that the full size is halved to give ``size``; 0 for a small image.
    public let halvings: Int

    private let source: any ImageSource
    /// The number of halvings that remain to be done on the rows of the decoder.
    private let remaining: Int

    /// Opens an image and reads its header.
    ///
    /// - Parameters:
    ///   - input: a file or bytes.
    ///   - pixelLimit: the most pixels of the reduced image; at least 1.
    ///   - options: the options of decoding; the depth must be 8 bits.
    /// - Throws: ``CodecError`` if the image cannot be opened.
    public init(_ input: ImageInput, pixelLimit: Int, options: DecodeOptions = DecodeOptions()) throws {
        precondition(pixelLimit >= 1, "the pixel limit is at least 1")
        precondition(options.depth == .eight, "a reduced image has 8 bits per sample")
        let source = try openImage(input, options: options)
        var sizes = [source.info.size]
        while let last = sizes.last, last.area > pixelLimit {
            sizes.append(last.halved)
        }
        info = source.info
        size = sizes[sizes.count - 1]
        halvings = sizes.count - 1
        let scale = DecodeScale.allCases.last { $0.rawValue <= 1 << (sizes.count - 1) } ?? .full
        var smaller: (any ImageSource)?
        if scale != .full, ImageFormats.standard.traits(named: info.container).decodesScaled, !info.alphaIsValidity {
            smaller = try openImage(input, options: options, scale: scale)
        } else if let stored = source as? any ReducedResolutionSource {
            // The smallest that there is, down to the size of the result.
            smaller = sizes.dropFirst().reversed().lazy.compactMap { try? stored.reduced(to: $0) }.first
        }
        self.source = smaller ?? source
        guard let decoded = sizes.firstIndex(of: self.source.info.size) else {
            throw CodecError(
                .damaged, file: input.name,
                "the decoded size is not the header's; the file is damaged. Get a good copy.")
        }
        remaining = halvings - decoded
    }

    /// Problems found so far that did not stop the decoding, as plain sentences without the file's name.
    public var warnings: [String] { source.warnings }

    /// Decodes the image and lends the rows of the reduced image from top to bottom, each once.
    ///
    /// Blocks until the image is decoded. May be called once.
    ///
    /// - Parameter body: called on the calling thread with a row of ``size``'s width: 0xAARRGGBB pixels in sRGB,
    ///   premultiplied by alpha. An error it throws ends the decoding and is rethrown.
    /// - Throws: ``CodecError`` if the image is damaged or truncated, unless ``DecodeOptions/allowTruncated`` is set.
    public func readRows(_ body: @escaping (_ row: Int, _ pixels: UnsafePointer<UInt32>) throws -> Void) throws {
        let decoded = source.info.size
        let channels = source.info.layout.channels
        let pixels = try HeapMemory.allocate(decoded.width, of: UInt32.self)
        defer { HeapMemory.free(pixels) }
        let halving = remaining > 0 ? try RowHalving(of: decoded, halvings: remaining, output: body) : nil
        try source.readBands { band in
            for row in band.rows {
                _ = PremultipliedPixels.write(band.row(row), channels: channels, count: decoded.width, into: pixels)
                if let halving {
                    try halving.add(pixels)
                } else {
                    try body(row, pixels)
                }
            }
        }
    }
}
