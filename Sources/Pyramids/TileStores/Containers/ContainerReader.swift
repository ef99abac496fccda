internal import TilePyramid

/// Reads the named files of a finished pyramid in a folder or an archive.
///
/// Names are relative to the pyramid's folder and use "/" as the separator. Calls may come from several threads.
protocol ContainerReader: Sendable {
    /// The path of the folder or archive, for error messages.
    var path: String { get }

    /// Reads a file, or its first `limit` bytes; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when the file cannot be read, or the container no longer exists.
    func read(_ name: String, limit: Int) throws -> [UInt8]?

    /// Looks up a file without reading it.
    func storedTile(_ name: String) throws -> StoredTile?

    /// Calls `body` for every file, recursively, in the order that is fastest to read.
    func forEachFile(_ body: (String, StoredTile) throws -> Void) throws

    /// Calls `body` for every file directly in a folder, with its name from the pyramid's folder.
    ///
    /// Does nothing if the folder does not exist.
    func forEachFile(in folder: String, _ body: (String, StoredTile) throws -> Void) throws

    /// Calls `body` once for every file and folder directly in a folder; does nothing if the folder does not exist.
    ///
    /// - Parameters:
    ///   - folder: the name of the folder; empty for the pyramid's own.
    ///   - body: receives names relative to `folder`.
    /// - Throws: ``StoreError`` when the folder cannot be listed, and what `body` throws.
    func forEachName(in folder: String, _ body: (String) throws -> Void) throws
}

extension ContainerReader {
    /// The default visits all files.
    func forEachFile(in folder: String, _ body: (String, StoredTile) throws -> Void) throws {
        let prefix = folder.isEmpty ? "" : folder + "/"
        try forEachFile { name, tile in
            guard name.hasPrefix(prefix), !name.dropFirst(prefix.count).contains("/") else { return }
            try body(name, tile)
        }
    }

    /// The default derives the names from those of all files.
    func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
        let prefix = folder.isEmpty ? "" : folder + "/"
        var seen: Set<String> = []
        try forEachFile { name, _ in
            guard name.hasPrefix(prefix) else { return }
            let part = String(name.dropFirst(prefix.count).prefix { $0 != "/" })
            if seen.insert(part).inserted { try body(part) }
        }
    }
}
