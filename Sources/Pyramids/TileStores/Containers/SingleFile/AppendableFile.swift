/// A file of tiles to which several threads append.
protocol AppendableFile: AnyObject, Sendable {
    /// The path, for error messages.
    var path: String { get }

    /// Appends bytes and returns their offset.
    func append(_ bytes: UnsafeRawBufferPointer) throws -> Int

    /// Fills the buffer from an offset and returns the number of bytes read; it is less only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

extension AppendableFile {
    /// Reads a tile.
    ///
    /// - Throws: ``StoreError`` when the bytes cannot be read, or the file was truncated by somebody else.
    func read(_ location: TileBlobStore.Location) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: location.length) { buffer, filled in
            try read(location, from: 0, into: UnsafeMutableRawBufferPointer(buffer))
            filled = location.length
        }
    }

    /// Fills the buffer with the part of a tile that begins at `first`.
    func read(_ location: TileBlobStore.Location, from first: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
        guard try read(into: buffer, at: location.offset + first) == buffer.count else {
            throw StoreError(
                .inputOutput, path: path,
                "another program truncated the file while it was being written. Cut the image again.")
        }
    }
}
