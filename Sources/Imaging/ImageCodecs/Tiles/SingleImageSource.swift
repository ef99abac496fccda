internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
public import TilePyramid

/// A pyramid made of a single image, for images small enough to be decoded whole.
///
/// Each level is one tile, the whole image, at full size, half, a quarter and an eighth. All levels share the same
/// bytes; ``TilePyramid/EncodedTile/reduction`` gives the scale to decode them at. An upright JPEG, PNG, WebP, AVIF or
/// JPEG XL is kept as it is stored. Any other image that can be opened, also rotated ones, CMYK, PDF and SVG, is
/// decoded once and kept as PNG.
public final class SingleImageSource: TileSource {
    /// The default limit of pixels: 16 megapixels, which take 64 MiB when decoded.
    public static let defaultPixelLimit = 16 << 20

    /// The levels, one tile each, one for each scale at which a tile can be decoded.
    public let pyramid: Pyramid
    /// The problems met while opening the image, as sentences without its name.
    public let warnings: [String]

    private let tile: EncodedTile

    /// Opens an image.
    ///
    /// Blocks while it is read, and while one that has to be re-encoded as PNG is decoded.
    ///
    /// - Parameters:
    ///   - input: a file or bytes in memory.
    ///   - pixelLimit: the maximum number of pixels. The default is ``defaultPixelLimit``.
    /// - Throws: ``CodecError``, with code ``CodecError/Code/unsupported`` for an image above the limit, which should
    ///   be cut.
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

    /// The image's bytes, with the scale to decode them at for the level.
    ///
    /// - Returns: nil for an index outside the pyramid.
    public func read(_ index: TileIndex) -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        var tile = tile
        tile.reduction = 1 << (pyramid.finestLevel.index - index.level)
        return tile
    }

    private static func pyramid(of size: PixelSize) -> Pyramid {
        // Scales that give the same size are one level.
        let scales = DecodeScale.allCases.filter { scale in
            scale == .full || scale.size(of: size) != DecodeScale(rawValue: scale.rawValue / 2)?.size(of: size)
        }
        return Pyramid(
            levels: scales.reversed().map { scale in
                let levelSize = scale.size(of: size)
                return LevelShape(size: levelSize, tileSize: levelSize, downsample: Double(scale.rawValue))
            })
    }

    /// The stored bytes, if a tile decoder produces the upright image from them.
    private static func storedTile(_ input: ImageInput, _ image: any ImageSource) throws -> EncodedTile? {
        // The bytes alone lack the rotation that such a source applies.
        guard !(image is OrientedSource || image is RotatedJPEGSource), let format = formats[image.info.container]
        else {
            return nil
        }
        return EncodedTile(bytes: try ImageBytes(input).readWhole(), format: format)
    }

    private static let formats: [String: TileFormat] = [
        "JPEG": .jpeg, "PNG": .png, "WebP": .webp, "AVIF": .avif, "JPEG XL": .jxl,
    ]

    /// The whole image encoded as PNG.
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
