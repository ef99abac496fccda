internal import Concurrency
internal import ImageSources

/// Rows of images that can only be decoded from the top, kept from one part of a mosaic for the next ones.
///
/// They are in memory up to a limit, and in one temporary file beyond it. Safe to use from any thread; the rows of one image
/// are written and read by one at a time.
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
        /// The bytes of the file that are those of the rows; empty without a file.
        fileprivate let spilled: Range<Int>

        /// Rows in memory.
        fileprivate init(_ rows: Range<Int>, stride: Int) {
            self.rows = rows
            self.stride = stride
            file = nil
            spilled = 0..<0
            memory = Array(repeating: 0, count: rows.count * stride)
        }

        /// Rows in a part of a file.
        fileprivate init(_ rows: Range<Int>, stride: Int, file: SpillFile, at spilled: Range<Int>) {
            self.rows = rows
            self.stride = stride
            self.file = file
            self.spilled = spilled
        }

        /// The bytes in memory.
        var byteCount: Int { memory.count }

        /// Keeps a row.
        func write(_ row: UnsafeRawPointer, _ y: Int) throws {
            let bytes = UnsafeRawBufferPointer(start: row, count: stride)
            let start = (y - rows.lowerBound) * stride
            if let file { return try file.write(bytes, at: spilled.lowerBound + start) }
            memory.withUnsafeMutableBytes { memory in
                UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + stride]).copyMemory(from: bytes)
            }
        }

        /// Lends a row.
        func read(_ y: Int, _ scratch: inout ScratchBuffer, _ body: (UnsafeRawPointer) -> Void) throws {
            let start = (y - rows.lowerBound) * stride
            if let file {
                let row = try scratch.reserve(stride)
                try file.read(
                    into: UnsafeMutableRawBufferPointer(start: row, count: stride), at: spilled.lowerBound + start)
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
        var file: SpillFile?
        var space = UnusedRanges()

        /// Drops the rows of an image, and frees their bytes.
        mutating func drop(_ image: Int) {
            guard let kept = rows.removeValue(forKey: image) else { return }
            byteCount -= kept.byteCount
            space.free(kept.spilled)
        }
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
        return try state.withLock { state in
            state.drop(image)
            let kept: Rows
            if state.byteCount + bytes <= limit {
                kept = Rows(rows, stride: stride)
                state.byteCount += bytes
            } else {
                let file =
                    try state.file ?? SpillFile(size: bytes, image: name, purpose: "keeping rows for the mosaic")
                state.file = file
                kept = Rows(rows, stride: stride, file: file, at: state.space.allocate(bytes))
            }
            state.rows[image] = kept
            return kept
        }
    }

    /// Drops the rows of an image.
    func drop(_ image: Int) {
        state.withLock { $0.drop(image) }
    }
}
