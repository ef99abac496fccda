internal import TilePyramid

/// The files in a folder of a ZIP archive, as those of a pyramid.
struct ZIPContainerReader: ContainerReader {
    let archive: ZIPArchive
    /// What the names of all of them begin with in the archive: nothing, or a folder with a slash at its end.
    let prefix: String

    var path: String { archive.path }

    func read(_ name: String, limit: Int) throws -> [UInt8]? { try archive.read(prefix + name, limit: limit) }

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
