internal import TilePyramid

/// The coarser levels of a store as a separate store; finishing or discarding it does not affect the whole store.
final class CoarserLevelsStore: LevelImageStore {
    let pyramid: Pyramid
    private let store: any TileStore
    private let isDone: @Sendable (TileIndex) -> Bool

    /// Creates a store of some levels of another.
    ///
    /// - Parameters:
    ///   - store: the whole store.
    ///   - pyramid: the geometry of its coarser levels, with the level indices of the whole.
    ///   - isDone: returns whether a tile has already been stored.
    init(of store: any TileStore, pyramid: Pyramid, isDone: @escaping @Sendable (TileIndex) -> Bool) {
        self.store = store
        self.pyramid = pyramid
        self.isDone = isDone
    }

    var wholeLevels: Range<Int> {
        store.levelImages?.wholeLevels.clamped(to: pyramid.presentLevels) ?? 0..<0
    }

    func isFinished(_ index: TileIndex) -> Bool { isDone(index) }

    func read(_ index: TileIndex) throws -> EncodedTile? { try store.read(index) }

    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        try store.write(bytes, format: format, at: index)
    }

    func skip(_ index: TileIndex) throws { try store.skip(index) }

    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws {
        try store.levelImages?.write(wholeLevel: level, bytes, format: format)
    }

    func finish() {}
    func suspend() {}
    func discard() {}
}
