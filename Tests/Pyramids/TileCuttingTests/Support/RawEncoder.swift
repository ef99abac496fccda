import ImageCodecs
import Concurrency
import TilePyramid

/// Encodes a tile as its size followed by its pixels.
final class RawEncoder: TileEncoder {
    /// The counts of all encoders of one run.
    final class Tally: Sendable {
        private struct State {
            var alive = 0
            var encoded = 0
        }

        private let state = Locked(State())

        /// The number of tiles begun.
        var encoded: Int { state.withLock { $0.encoded } }

        /// Returns when no encoder exists any more: worker threads free theirs a moment after their last tile.
        func waitUntilAllAreGone() {
            _ = state.wait { $0.alive == 0 ? true : nil }
        }

        fileprivate func count(alive change: Int) {
            state.withLockAndNotify { $0.alive += change }
        }

        fileprivate func next() -> Int {
            state.withLock { state in
                state.encoded += 1
                return state.encoded - 1
            }
        }
    }

    private let tally: Tally
    private let beforeTile: @Sendable (Int) throws -> Void

    /// Creates an encoder that calls `beforeTile` with the number of tiles that all encoders have begun before.
    init(tally: Tally, beforeTile: @escaping @Sendable (Int) throws -> Void) {
        self.tally = tally
        self.beforeTile = beforeTile
        tally.count(alive: 1)
    }

    deinit {
        tally.count(alive: -1)
    }

    /// Returns the bytes of a tile with these rows.
    static func bytes(width: Int, rows: [[UInt8]]) -> [UInt8] {
        var bytes = [UInt8(width & 255), UInt8(width >> 8), UInt8(rows.count & 255), UInt8(rows.count >> 8)]
        for row in rows {
            bytes.append(contentsOf: row)
        }
        return bytes
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        try beforeTile(tally.next())
        let rows = tile.rows.map { Array(UnsafeRawBufferPointer(start: $0, count: tile.rowBytes)) }
        try body(Self.bytes(width: tile.size.width, rows: rows).span.bytes)
    }
}
