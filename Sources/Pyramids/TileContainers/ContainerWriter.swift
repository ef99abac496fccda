package import TilePyramid

/// Writes the named files of a pyramid to a folder or an archive that does not have its final name yet.
///
/// Tiles may be written from several threads at once; everything else comes from one.
package protocol ContainerWriter: Sendable {
    /// Whether the interrupted run that this one continues has stored the tile.
    func isFinished(_ index: TileIndex) -> Bool

    /// The total size of the tiles that the interrupted run has stored.
    var finishedBytes: Int { get }

    /// The savings of deduplication so far.
    var deduplication: DeduplicationStatistics { get }

    /// Stores a tile under a name; the bytes are only valid during the call.
    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws

    /// Stores the tiles of a run under their names.
    func write(_ run: TileRun, names: (TileIndex) -> String) throws

    /// Notes that a tile will not be stored, so that the container need not wait for it.
    func skip(_ index: TileIndex) throws

    /// Stores a file other than a tile.
    func write(_ file: ContainerFile) throws

    /// Reads a stored file; `nil` if it has not been stored.
    func read(_ name: String) throws -> [UInt8]?

    /// Reads a stored tile by its name and its index; `nil` if it has not been stored.
    func read(_ name: String, of index: TileIndex) throws -> [UInt8]?

    /// Gives the container its final name.
    func finish() throws
    /// Keeps the stored tiles for a later run, or nothing if the container does not allow that.
    func suspend() throws
    /// Removes what this run has stored.
    func discard() throws
}

extension ContainerWriter {
    /// The default reads the tiles and stores them one by one.
    package func write(_ run: TileRun, names: (TileIndex) -> String) throws {
        try run.forEachTile { tile, bytes in try write(bytes, to: names(tile.index), of: tile.index) }
    }

    /// The default does nothing: the container waits for no tile.
    package func skip(_ index: TileIndex) throws {}

    /// The default is the file with that name.
    package func read(_ name: String, of index: TileIndex) throws -> [UInt8]? { try read(name) }
}

/// A file of a pyramid other than a tile, such as a descriptor.
package struct ContainerFile: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]
    /// Whether the file lies beside the folder of the others, rather than in it; the default is `false`.
    package var isSibling: Bool

    /// Creates a file.
    package init(name: String, bytes: [UInt8], isSibling: Bool = false) {
        self.name = name
        self.bytes = bytes
        self.isSibling = isSibling
    }
}

extension ContainerFile {
    /// Creates a text file.
    package init(name: String, text: String, isSibling: Bool = false) {
        self.init(name: name, bytes: Array(text.utf8), isSibling: isSibling)
    }

    /// Makes a text safe as one component of a path, replacing separators with underscores.
    package static func safeName(_ text: String) -> String {
        let name = String(text.map { $0 == "/" || $0 == "\\" || $0 == "\0" ? "_" : $0 })
        return name.allSatisfy { $0 == "." } ? "_" : name
    }
}
