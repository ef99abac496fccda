internal import Concurrency

/// A file for what is moved elsewhere later: it gathers what comes, and writes it in large pieces.
///
/// The last piece, complete or not, is in memory, and is written only if more follows.
final class SpoolFile: AppendableFile {
    /// The memory that each takes, and the size of the pieces; larger ones were no faster on ext4.
    static let bufferBytes = 64 << 10

    private let file: OpenFile
    private let writer: Locked<BufferedFileWriter>

    var path: String { file.path }

    /// Gathers what is to be in a file that is empty.
    init(_ file: OpenFile) {
        self.file = file
        writer = Locked(BufferedFileWriter(file, from: 0, bufferBytes: Self.bufferBytes))
    }

    /// Adds bytes to the end and says where they are.
    ///
    /// Others wait meanwhile, also while a piece is written, as they would in the system, which lets one write to a file
    /// at a time.
    func append(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        try writer.withLock { writer in
            let offset = writer.end
            try writer.append(bytes)
            return offset
        }
    }

    /// Fills a buffer from a place; fewer bytes only at the end.
    ///
    /// It waits while a piece is written.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        let (inFile, inMemory) = writer.withLock { writer in
            let (start, bytes) = writer.unwritten
            let wanted = offset..<offset + buffer.count
            let inMemory = wanted.clamped(to: start..<start + bytes.count)
            if !inMemory.isEmpty {
                UnsafeMutableRawBufferPointer(rebasing: buffer[(inMemory.lowerBound - offset)...])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(
                            rebasing: bytes[inMemory.lowerBound - start..<inMemory.upperBound - start]))
            }
            return (wanted.clamped(to: 0..<start).count, inMemory.count)
        }
        // What has been written is not changed any more, so nobody waits while it is read.
        let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<inFile]), at: offset)
        return read < inFile ? read : inFile + inMemory
    }
}
