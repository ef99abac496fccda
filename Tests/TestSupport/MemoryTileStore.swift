internal import Concurrency
public import TilePyramid

/// A store that keeps its tiles in memory and counts what is done to it.
public final class MemoryTileStore: TileStore {
    /// What was done to a store.
    public struct Record: Sendable {
        /// The tiles, those that were there from the start included.
        public var tiles: [TileIndex: EncodedTile] = [:]
        /// Addresses in the order in which they were written in this run.
        public var written: [TileIndex] = []
        /// Calls of ``MemoryTileStore/write(_:format:at:)`` that have not returned.
        public var writesUnderWay = 0
        /// Calls of the methods that end a run, in order: "finish", "suspend" or "discard".
        public var lifecycleCalls: [String] = []
    }

    /// The levels and grids.
    public let pyramid: Pyramid
    private let finished: Set<TileIndex>
    /// The bytes of the tiles that were there from the start.
    public let finishedBytes: Int
    private let onWrite: @Sendable (Int) throws -> Void
    private let onDiscard: @Sendable () throws -> Void
    private let record: Locked<Record>

    /// A store with some tiles in it already, as an interrupted run leaves them.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - finished: the tiles that are there.
    ///   - onWrite: called at the start of each write with the number of writes before it; what it throws is thrown
    ///     by the write.
    ///   - onDiscard: called when the store is discarded, which throws what it throws.
    public init(
        pyramid: Pyramid, finished: [TileIndex: EncodedTile] = [:],
        onWrite: @escaping @Sendable (Int) throws -> Void = { _ in },
        onDiscard: @escaping @Sendable () throws -> Void = {}
    ) {
        self.pyramid = pyramid
        self.finished = Set(finished.keys)
        finishedBytes = finished.values.reduce(0) { $0 + $1.bytes.count }
        self.onWrite = onWrite
        self.onDiscard = onDiscard
        record = Locked(Record(tiles: finished))
    }

    /// What has been done to it so far.
    public var state: Record { record.withLock { $0 } }

    /// Whether the tile was there from the start.
    public func isFinished(_ index: TileIndex) -> Bool { finished.contains(index) }

    /// Keeps a copy of the bytes.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        let before = record.withLock { record in
            record.writesUnderWay += 1
            record.written.append(index)
            return record.written.count - 1
        }
        defer { record.withLock { $0.writesUnderWay -= 1 } }
        try onWrite(before)
        let copy = bytes.withUnsafeBytes { Array($0) }
        record.withLock { $0.tiles[index] = EncodedTile(bytes: copy, format: format) }
    }

    /// The tile's bytes, once they are written.
    public func read(_ index: TileIndex) throws -> EncodedTile? { record.withLock { $0.tiles[index] } }

    /// Notes the call.
    public func finish() throws { end("finish") }

    /// Notes the call.
    public func suspend() throws { end("suspend") }

    /// Notes the call.
    public func discard() throws {
        end("discard")
        try onDiscard()
    }

    private func end(_ call: String) {
        record.withLock { $0.lifecycleCalls.append(call) }
    }
}
