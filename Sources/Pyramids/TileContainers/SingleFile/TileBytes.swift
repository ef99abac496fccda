/// The bytes of a tile, in memory or in a file.
package enum TileBytes {
    /// Bytes that are valid only during a call.
    case borrowed(UnsafeRawBufferPointer)
    /// Bytes in memory.
    case array([UInt8])
    /// Bytes of a file that stays as it is.
    case file(any ReadableFile, offset: Int, count: Int)

    /// The number of bytes.
    package var count: Int {
        switch self {
        case .borrowed(let bytes): bytes.count
        case .array(let bytes): bytes.count
        case .file(_, _, let count): count
        }
    }

    /// Fills the buffer with the bytes from `first` on.
    ///
    /// - Throws: ``StoreError`` when the file cannot be read, or ends before that.
    package func read(into buffer: UnsafeMutableRawBufferPointer, from first: Int = 0) throws {
        let range = first..<first + buffer.count
        switch self {
        case .borrowed(let bytes): buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
        case .array(let bytes): bytes[range].withUnsafeBytes { buffer.copyMemory(from: $0) }
        case .file(let file, let offset, _):
            guard try file.read(into: buffer, at: offset + first) == buffer.count else {
                throw StoreError(
                    .inputOutput, path: file.path,
                    "another program truncated this file while it was in use. Make it again.")
            }
        }
    }

    /// All bytes, in memory.
    package func copy() throws -> [UInt8] {
        if case .array(let bytes) = self { return bytes }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            try read(into: UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }
    }
}
