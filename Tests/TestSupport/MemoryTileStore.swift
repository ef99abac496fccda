internal import Concurrency
public import TilePyramid

/// A store that keeps its tiles in memory and records its calls.
public final class MemoryTileStore: TileStore {
    /// The calls and contents of a store.
    public struct Record: Sendable {
        /// The tiles, including the tiles that existed at the start.
        public var tiles: [TileIndex: EncodedTile] = [:]
        /// The indices of the tiles written in this run, in order.
        public var written: [TileIndex] = []
        /// The number of calls of ``MemoryTileStore/write(_:format:at:)`` that have not returned.
        public var writesUnderWay = 0
        /// The calls of the methods that end a run, in order: "finish", "suspend" or "discard".
        public var lifecycleCalls: [String] = []
    }

    /// The levels and grids.
    public let pyramid: Pyramid
    private let finished: Set<TileIndex>
    /// The bytes of the tiles that existed at the start.
    public let finishedBytes: Int
    private let onWrite: @Sendable (Int) throws -> Void
    private let onDiscard: @Sendable () throws -> Void
    private let record: Locked<Record>

    /// Creates a store with the tiles that an interrupted run has finished.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - finished: the finished tiles.
    ///   - onWrite: called at the start of each write with the number of writes before it; the write throws its errors.
    ///   - onDiscard: called when the store is discarded; discarding throws its errors.
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

    /// The record so far.
    public var state: Record { record.withLock { $0 } }

    /// Returns whether the tile existed at the start.
    public func isFinished(_ index: TileIndex) -> Bool { finished.contains(index) }

    /// Stores a copy of the bytes.
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

    /// Returns a tile that has been written; nil for others.
    public func read(_ index: TileIndex) throws -> EncodedTile? { record.withLock { $0.tiles[index] } }

    /// Records the call.
    public func finish() throws { end("finish") }

    /// Records the call.
    public func suspend() throws { end("suspend") }

    /// Records the call.
    public func discard() throws {
        end("discard")
        try onDiscard()
    }

    private func end(_ call: String) {
        record.withLock { $0.lifecycleCalls.append(call) }
    }
}
