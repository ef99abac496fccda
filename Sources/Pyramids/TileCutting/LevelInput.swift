internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Levels that are made from one source: the one it has the pixels of, and coarser ones down to that which has a source of
/// its own.
struct LevelInput {
    let source: any ImageSource
    /// The level whose pixels the source has.
    let level: Int
    /// The same source, if its tiles are used as they are.
    let passthrough: (any PassthroughTileSource)?
    /// The levels whose tiles are made from pixels.
    let builtLevels: Range<Int>
    /// Whether colors may be split: not where it matters how far they are from the background.
    let allowsYCbCrConversion: Bool

    /// Whether all the pixels that are wanted come as planes, or can be split into them.
    var hasPlanes: Bool { passthrough?.hasHalfScalePlanes ?? (planar != nil) }

    /// The source as one of planes: those that it has are used as they are, other colors are split.
    var planar: (any PlanarImageSource)? {
        if let source = source as? any PlanarImageSource, source.hasPlanes { return source }
        return allowsYCbCrConversion && source.info.layout == PixelLayout(.rgb) ? YCbCr420Source(source) : nil
    }

    /// The parts of a run, from the finest.
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
            // Where tiles are ready, the pixels are those of the next coarser level, if that is wanted.
            return LevelInput(
                source: source, level: level, passthrough: passthrough,
                builtLevels: coarsest..<level + (passthrough == nil ? 1 : 0),
                allowsYCbCrConversion: engine.blankTolerance == nil)
        }
    }
}
