internal import TilePyramid

/// A store that reports each tile after writing it.
struct WatchedStore: TileStore {
    let base: any TileStore
    /// Called after each tile, on the thread that wrote it.
    let onWrite: @Sendable (TileIndex) -> Void

    var pyramid: Pyramid { base.pyramid }
    var finishedBytes: Int { base.finishedBytes }
    var requiresUniformEncoding: Bool { base.requiresUniformEncoding }

    func read(_ index: TileIndex) throws -> EncodedTile? { try base.read(index) }

    func isFinished(_ index: TileIndex) -> Bool { base.isFinished(index) }

    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        try base.write(bytes, format: format, at: index)
        onWrite(index)
    }

    func skip(_ index: TileIndex) throws { try base.skip(index) }

    func finish() throws { try base.finish() }

    func suspend() throws { try base.suspend() }

    func discard() throws { try base.discard() }
}
