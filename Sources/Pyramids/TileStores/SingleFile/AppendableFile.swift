/// A file of tiles, to whose end several threads add them.
protocol AppendableFile: AnyObject, Sendable {
    /// What it is called, for messages.
    var path: String { get }

    /// Adds bytes to the end and says where they are.
    func append(_ bytes: UnsafeRawBufferPointer) throws -> Int

    /// Fills a buffer from a place; fewer bytes only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

extension AppendableFile {
    /// Reads a tile.
    ///
    /// - Throws: ``StoreError`` when it cannot be read, or somebody has made the file shorter.
    func read(_ location: TileBlobStore.Location) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: location.length) { buffer, filled in
            try read(location, from: 0, into: UnsafeMutableRawBufferPointer(buffer))
            filled = location.length
        }
    }

    /// Reads a part of a tile that fills a buffer.
    func read(_ location: TileBlobStore.Location, from first: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
        guard try read(into: buffer, at: location.offset + first) == buffer.count else {
            throw StoreError(
                .inputOutput, path: path, "a file that is being written has become shorter. Cut the image again.")
        }
    }
}
