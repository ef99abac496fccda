internal import ImageCodecs
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

    /// Whether all the pixels that are wanted come as planes.
    var hasPlanes: Bool {
        if let ready { return ready.hasPlanesOfHalf }
        return (source as? any PlanarImageSource)?.hasPlanes ?? false
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
                source: source, level: level, ready: ready, builtLevels: coarsest..<level + (ready == nil ? 1 : 0))
        }
    }
}
