/// Reads numbers of a TIFF or BigTIFF in its byte order and offset size.
package struct TIFFByteReader: Sendable {
    /// The file's byte order and offset size.
    package let header: TIFFHeader
    /// The size of the file in bytes when it was opened; `Int.max` when it is unknown.
    package let size: Int
    private let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
    /// Makes the error for a damaged file from a reason: a clause without the file's name.
    package let damaged: @Sendable (_ reason: String) -> any Error

    /// Creates a reader of a file; `read` returns bytes at an offset, fewer at the end of the file.
    package init(
        _ header: TIFFHeader, size: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8],
        failure: @escaping @Sendable (_ reason: String) -> any Error
    ) {
        self.header = header
        self.size = size
        self.read = read
        damaged = failure
    }

    /// The offset of the first directory.
    package func firstDirectory() throws -> Int {
        try number(at: header.firstDirectoryPosition, bytes: header.offsetBytes)
    }

    /// Reads bytes at an offset.
    ///
    /// - Throws: the error for a damaged file when the bytes extend beyond its end; no memory is allocated then.
    package func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
            throw damaged("an offset points beyond its end")
        }
        let bytes = try read(offset, count)
        guard bytes.count == count else { throw damaged("an offset points beyond its end") }
        return bytes
    }

    /// Reads an unsigned integer of 1 to 8 bytes; values above `Int.max`, which are never valid, are clamped.
    package func number(at offset: Int, bytes count: Int) throws -> Int {
        header.number(try bytes(at: offset, count: count)[...])
    }
}
