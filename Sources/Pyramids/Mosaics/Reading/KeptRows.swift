internal import Concurrency
internal import ImageSources

/// Rows of images that can only be decoded from the top, kept from one part of a mosaic for the next ones.
///
/// They are in memory up to a limit, and in temporary files beyond it. Safe to use from any thread; the rows of one image are
/// written and read by one at a time.
final class KeptRows: Sendable {
    /// The most bytes that are kept in memory.
    static let byteLimit = 256 << 20

    /// The rows of one image.
    final class Rows: @unchecked Sendable {
        // The guard of `@unchecked`: one worker at a time has the image.
        /// The rows that are kept, in rows of the image.
        let rows: Range<Int>
        private let stride: Int
        private var memory: [UInt8] = []
        private let file: SpillFile?

        fileprivate init(_ rows: Range<Int>, stride: Int, file: SpillFile?) {
            (self.rows, self.stride, self.file) = (rows, stride, file)
            if file == nil { memory = Array(repeating: 0, count: rows.count * stride) }
        }

        /// The bytes in memory.
        var byteCount: Int { memory.count }

        /// Keeps a row.
        func write(_ row: UnsafeRawPointer, _ y: Int) throws {
            let bytes = UnsafeRawBufferPointer(start: row, count: stride)
            let start = (y - rows.lowerBound) * stride
            if let file { return try file.write(bytes, at: start) }
            memory.withUnsafeMutableBytes { memory in
                UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + stride]).copyMemory(from: bytes)
            }
        }

        /// Lends a row.
        func read(_ y: Int, _ scratch: inout ScratchBuffer, _ body: (UnsafeRawPointer) -> Void) throws {
            let start = (y - rows.lowerBound) * stride
            if let file {
                let row = try scratch.reserve(stride)
                try file.read(into: UnsafeMutableRawBufferPointer(start: row, count: stride), at: start)
                return body(UnsafeRawPointer(row))
            }
            memory.withUnsafeBytes { memory in
                if let base = memory.baseAddress { body(base + start) }
            }
        }
    }

    private struct State {
        var rows: [Int: Rows] = [:]
        var byteCount = 0
    }

    private let state = Locked(State())
    private let limit: Int

    /// Creates an empty store.
    init(limit: Int = byteLimit) {
        self.limit = limit
    }

    /// The rows of an image; nil if none are kept.
    func rows(of image: Int) -> Rows? { state.withLock { $0.rows[image] } }

    /// Makes room for rows of an image.
    ///
    /// - Throws: `CodecError` when the temporary file cannot be made.
    func reserve(_ rows: Range<Int>, of image: Int, stride: Int, name: String) throws -> Rows {
        let bytes = rows.count * stride
        let fits = state.withLock { state in
            guard state.byteCount + bytes <= limit else { return false }
            state.byteCount += bytes
            return true
        }
        let file = fits ? nil : try SpillFile(size: bytes, image: name, purpose: "keeping rows for the mosaic")
        let kept = Rows(rows, stride: stride, file: file)
        state.withLock { $0.rows[image] = kept }
        return kept
    }

    /// Drops the rows of an image.
    func drop(_ image: Int) {
        state.withLock { state in
            if let kept = state.rows.removeValue(forKey: image) { state.byteCount -= kept.byteCount }
        }
    }
}
