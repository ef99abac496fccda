internal import Concurrency
internal import TileContainers
internal import TilePyramid

/// The levels that a merge makes, in an unnamed file until their turn comes.
final class CoarserLevelSpool: LevelImageStore {
    let pyramid: Pyramid
    let wholeLevels: Range<Int>
    /// The tiles.
    let tiles: ShardStore
    private let format: TileFormat
    /// The encoded images of whole levels, which are small.
    private let images = Locked<[Int: [UInt8]]>([:])

    /// Creates an empty spool.
    ///
    /// - Parameters:
    ///   - output: a path in the folder of the unnamed file.
    ///   - pyramid: the whole pyramid.
    ///   - format: the format of every tile.
    ///   - wholeLevels: the levels that are also wanted as single images.
    /// - Throws: `StoreError` when the file cannot be created.
    init(beside output: String, pyramid: Pyramid, format: TileFormat, wholeLevels: Range<Int>) throws {
        self.pyramid = pyramid
        self.format = format
        self.wholeLevels = wholeLevels
        tiles = try ShardStore(unnamedBeside: output, pyramid: pyramid, format: format)
    }

    func read(_ index: TileIndex) throws -> EncodedTile? { try tiles.read(index) }

    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        try tiles.write(bytes, format: format, at: index)
    }

    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws {
        let copy = bytes.withUnsafeBytes { Array($0) }
        images.withLock { $0[level] = copy }
    }

    /// Copies the images of whole levels to a store, from the coarsest on.
    func writeWholeLevels(to store: any TileStore) throws {
        guard let store = store.levelImages else { return }
        for (level, image) in images.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            try store.write(wholeLevel: level, image.span.bytes, format: format)
        }
    }

    func finish() {}
    func suspend() {}
    func discard() {}
}
