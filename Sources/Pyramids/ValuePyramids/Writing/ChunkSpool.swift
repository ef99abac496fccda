internal import Concurrency
internal import TileContainers

/// Keeps encoded chunks until their cells are complete: in memory up to a limit, and otherwise in unnamed temporary files.
///
/// Each part of the chunks has a file, which is used again from the beginning once all chunks in it have been taken.
final class ChunkSpool: Sendable {
    /// A chunk that is kept.
    enum Chunk: Sendable {
        case memory([UInt8])
        case file(OpenFile, part: Int, offset: Int, count: Int)
    }

    private struct File {
        let file: OpenFile
        /// The end of the chunks in the file.
        var end = 0
        /// The bytes of chunks that have not been taken.
        var remaining = 0
    }

    private struct State {
        var memoryBytes = 0
        var files: [Int: File] = [:]
    }

    private let memoryLimit: Int
    private let path: String
    private let state = Locked(State())

    /// Creates an empty spool.
    ///
    /// - Parameters:
    ///   - memoryLimit: the most bytes that are kept in memory.
    ///   - path: the path beside which files are created, when they are needed.
    init(memoryLimit: Int, beside path: String) {
        self.memoryLimit = memoryLimit
        self.path = path
    }

    /// Keeps a chunk.
    ///
    /// - Parameters:
    ///   - bytes: the chunk.
    ///   - part: the number of the part, whose chunks are taken at about the same time.
    /// - Returns: the chunk, which has to be taken once.
    /// - Throws: `StoreError`, such as that of a full disk.
    func keep(_ bytes: [UInt8], part: Int) throws -> Chunk {
        let chunk: Chunk = try state.withLock { state in
            if state.memoryBytes + bytes.count <= memoryLimit {
                state.memoryBytes += bytes.count
                return .memory(bytes)
            }
            var file = try state.files[part] ?? File(file: OpenFile(unnamedBeside: path))
            let offset = file.end
            file.end += bytes.count
            file.remaining += bytes.count
            state.files[part] = file
            return .file(file.file, part: part, offset: offset, count: bytes.count)
        }
        if case .file(let file, _, let offset, _) = chunk { try file.write(bytes, at: offset) }
        return chunk
    }

    /// Returns the bytes of a chunk, which is no longer kept.
    ///
    /// - Throws: `StoreError` when the file cannot be read.
    func take(_ chunk: Chunk) throws -> [UInt8] {
        switch chunk {
        case .memory(let bytes):
            state.withLock { $0.memoryBytes -= bytes.count }
            return bytes
        case .file(let file, let part, let offset, let count):
            let bytes = try file.read(count, at: offset)
            state.withLock { state in
                guard var file = state.files[part] else { return }
                file.remaining -= count
                if file.remaining == 0 { file.end = 0 }
                state.files[part] = file
            }
            return bytes
        }
    }
}
