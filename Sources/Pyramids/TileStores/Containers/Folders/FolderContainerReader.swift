/// Reads the files of a pyramid in a folder.
struct FolderContainerReader: ContainerReader {
    /// The most nested folders that are visited, more than any layout has.
    static let depthLimit = 8

    /// The folder.
    let path: String

    init(_ path: String) {
        self.path = FilePath.withoutTrailingSlashes(path)
    }

    func read(_ name: String, limit: Int) throws -> [UInt8]? {
        if let bytes = try FileSystem.readWhole("\(path)/\(name)", limit: limit) { return bytes }
        try checkFolder()
        return nil
    }

    func storedTile(_ name: String) throws -> StoredTile? {
        try FileSystem.storedTile("\(path)/\(name)", in: path)
    }

    func forEachFile(_ body: (String, StoredTile) throws -> Void) throws {
        try walk("", depth: 0, body)
    }

    func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
        let folder = folder.isEmpty ? path : "\(path)/\(folder)"
        guard FileSystem.isFolder(folder) else { return }
        try FileSystem.forEachEntry(of: folder) { name, _ in try body(name) }
    }

    /// Symbolic links to folders are not followed: they may form cycles, or lead out of the pyramid.
    private func walk(_ folder: String, depth: Int, _ body: (String, StoredTile) throws -> Void) throws {
        guard depth < Self.depthLimit else { return }
        try FileSystem.forEachEntry(of: folder.isEmpty ? path : "\(path)/\(folder)") { entry, isFolder in
            let name = folder.isEmpty ? entry : "\(folder)/\(entry)"
            if isFolder {
                try walk(name, depth: depth + 1, body)
            } else if let storedTile = try storedTile(name) {
                try body(name, storedTile)
            }
        }
    }

    private func checkFolder() throws {
        guard FileSystem.isFolder(path) else { throw StoreError.vanished(path) }
    }
}
