internal import PixelKernels
public import TilePyramid

/// A single image as a pyramid, for images that are small enough to be decoded whole.
///
/// Each level is one tile, the whole image, at full size, half, a quarter and an eighth. The bytes are the same for all
/// of them, and ``TilePyramid/EncodedTile/reduction`` says at what size they are to be decoded. A JPEG, PNG, WebP, AVIF
/// or JPEG XL that stands upright is kept as it is stored; any other image that can be cut (also turned ones, CMYK,
/// PDF, SVG) is decoded once and kept as PNG.
public final class SingleImageSource: TileSource {
    /// The most pixels of an image unless something else is asked for: 16 megapixels, which are 64 MiB when decoded.
    public static let defaultPixelLimit = 16 << 20

    /// Levels of one tile each, as many as there are sizes at which a tile can be decoded.
    public let pyramid: Pyramid
    /// What went less than well while the image was opened, in plain sentences without its name.
    public let warnings: [String]

    private let tile: EncodedTile

    /// Opens an image; blocks while it reads it, and while it decodes one that has to be kept in another format.
    ///
    /// - Parameters:
    ///   - input: a file or bytes.
    ///   - pixelLimit: the most pixels it may have; default ``defaultPixelLimit``.
    /// - Throws: ``CodecError``, with code ``CodecError/Code/unsupported`` for a larger image, which is better cut.
    public init(_ input: ImageInput, pixelLimit: Int = defaultPixelLimit) throws {
        let image = try openImage(input)
        let size = image.info.size
        guard size.area <= pixelLimit else {
            throw CodecError(
                .unsupported, file: input.name,
                "the image is too large to be shown without cutting it: it has \(size) pixels, and up to \(pixelLimit) "
                    + "are decoded at once. Cut it with tilecut.")
        }
        tile = try Self.storedTile(input, image) ?? Self.encode(image)
        warnings = image.warnings
        pyramid = Self.pyramid(of: size)
    }

    /// The image's bytes, with the size at which to decode them for the level.
    ///
    /// - Returns: nil for what is no tile of the pyramid.
    public func read(_ index: TileIndex) -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        var tile = tile
        tile.reduction = 1 << (pyramid.finestLevel.index - index.level)
        return tile
    }

    private static func pyramid(of size: PixelSize) -> Pyramid {
        // Sizes that are the same at two scales are one level.
        let scales = DecodeScale.allCases.filter { scale in
            scale == .full || scale.size(of: size) != DecodeScale(rawValue: scale.rawValue / 2)?.size(of: size)
        }
        return Pyramid(
            levels: scales.reversed().map { scale in
                let levelSize = scale.size(of: size)
                return LevelShape(size: levelSize, tileSize: levelSize, downsample: Double(scale.rawValue))
            })
    }

    /// The bytes as they are stored, if a tile decoder gives the upright image from them.
    private static func storedTile(_ input: ImageInput, _ image: any ImageSource) throws -> EncodedTile? {
        // A source that turns the image, or takes it from a larger document, is more than its bytes.
        guard !(image is OrientedSource || image is RotatedJPEGSource), let format = formats[image.info.container]
        else {
            return nil
        }
        return EncodedTile(bytes: try ImageBytes(input).readWhole(), format: format)
    }

    private static let formats: [String: TileFormat] = [
        "JPEG": .jpeg, "PNG": .png, "WebP": .webp, "AVIF": .avif, "JPEG XL": .jxl,
    ]

    /// The whole image as PNG.
    private static func encode(_ image: any ImageSource) throws -> EncodedTile {
        let (size, layout) = (image.info.size, image.info.layout)
        let rowBytes = size.width * layout.bytesPerPixel
        let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: rowBytes * size.height, alignment: 16)
        defer { pixels.deallocate() }
        guard let base = pixels.baseAddress else { preconditionFailure("an image has pixels") }
        try image.readBands { band in
            for y in band.rows {
                (base + y * rowBytes).copyMemory(from: band.row(y), byteCount: rowBytes)
            }
        }
        var encoding = TileEncoding()
        encoding.format = .png
        let rows = (0..<size.height).map { UnsafeRawPointer(base + $0 * rowBytes) }
        var tile = EncodedTile(bytes: [], format: .png)
        try rows.withUnsafeBufferPointer { rows in
            try encoding.makeEncoder(for: layout).encode(TilePixels(size: size, layout: layout, rows: rows)) { bytes in
                tile.bytes = bytes.withUnsafeBytes { Array($0) }
            }
        }
        return tile
    }
}
