internal import TilePyramid

/// Reads the files in a folder of a ZIP archive.
struct ZIPContainerReader: ContainerReader {
    let archive: ZIPArchive
    /// The prefix of all names in the archive: a folder with a trailing slash, or empty.
    let prefix: String

    var path: String { archive.path }

    func location(of name: String) -> String { prefix + name }

    func read(_ name: String, limit: Int) throws -> [UInt8]? { try archive.read(prefix + name, limit: limit) }

    func unpackedByteCount(of name: String) -> Int? { archive.entry(of: prefix + name).map { Int($0.size) } }

    func storedTile(_ name: String) throws -> StoredTile? {
        archive.entry(of: prefix + name).map { StoredTile(byteCount: Int($0.size)) }
    }

    func forEachFile(_ body: (String, StoredTile) throws -> Void) throws {
        try archive.forEachFile { name, entry in
            guard name.hasPrefix(prefix) else { return }
            try body(String(name.dropFirst(prefix.count)), StoredTile(byteCount: Int(entry.size)))
        }
    }
}
