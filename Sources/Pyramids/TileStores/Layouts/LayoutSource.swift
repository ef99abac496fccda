public import TilePyramid

/// A pyramid whose tiles are files with names, opened for reading: Zoomify, IIIF, XYZ, TMS or Google's, whoever made it.
///
/// Opening reads what describes the pyramid; where nothing does, the names of its coarsest tiles and the header of one.
public final class LayoutSource: PyramidSource {
    /// The most bytes of a tile that are read.
    static let tileByteLimit = 1 << 28

    private let description: LayoutDescription
    private let files: any ContainerReader

    /// Opens the pyramid that a folder is.
    ///
    /// - Parameter path: the folder that holds the descriptor, or the folders of the zooms.
    /// - Throws: ``StoreError``, naming the path and what is wrong with it.
    public convenience init(opening path: String) throws {
        let files = FolderContainerReader(path)
        guard let description = try LayoutDescription(of: files) else {
            throw StoreError(.unreadable, path: path, "this folder holds no pyramid.")
        }
        self.init(description, in: files)
    }

    /// A pyramid that has been described.
    init(_ description: LayoutDescription, in files: any ContainerReader) {
        self.description = description
        self.files = files
    }

    /// The layout that the names of its files have.
    public var layout: PyramidLayout { description.layout }
    /// The levels and grids.
    public var pyramid: Pyramid { description.pyramid }
    /// What the tiles are, by their names.
    public var format: TileFormat { description.format }
    /// What its descriptor says beyond the geometry.
    public var properties: [PyramidProperty] { description.properties }
    /// Whether tiles may be absent: in the layouts of maps.
    public var isSparse: Bool { description.isSparse }
    /// Where map tiles lie, when nothing says that they are a picture by itself.
    public var georeference: Georeference? { description.georeference }

    /// Columns and rows of background before a picture that lies in the middle of its grid.
    public var margin: PixelOffset { description.margin }

    /// Reads a tile's file; from any thread.
    ///
    /// - Returns: nil when there is no such tile.
    /// - Throws: ``StoreError`` when there is one that cannot be read, and when the whole pyramid has vanished.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        for name in description.naming.possibleNames(of: index) {
            guard let bytes = try files.read(name, limit: Self.tileByteLimit + 1) else { continue }
            guard bytes.count <= Self.tileByteLimit else {
                throw StoreError(.malformed, path: "\(files.path)/\(name)", "the tile is larger than any tile can be.")
            }
            return EncodedTile(bytes: bytes, format: format)
        }
        return nil
    }

    /// The name of a tile's file with its folders.
    public func fileName(of index: TileIndex) -> String? { description.naming.name(of: index) }

    /// Whether a tile is there, and how large its file is.
    ///
    /// - Throws: ``StoreError`` when that cannot be told.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? { try location(of: index)?.tile }

    /// Names every tile that is there, in the order of the files.
    ///
    /// - Throws: ``StoreError`` when the files cannot be listed, or what `body` throws.
    /// - Complexity: O(files); memory does not grow with their number.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try files.forEachFile { name, tile in
            for index in description.naming.indices(of: name) {
                // A tile that is there under two names counts under the one that is read.
                let isOnly = description.naming.possibleNames(of: index).count == 1
                if try isOnly || location(of: index)?.name == name {
                    try body(index, tile)
                }
            }
        }
    }

    /// Looks for files that belong to nothing, and for descriptors that contradict the grid.
    ///
    /// - Throws: ``StoreError`` when the files cannot be listed, or what `report` throws.
    /// - Complexity: O(files); memory does not grow with their number.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        for issue in description.issues {
            try report(issue)
        }
        try files.forEachFile { name, _ in
            let isHidden = name.hasPrefix(".") || name.contains("/.")
            let isKnown = !name.contains("/") && LayoutFolder.isLayoutEntry(name)
            if !isHidden, !isKnown, !description.naming.isAuxiliaryFile(name),
                description.naming.indices(of: name).isEmpty
            {
                try report(ValidationIssue(location: name, "this file belongs to no tile of the pyramid."))
            }
        }
    }

    private func location(of index: TileIndex) throws -> (name: String, tile: StoredTile)? {
        guard pyramid.contains(index) else { return nil }
        for name in description.naming.possibleNames(of: index) {
            if let tile = try files.storedTile(name) { return (name, tile) }
        }
        return nil
    }
}
