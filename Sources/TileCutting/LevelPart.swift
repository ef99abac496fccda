internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Levels that are made from one source: the one it has the pixels of, and coarser ones down to that which has a source of
/// its own.
struct LevelPart {
    let source: any ImageSource
    /// The level whose pixels the source has.
    let level: Int
    /// The same source, if its tiles are used as they are.
    let ready: (any ReadyTileSource)?
    /// The levels whose tiles are made from pixels.
    let builtLevels: Range<Int>
    /// Whether colors may be split: not where it matters how far they are from the background.
    let splitsColors: Bool

    /// Whether all the pixels that are wanted come as planes, or can be split into them.
    var hasPlanes: Bool { ready?.hasPlanesOfHalf ?? (planar != nil) }

    /// The source as one of planes: those that it has are used as they are, other colors are split.
    var planar: (any PlanarImageSource)? {
        if let source = source as? any PlanarImageSource, source.hasPlanes { return source }
        return splitsColors && source.info.layout == PixelLayout(.rgb) ? SplitColorSource(source) : nil
    }

    /// The parts of a run, from the finest.
    static func parts(
        of engine: CutEngine, source: any ImageSource, reduced: [Int: any ImageSource], store: any TileStore
    ) -> [LevelPart] {
        let present = engine.pyramid.presentLevels
        let sources = reduced.filter { present.contains($0.key) }.sorted { $0.key > $1.key }
        let all = [(key: engine.pyramid.finestLevel.index, value: source)] + sources
        return all.enumerated().map { place, part in
            let (level, source) = (part.key, part.value)
            let coarsest = place + 1 < all.count ? all[place + 1].key + 1 : present.lowerBound
            let isReady =
                engine.usesReadyTiles
                && (place == 0 || engine.obstacleToReadyTiles(of: source, into: store, level: level) == nil)
            let ready = isReady ? source as? any ReadyTileSource : nil
            // Where tiles are ready, the pixels are those of the next coarser level, if that is wanted.
            return LevelPart(
                source: source, level: level, ready: ready, builtLevels: coarsest..<level + (ready == nil ? 1 : 0),
                splitsColors: engine.blankTolerance == nil)
        }
    }
}
