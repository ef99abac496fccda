internal import Concurrency

/// A file for bytes that are moved elsewhere later; appended in large, aligned blocks.
///
/// The last block stays in memory, and is written only when more bytes follow.
final class SpoolFile: AppendableFile {
    /// The size of the blocks, and of the buffer of each file.
    ///
    /// Larger ones were no faster on ext4.
    static let bufferBytes = 64 << 10

    private let file: OpenFile
    private let writer: Locked<BufferedFileWriter>

    var path: String { file.path }

    /// Spools into an empty file.
    init(_ file: OpenFile) {
        self.file = file
        writer = Locked(BufferedFileWriter(file, from: 0, bufferBytes: Self.bufferBytes))
    }

    /// Appends bytes; other threads wait meanwhile, even during a write.
    ///
    /// They would wait in the kernel otherwise, which allows one write per file at a time.
    func append(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        try writer.withLock { writer in
            let offset = writer.end
            try writer.append(bytes)
            return offset
        }
    }

    /// Waits while a block is being written.
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
        // Written bytes never change, so they are read outside the lock.
        let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<inFile]), at: offset)
        return read < inFile ? read : inFile + inMemory
    }
}
