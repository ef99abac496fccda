internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// A source and the levels that are made from it: its own level, and coarser ones down to the next that has a source.
struct LevelInput {
    let source: any ImageSource
    /// The level whose pixels the source delivers.
    let level: Int
    /// The source, if its tiles are passed through.
    let passthrough: (any PassthroughTileSource)?
    /// The levels whose tiles are made from pixels.
    let builtLevels: Range<Int>
    /// Whether RGB may be converted to YCbCr: not where samples are compared with the background.
    let allowsYCbCrConversion: Bool

    /// Whether all pixels of these levels are available as planar YCbCr.
    var hasPlanes: Bool { passthrough?.hasHalfScalePlanes ?? (planar != nil) }

    /// The source as a planar one: its own planes if it has them, else converted from RGB where that is allowed.
    var planar: (any PlanarImageSource)? {
        if let source = source as? any PlanarImageSource, source.hasPlanes { return source }
        return allowsYCbCrConversion && source.info.layout == PixelLayout(.rgb) ? YCbCr420Source(source) : nil
    }

    /// Returns the inputs of a run, from the finest.
    static func inputs(
        of engine: CutEngine, source: any ImageSource, reduced: [Int: any ImageSource], store: any TileStore
    ) -> [LevelInput] {
        let present = engine.pyramid.presentLevels
        let sources = reduced.filter { present.contains($0.key) }.sorted { $0.key > $1.key }
        let all = [(key: engine.pyramid.finestLevel.index, value: source)] + sources
        return all.enumerated().map { index, input in
            let (level, source) = (input.key, input.value)
            let coarsest = index + 1 < all.count ? all[index + 1].key + 1 : present.lowerBound
            let isPassthrough =
                engine.usesPassthrough
                && (index == 0 || engine.passthroughBlocker(of: source, into: store, level: level) == nil)
            let passthrough = isPassthrough ? source as? any PassthroughTileSource : nil
            // A source that passes tiles through delivers the pixels of the next coarser level, if that is wanted.
            return LevelInput(
                source: source, level: level, passthrough: passthrough,
                builtLevels: coarsest..<level + (passthrough == nil ? 1 : 0),
                allowsYCbCrConversion: engine.blankTolerance == nil)
        }
    }
}
