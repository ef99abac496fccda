internal import PixelKernels
public import TilePyramid

/// An image made smaller while it is decoded: a picture of the whole that comes long before all pixels could.
///
/// It is halved until it is small enough, each time rounded up, like the levels of a pyramid. JPEG is decoded at up to an
/// eighth of its size, which takes a part of the time; of other formats every pixel is decoded. Memory is a few rows of
/// what is decoded.
///
/// ```swift
/// let picture = try ReducedImage(.file("big.jpg"), pixelLimit: 4 << 20)
/// try picture.readRows { row, pixels in … }
/// ```
public final class ReducedImage {
    /// What the image is, at its full size.
    public let info: ImageInfo
    /// The size of the smaller picture.
    public let size: PixelSize
    /// How often the full size is halved, each time rounded up, to be ``size``; 0 for a small image.
    public let halvings: Int

    private let source: any ImageSource
    /// Halvings that remain to be done with what the decoder delivers.
    private let remaining: Int

    /// Opens an image and reads its header.
    ///
    /// - Parameters:
    ///   - input: a file or bytes.
    ///   - pixelLimit: the most pixels of the smaller picture.
    ///   - options: how it is decoded; its depth has to be 8 bits.
    /// - Throws: ``CodecError``.
    public init(_ input: ImageInput, pixelLimit: Int, options: DecodeOptions = DecodeOptions()) throws {
        precondition(pixelLimit >= 1, "a picture has pixels")
        precondition(options.depth == .eight, "pixels of a screen have 8 bits a sample")
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
        if scale != .full, info.container == "JPEG" {
            smaller = try openImage(input, options: options, scale: scale)
        }
        self.source = smaller ?? source
        guard let decoded = sizes.firstIndex(of: self.source.info.size) else {
            throw CodecError(.damaged, file: input.name, "its decoder delivers another size than its header says.")
        }
        remaining = halvings - decoded
    }

    /// What went less than well so far, in plain sentences without the file's name.
    public var warnings: [String] { source.warnings }

    /// Decodes the image and lends the rows of the smaller picture from top to bottom, each once; blocks meanwhile.
    ///
    /// May be called once.
    ///
    /// - Parameter body: called on the calling thread, with ``size``'s width of pixels, 0xAARRGGBB in sRGB, with red, green
    ///   and blue multiplied by alpha. An error that it throws ends the decoding and is passed on.
    /// - Throws: ``CodecError`` when the image is damaged or ends early, unless ``DecodeOptions/allowTruncated``.
    public func readRows(_ body: @escaping (_ row: Int, _ pixels: UnsafePointer<UInt32>) throws -> Void) throws {
        let (decoded, channels) = (source.info.size, source.info.layout.channels)
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: decoded.width)
        defer { pixels.deallocate() }
        let halving = remaining > 0 ? RowHalving(of: decoded, halvings: remaining, output: body) : nil
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
