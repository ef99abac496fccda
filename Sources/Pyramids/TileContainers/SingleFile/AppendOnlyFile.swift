internal import Concurrency

/// A file to which several threads append; written in large, aligned blocks.
///
/// The last block stays in memory, and is written only when more bytes follow, or by ``flush()``.
package final class AppendOnlyFile: ReadableFile {
    /// The size of the blocks, and of the buffer of each file.
    ///
    /// Larger ones were no faster on ext4.
    package static let bufferBytes = 64 << 10

    private let file: OpenFile
    private let writer: Locked<BufferedFileWriter>

    package var path: String { file.path }

    /// Appends from an offset on; the bytes before it are not touched.
    ///
    /// - Parameters:
    ///   - file: the file to write.
    ///   - start: the offset of the first byte. The default is 0.
    package init(_ file: OpenFile, from start: Int = 0) {
        self.file = file
        writer = Locked(BufferedFileWriter(file, from: start, bufferBytes: Self.bufferBytes))
    }

    /// The offset of the next append.
    package var end: Int { writer.withLock { $0.end } }

    /// Appends bytes; other threads wait meanwhile, even during a write.
    ///
    /// They would wait in the kernel otherwise, which allows one write per file at a time.
    @discardableResult
    package func append(_ bytes: UnsafeRawBufferPointer) throws -> Int { try append([], .borrowed(bytes)) }

    /// Appends bytes and returns their offset.
    @discardableResult
    package func append(_ bytes: [UInt8]) throws -> Int { try append([], .array(bytes)) }

    /// Appends a header and the bytes of a tile after it, and returns the offset of the header.
    package func append(_ head: [UInt8], _ body: TileBytes) throws -> Int {
        try writer.withLock { writer in
            let offset = writer.end
            try head.withUnsafeBytes { try writer.append($0) }
            try writer.append(body.count) { try body.read(into: $0, from: $1) }
            return offset
        }
    }

    /// Writes what is in memory.
    package func flush() throws { try writer.withLock { try $0.flush() } }

    /// Waits while a block is being written.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
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
