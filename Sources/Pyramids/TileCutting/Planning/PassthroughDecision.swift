internal import ImageCodecs
internal import TilePyramid

/// The decision whether the tiles of a level are passed through from its source.
enum PassthroughDecision {
    /// The source passes the tiles through.
    case passthrough(any PassthroughTileSource)
    /// The tiles are re-encoded; the reason is a clause that completes "the tiles were re-encoded, because …".
    case reencoding(reason: String)

    /// The source that passes the tiles through; nil if they are re-encoded.
    var source: (any PassthroughTileSource)? {
        if case .passthrough(let source) = self { source } else { nil }
    }

    /// The reason why the tiles are not passed through, as a clause; nil if they are.
    var blocker: String? {
        if case .reencoding(let reason) = self { reason } else { nil }
    }

    /// Decides about a level of a run.
    ///
    /// - Parameters:
    ///   - source: delivers the level.
    ///   - level: the level's index.
    ///   - store: receives the tiles.
    ///   - configuration: the configuration of the run.
    init(
        of source: any ImageSource, level: Int, into store: any TileStore, _ configuration: CutConfiguration
    ) {
        guard configuration.lossless != .never else {
            self = .reencoding(reason: "lossless cutting is turned off (--lossless never)")
            return
        }
        guard let source = source as? any PassthroughTileSource else {
            self = .reencoding(reason: "an image of this kind, or one whose colors are converted, has to be decoded")
            return
        }
        let blocker = Self.blocker(of: source, configuration.pyramid.prefix(through: level), store, configuration)
        self = blocker.map { .reencoding(reason: $0) } ?? .passthrough(source)
    }

    private static func blocker(
        of source: any PassthroughTileSource, _ pyramid: Pyramid, _ store: any TileStore,
        _ configuration: CutConfiguration
    ) -> String? {
        if let blocker = source.passthroughBlocker(for: pyramid, encoding: configuration.encoding) { return blocker }
        if store.requiresUniformEncoding, !source.matchesSubsampling(of: configuration.encoding) {
            return "all tiles of the output must have the same chroma subsampling, and the image's is another"
        }
        if configuration.blankTolerance != nil { return "blank tiles can only be found in decoded pixels" }
        if store.levelImages?.wholeLevels.contains(pyramid.finestLevel.index) == true {
            return "the output also stores the full size as a single image"
        }
        let coarser = pyramid.finestLevel.index - 1
        if pyramid.presentLevels.contains(coarser), pyramid.levels[coarser].size != pyramid.size.halved {
            return "the size of the next coarser level is rounded down"
        }
        return nil
    }

    /// Throws if tiles of the full size are re-encoded, be it only some of them at the edges.
    ///
    /// - Throws: ``CuttingError`` with code `invalidOptions`, which gives the reason.
    func requireLossless(_ pyramid: Pyramid) throws(CuttingError) {
        let reason: String
        switch self {
        case .reencoding(let blocker): reason = blocker
        case .passthrough where pyramid.padsTiles && !Self.fillsTiles(pyramid.finestLevel):
            reason = "tiles at the edges have to be padded"
        case .passthrough(let source) where !source.isLossless(pyramid):
            reason = "tiles at the edges have to be re-encoded"
        case .passthrough: return
        }
        throw CuttingError(.invalidOptions, "the full size cannot be cut without loss: \(reason).")
    }

    private static func fillsTiles(_ level: Level) -> Bool {
        level.size.width.isMultiple(of: level.tileSize.width)
            && level.size.height.isMultiple(of: level.tileSize.height)
    }
}
