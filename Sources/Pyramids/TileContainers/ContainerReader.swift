package import TilePyramid

/// Reads the named files of a finished pyramid in a folder or an archive.
///
/// Names are relative to the pyramid's folder and use "/" as the separator. Calls may come from several threads.
package protocol ContainerReader: Sendable {
    /// The path of the folder or archive, for error messages.
    var path: String { get }

    /// The path of a file as it is found in the folder or archive, for messages.
    func location(of name: String) -> String

    /// Reads a file, or its first `limit` bytes; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when the file cannot be read, or the container no longer exists.
    func read(_ name: String, limit: Int) throws -> [UInt8]?

    /// Reads the bytes of a range of a file, as far as the file has them; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when the file cannot be read, or the container no longer exists.
    func read(_ name: String, in range: Range<Int>) throws -> [UInt8]?

    /// The bytes of a file that has to be unpacked as a whole; `nil`, the default, where the limit of a read bounds its cost.
    func unpackedByteCount(of name: String) -> Int?

    /// Whether any part of a file costs as much as the whole file, which is unpacked for it; the default is `false`.
    func isCompressed(_ name: String) -> Bool

    /// Looks up a file without reading it.
    func storedTile(_ name: String) throws -> StoredTile?

    /// A stamp of a file's state; `nil` if there is no such file, or the container cannot tell.
    func stamp(of name: String) throws -> TileStamp?

    /// Whether files can be mapped.
    var mapsFiles: Bool { get }

    /// Maps a file into memory; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when the file cannot be mapped, or the container no longer exists.
    func map(_ name: String) throws -> MappedFile?

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

    /// Calls `body` once for every file and folder directly in the subfolders of a folder.
    ///
    /// - Parameters:
    ///   - folder: the name of the folder.
    ///   - isWanted: called with the name of a subfolder, or of a file beside them, maybe often; `false` skips it.
    ///   - body: receives the name of the subfolder, and the name in it.
    /// - Throws: ``StoreError`` when a folder cannot be listed, and what the closures throw.
    /// - Complexity: O(files), however many subfolders there are.
    func forEachName(
        inSubfoldersOf folder: String, where isWanted: (String) throws -> Bool, _ body: (String, String) throws -> Void
    ) throws
}

extension ContainerReader {
    /// The default reads the file up to the end of the range.
    package func read(_ name: String, in range: Range<Int>) throws -> [UInt8]? {
        try read(name, limit: range.upperBound).map { Array($0[range.clamped(to: $0.indices)]) }
    }

    package func unpackedByteCount(of name: String) -> Int? { nil }

    /// The default is `false`: parts are read from their places.
    package func isCompressed(_ name: String) -> Bool { false }

    /// The default is `nil`: the files of an archive do not change.
    package func stamp(of name: String) throws -> TileStamp? { nil }

    /// The default is `false`.
    package var mapsFiles: Bool { false }

    /// The default is `nil`.
    package func map(_ name: String) throws -> MappedFile? { nil }

    /// The default is the name.
    package func location(of name: String) -> String { name }

    /// The default visits all files.
    package func forEachFile(in folder: String, _ body: (String, StoredTile) throws -> Void) throws {
        let prefix = folder.isEmpty ? "" : folder + "/"
        try forEachFile { name, tile in
            guard name.hasPrefix(prefix), !name.dropFirst(prefix.count).contains("/") else { return }
            try body(name, tile)
        }
    }

    /// The default visits all files once.
    package func forEachName(
        inSubfoldersOf folder: String, where isWanted: (String) throws -> Bool, _ body: (String, String) throws -> Void
    ) throws {
        try forEachFile { name, _ in
            guard name.hasPrefix(folder), name.dropFirst(folder.count).first == "/" else { return }
            let parts = name.dropFirst(folder.count + 1).split(separator: "/", maxSplits: 2)
            guard let first = parts.first, try isWanted(String(first)), parts.count == 2 else { return }
            try body(String(first), String(parts[1]))
        }
    }

    /// The default derives the names from those of all files.
    package func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
        let prefix = folder.isEmpty ? "" : folder + "/"
        var seen: Set<String> = []
        try forEachFile { name, _ in
            guard name.hasPrefix(prefix) else { return }
            let part = String(name.dropFirst(prefix.count).prefix { $0 != "/" })
            if seen.insert(part).inserted { try body(part) }
        }
    }
}
