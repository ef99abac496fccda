internal import Files
package import TilePyramid

/// Reads the files of a pyramid in a folder.
package struct FolderContainerReader: ContainerReader {
    /// The most nested folders that are visited, more than any layout has.
    static let depthLimit = 8

    /// The folder.
    package let path: String
    /// The beginning of the path of every file: the folder with a slash, or nothing.
    private let prefix: String
    /// The folder that exists as long as the pyramid does.
    private let root: String
    /// The same folder, in which the files of the pyramid lie after links have been resolved; nil if it did not exist.
    private let resolvedRoot: ResolvedFolder?

    /// Reads the files in a folder.
    package init(_ path: String) {
        self.path = FilePath.withoutTrailingSlashes(path)
        prefix = self.path + "/"
        root = self.path
        resolvedRoot = ResolvedFolder(root)
    }

    /// Reads the files beside another one.
    ///
    /// - Parameters:
    ///   - sibling: the path of the other file, as the user gave it.
    ///   - folder: the name of the folder of the tiles; `nil` if they lie beside the file as well.
    package init(beside sibling: String, folder: String? = nil) {
        path = FilePath.parent(of: sibling)
        prefix = String(sibling.dropLast(FilePath.name(of: sibling).count))
        root = folder.map { [prefix] in prefix + $0 } ?? path
        resolvedRoot = ResolvedFolder(root)
    }

    package func read(_ name: String, limit: Int) throws -> [UInt8]? {
        guard let resolvedRoot else { throw StoreError.vanished(root) }
        if let bytes = try FileSystem.readWhole(prefix + name, limit: limit, within: resolvedRoot) { return bytes }
        guard FileSystem.isFolder(root) else { throw StoreError.vanished(root) }
        return nil
    }

    package func read(_ name: String, in range: Range<Int>) throws -> [UInt8]? {
        guard let resolvedRoot else { throw StoreError.vanished(root) }
        if let bytes = try FileSystem.read(prefix + name, in: range, within: resolvedRoot) { return bytes }
        guard FileSystem.isFolder(root) else { throw StoreError.vanished(root) }
        return nil
    }

    /// Opens a file for reading; `nil` if there is none, or something else than a file.
    ///
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: ``StoreError`` when it cannot be opened, or lies elsewhere after links have been resolved.
    package func open(_ name: String) throws -> Int32? {
        guard let resolvedRoot else { throw StoreError.vanished(root) }
        return try FileSystem.open(prefix + name, within: resolvedRoot)
    }

    package func storedTile(_ name: String) throws -> StoredTile? {
        try FileSystem.storedTile(prefix + name, in: root)
    }

    package func stamp(of name: String) throws -> TileStamp? {
        try FileSystem.stamp(prefix + name, in: root)
    }

    package var mapsFiles: Bool { true }

    package func map(_ name: String) throws -> MappedFile? {
        guard let resolvedRoot else { throw StoreError.vanished(root) }
        if let file = try MappedFile(prefix + name, within: resolvedRoot) { return file }
        guard FileSystem.isFolder(root) else { throw StoreError.vanished(root) }
        return nil
    }

    package func forEachFile(_ body: (String, StoredTile) throws -> Void) throws {
        try walk("", depth: 0, body)
    }

    package func forEachFile(in folder: String, _ body: (String, StoredTile) throws -> Void) throws {
        let path = folder.isEmpty ? path : prefix + folder
        guard folder.isEmpty || FileSystem.isFolder(path) else {
            guard FileSystem.isFolder(root) else { throw StoreError.vanished(root) }
            return
        }
        try FileSystem.forEachFile(of: path) { name, tile in
            if let tile { try body(folder.isEmpty ? name : "\(folder)/\(name)", tile) }
        }
    }

    package func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
        let folder = folder.isEmpty ? path : prefix + folder
        guard FileSystem.isFolder(folder) else { return }
        try FileSystem.forEachEntry(of: folder) { name, _ in try body(name) }
    }

    package func forEachName(
        inSubfoldersOf folder: String, where isWanted: (String) throws -> Bool, _ body: (String, String) throws -> Void
    ) throws {
        try forEachName(in: folder) { subfolder in
            guard try isWanted(subfolder) else { return }
            try forEachName(in: "\(folder)/\(subfolder)") { try body(subfolder, $0) }
        }
    }

    /// Symbolic links to folders are not followed: they may form cycles, or lead out of the pyramid.
    private func walk(_ folder: String, depth: Int, _ body: (String, StoredTile) throws -> Void) throws {
        guard depth < Self.depthLimit else { return }
        try FileSystem.forEachEntry(of: folder.isEmpty ? path : prefix + folder) { entry, isFolder in
            let name = folder.isEmpty ? entry : "\(folder)/\(entry)"
            if isFolder {
                try walk(name, depth: depth + 1, body)
            } else if let storedTile = try storedTile(name) {
                try body(name, storedTile)
            }
        }
    }
}
