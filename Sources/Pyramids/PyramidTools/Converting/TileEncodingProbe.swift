internal import ImageCodecs
internal import PixelKernels
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// What tiles of a pyramid are beyond their format, by the look of some of the full size.
struct TileEncodingProbe {
    /// Whether the target can hold such tiles as they are, provided that it takes their format.
    let isCompatible: Bool

    private let pyramid: Pyramid
    /// A JPEG with as many channels as any that was looked at; nil where they are not JPEGs of gray or three colors.
    private let jpeg: [UInt8]?

    /// The most tiles that are looked at: as many as when a picture's channels are looked for.
    private static let sampleLimit = 64

    /// Looks at tiles.
    ///
    /// - Throws: `StoreError` when one cannot be read.
    init(of source: any PyramidSource, in target: PyramidTarget) throws {
        pyramid = source.pyramid
        let (level, limit) = (pyramid.finestLevel, min(pyramid.finestLevel.grid.count, Self.sampleLimit))
        let columns = level.grid.columns
        let samples = try (0..<limit).map { $0 * level.grid.count / limit }.compactMap { offset in
            try source.read(TileIndex(level: level.index, column: offset % columns, row: offset / columns))
        }
        isCompatible =
            target.container != .tiff || !target.formats.contains(source.format) || TIFFStore.canHold(samples)
        // Gray pixels cannot be encoded like a JPEG of colors, and colors would be lost in one that is gray.
        let (colored, gray) = (
            samples.first { Self.canEncode(.rgb, like: $0) && !Self.canEncode(.gray, like: $0) },
            samples.first { Self.canEncode(.gray, like: $0) }
        )
        jpeg = (colored ?? gray)?.bytes
    }

    private static func canEncode(_ channels: PixelLayout.Channels, like tile: EncodedTile) -> Bool {
        guard tile.format == .jpeg else { return false }
        var encoding = TileEncoding()
        encoding.jpegTemplate = JPEGTemplate(tile.bytes)
        return (try? encoding.makeEncoder(for: PixelLayout(channels))) != nil
    }

    /// The JPEG that JPEG tiles which are cut again are to be like; nil where there is none, and where they need not.
    func jpegTemplate(for options: ConversionOptions, _ target: PyramidTarget, _ cut: CutOptions) -> JPEGTemplate? {
        guard cut.format == .fixed(.jpeg), let jpeg else { return nil }
        let areCopied =
            isCompatible && cut.overlap == pyramid.overlap && cut.tileSize == pyramid.finestLevel.tileSize.width
        guard options.chroma == nil || target.requiresUniformEncoding && areCopied else { return nil }
        return JPEGTemplate(jpeg, reusesQuantization: options.quality == nil)
    }
}
