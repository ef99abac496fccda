internal import ChannelImages
internal import Concurrency

/// A cell whose chunks are being encoded, by several threads.
final class OpenCell: Sendable {
    private struct State {
        /// The encoded chunks by their positions; those that are left out take no memory.
        var chunks: [Int: ChunkSpool.Chunk] = [:]
        var remaining: Int
        var sequence: Int?
    }

    /// A cell whose chunks are all encoded.
    struct Complete: Sendable {
        /// The place of the cell.
        let index: PlaneGridIndex
        /// The encoded chunks, row by row.
        let chunks: [[UInt8]?]
        /// The number of the cell in the order in which cells are stored.
        let sequence: Int
    }

    /// The place of the cell.
    let index: PlaneGridIndex
    private let spool: ChunkSpool
    /// The part of the spool: chunks of a level and an even or odd row of cells are taken at about the same time.
    private let part: Int
    /// The number of chunks; a cell of one is complete with it, and does not keep it.
    private let chunkCount: Int
    private let state: Locked<State>

    /// Creates a cell of some chunks, of which `present` lie within the level.
    ///
    /// - Parameters:
    ///   - index: the place of the cell.
    ///   - chunks: the number of chunks.
    ///   - present: the number of chunks within the level.
    ///   - spool: keeps the chunks until the cell is complete.
    init(_ index: PlaneGridIndex, chunks: Int, present: Int, spool: ChunkSpool) {
        self.index = index
        self.spool = spool
        part = 2 * index.plane.level + index.row % 2
        chunkCount = chunks
        state = Locked(State(remaining: present))
    }

    /// Sets the number of the cell in the order of storing; called before its last chunks are queued.
    func setSequence(_ sequence: Int) {
        state.withLock { $0.sequence = sequence }
    }

    /// Keeps an encoded chunk, nil if it is left out; returns the cell once it is complete.
    ///
    /// - Throws: `StoreError` when a temporary file cannot be written or read.
    func add(_ bytes: [UInt8]?, at position: Int) throws -> Complete? {
        if chunkCount == 1 {
            return state.withLock { $0.sequence }.map { Complete(index: index, chunks: [bytes], sequence: $0) }
        }
        let chunk = try bytes.map { try spool.keep(Self.compact($0), part: part) }
        let complete: (chunks: [Int: ChunkSpool.Chunk], sequence: Int)? = state.withLock { state in
            state.chunks[position] = chunk
            state.remaining -= 1
            guard state.remaining == 0, let sequence = state.sequence else { return nil }
            defer { state.chunks = [:] }
            return (state.chunks, sequence)
        }
        guard let complete else { return nil }
        let chunks = try (0..<chunkCount).map { position in try complete.chunks[position].map { try spool.take($0) } }
        return Complete(index: index, chunks: chunks, sequence: complete.sequence)
    }

    /// A copy without the memory that encoders reserve and do not use.
    private static func compact(_ bytes: [UInt8]) -> [UInt8] {
        bytes.capacity > bytes.count + bytes.count / 8 ? bytes.withUnsafeBytes { Array($0) } : bytes
    }
}
