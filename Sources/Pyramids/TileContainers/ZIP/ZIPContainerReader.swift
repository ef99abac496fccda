internal import TilePyramid

/// Reads the files in a folder of a ZIP archive.
package struct ZIPContainerReader: ContainerReader {
    package let archive: ZIPArchive
    /// The prefix of all names in the archive: a folder with a trailing slash, or empty.
    package let prefix: String

    /// Creates a reader of the files whose names begin with `prefix`.
    package init(archive: ZIPArchive, prefix: String) {
        self.archive = archive
        self.prefix = prefix
    }

    package var path: String { archive.path }

    package func location(of name: String) -> String { prefix + name }

    package func read(_ name: String, limit: Int) throws -> [UInt8]? { try archive.read(prefix + name, limit: limit) }

    package func read(_ name: String, in range: Range<Int>) throws -> [UInt8]? {
        try archive.read(prefix + name, in: range)
    }

    package func unpackedByteCount(of name: String) -> Int? { archive.entry(of: prefix + name).map { Int($0.size) } }

    package func isCompressed(_ name: String) -> Bool { archive.entry(of: prefix + name)?.method == ZIPEntry.deflated }

    package func storedTile(_ name: String) throws -> StoredTile? {
        archive.entry(of: prefix + name).map { StoredTile(byteCount: Int($0.size)) }
    }

    package func forEachFile(_ body: (String, StoredTile) throws -> Void) throws {
        try archive.forEachFile { name, entry in
            guard name.hasPrefix(prefix) else { return }
            try body(String(name.dropFirst(prefix.count)), StoredTile(byteCount: Int(entry.size)))
        }
    }
}
