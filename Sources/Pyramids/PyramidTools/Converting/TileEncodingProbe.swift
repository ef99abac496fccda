internal import FilePyramids
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TileCutting
internal import TilePyramid

/// Inspects some full-size tiles of a pyramid: their encoding beyond the tile format.
struct TileEncodingProbe {
    /// Whether the target can store such tiles unchanged, provided that it supports their format.
    let isCompatible: Bool

    private let pyramid: Pyramid
    /// A JPEG with the most channels of the inspected tiles; nil if none is a gray or three-component JPEG.
    private let jpeg: [UInt8]?

    /// The most tiles that are inspected.
    private static let sampleLimit = 64

    /// Reads some tiles, spread over the full-size level.
    ///
    /// - Throws: `StoreError` when a tile cannot be read.
    init(of source: any PyramidSource, in target: PyramidTarget) throws {
        pyramid = source.pyramid
        let level = pyramid.finestLevel
        let samples = try level.grid.samples(Self.sampleLimit).compactMap { column, row in
            try source.read(TileIndex(level: level.index, column: column, row: row))
        }
        isCompatible =
            target.container != .tiff || !target.capabilities.tileFormats.contains(source.format)
            || TIFFStore.canHold(samples)
        // Gray pixels cannot be encoded like a color JPEG, and a gray JPEG's encoding would lose color.
        let colored = samples.first { Self.canEncode(.rgb, like: $0) && !Self.canEncode(.gray, like: $0) }
        let gray = samples.first { Self.canEncode(.gray, like: $0) }
        jpeg = (colored ?? gray)?.bytes
    }

    private static func canEncode(_ channels: PixelLayout.Channels, like tile: EncodedTile) -> Bool {
        guard tile.format == .jpeg else { return false }
        var encoding = TileEncoding()
        encoding.jpegTemplate = JPEGTemplate(tile.bytes)
        return (try? encoding.makeEncoder(for: PixelLayout(channels))) != nil
    }

    /// Returns the JPEG whose encoding is used for tiles that are cut again; nil if there is none, or the options set
    /// another encoding.
    func jpegTemplate(for options: ConversionOptions, _ target: PyramidTarget, _ cut: CutOptions) -> JPEGTemplate? {
        guard cut.format == .fixed(.jpeg), let jpeg else { return nil }
        let areCopied =
            isCompatible && cut.overlap == pyramid.overlap && cut.tileSize == pyramid.finestLevel.tileSize.width
        guard options.chroma == nil || target.capabilities.requiresUniformEncoding && areCopied else { return nil }
        return JPEGTemplate(jpeg, reusesQuantization: options.quality == nil)
    }
}
