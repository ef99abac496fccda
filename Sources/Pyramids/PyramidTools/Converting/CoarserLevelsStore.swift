internal import TilePyramid

/// The levels of a store from its coarsest up to one of them, as a store of their own that is neither finished nor given
/// up.
final class CoarserLevelsStore: LevelImageStore {
    let pyramid: Pyramid
    private let store: any TileStore
    private let isDone: @Sendable (TileIndex) -> Bool

    /// A part of a store.
    ///
    /// - Parameters:
    ///   - store: the whole.
    ///   - pyramid: the geometry of the part; its levels have the numbers they have in the whole.
    ///   - isDone: whether a tile has been stored already.
    init(of store: any TileStore, pyramid: Pyramid, isDone: @escaping @Sendable (TileIndex) -> Bool) {
        self.store = store
        self.pyramid = pyramid
        self.isDone = isDone
    }

    var wholeLevels: Range<Int> {
        (store as? any LevelImageStore)?.wholeLevels.clamped(to: pyramid.presentLevels) ?? 0..<0
    }

    let finishedBytes = 0

    func isFinished(_ index: TileIndex) -> Bool { isDone(index) }

    func read(_ index: TileIndex) throws -> EncodedTile? { try store.read(index) }

    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        try store.write(bytes, format: format, at: index)
    }

    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws {
        try (store as? any LevelImageStore)?.write(wholeLevel: level, bytes, format: format)
    }

    func finish() {}
    func suspend() {}
    func discard() {}
}
