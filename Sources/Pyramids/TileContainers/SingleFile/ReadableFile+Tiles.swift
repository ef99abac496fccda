extension ReadableFile {
    /// Reads a tile.
    ///
    /// - Throws: ``StoreError`` when the bytes cannot be read, or the file was truncated by somebody else.
    package func read(_ location: TileBlobStore.Location) throws -> [UInt8] {
        try TileBytes.file(self, offset: location.offset, count: location.length).copy()
    }

    /// Fills the buffer with the part of a tile that begins at `first`.
    package func read(_ location: TileBlobStore.Location, from first: Int, into buffer: UnsafeMutableRawBufferPointer)
        throws
    {
        try TileBytes.file(self, offset: location.offset, count: location.length).read(into: buffer, from: first)
    }
}
