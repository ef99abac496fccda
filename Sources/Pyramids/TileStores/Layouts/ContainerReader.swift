internal import TilePyramid

/// The named files of a finished pyramid, wherever they are: in a folder or in an archive.
///
/// Names begin in the pyramid's own folder and have "/" between their parts. Calls may come from several threads.
protocol ContainerReader: Sendable {
    /// Where they are, for messages.
    var path: String { get }

    /// A file's bytes, or the first `limit` of them; nil when there is none of that name.
    ///
    /// - Throws: ``StoreError`` when there is one that cannot be read, and when all of them have vanished.
    func read(_ name: String, limit: Int) throws -> [UInt8]?

    /// Whether a file is there, without reading it.
    func storedTile(_ name: String) throws -> StoredTile?

    /// Names every file in the folder and the folders in it, in the order that is quickest to read.
    func forEachFile(_ body: (String, StoredTile) throws -> Void) throws

    /// Names what is directly in a folder, files and folders, each once; nothing where there is no such folder.
    ///
    /// - Parameters:
    ///   - folder: the folder's name; empty for the pyramid's own.
    ///   - body: is given the names without the folder's.
    /// - Throws: ``StoreError`` when the folder cannot be listed, or what `body` throws.
    func forEachName(in folder: String, _ body: (String) throws -> Void) throws
}

extension ContainerReader {
    /// Picks the names from those of all files.
    func forEachName(in folder: String, _ body: (String) throws -> Void) throws {
        let prefix = folder.isEmpty ? "" : folder + "/"
        var seen: Set<String> = []
        try forEachFile { name, _ in
            guard name.hasPrefix(prefix) else { return }
            let part = String(name.dropFirst(prefix.count).prefix { $0 != "/" })
            if seen.insert(part).inserted { try body(part) }
        }
    }

    /// The first bytes of a file that describes the pyramid; nil when there is none.
    ///
    /// - Throws: ``StoreError`` when it is larger than any description.
    func readDescriptor(_ name: String) throws -> [UInt8]? {
        guard let bytes = try read(name, limit: LayoutDescription.descriptorByteLimit + 1) else { return nil }
        guard bytes.count <= LayoutDescription.descriptorByteLimit else {
            throw StoreError(
                .malformed, path: "\(path)/\(name)", "this is too long to be the description of a pyramid.")
        }
        return bytes
    }
}
