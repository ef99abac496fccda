package import Georeferencing
internal import Numbers
package import TileContainers
package import TilePyramid

/// A pyramid whose tiles are files in a folder or an archive, opened for reading.
///
/// Opening reads the descriptor, or, if there is none, the names of some tiles and the headers of a few. Levels and
/// tiles may be missing; they are read as `nil`.
package final class LayoutSource: PyramidSource {
    /// The most bytes of a tile that are read.
    package static let tileByteLimit = 1 << 28
    /// The bytes that a tile of any size may have: a profile, metadata, and some pixels.
    static let leastTileByteLimit = 4 << 20
    /// The bytes that a tile may have for each of its pixels: twice those of four samples of 16 bits.
    static let tileBytesPerPixel = 16

    /// The most bytes of a tile of a size, so that a small archive cannot unpack large tiles.
    package static func tileByteLimit(of size: PixelSize) -> Int {
        let bytes = CheckedNumber.product(size.width, size.height, tileBytesPerPixel) ?? tileByteLimit
        return min(tileByteLimit, leastTileByteLimit + min(bytes, tileByteLimit))
    }

    /// The path of the descriptor, folder or archive; for flat tiles, the common prefix of their paths.
    package let path: String

    let description: LayoutDescription
    let files: any ContainerReader

    /// Opens the pyramid of a layout in a folder.
    ///
    /// - Parameters:
    ///   - path: for Deep Zoom, the descriptor, with or without its file extension, or the folder of levels; for flat
    ///     tiles, the common prefix of their paths; for other layouts, the folder.
    ///   - format: a layout.
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    package convenience init(opening path: String, as format: PyramidFormat) throws {
        guard let layout = format.layout else { preconditionFailure("\(format.id) is not a layout of files") }
        let opened = try layout.open(path)
        self.init(opened.description, in: opened.files, path: opened.path)
    }

    /// Opens a pyramid that has been described.
    init(_ description: LayoutDescription, in files: any ContainerReader, path: String) {
        self.description = description
        self.files = files
        self.path = path
    }

    /// The layout of the files.
    package var layout: PyramidFormat { description.layout }
    /// The geometry.
    package var pyramid: Pyramid { description.pyramid }
    /// The format of the tiles, by their file extension.
    package var format: TileFormat { description.format }
    /// The metadata of the descriptor beyond the geometry.
    package var properties: [PyramidProperty] { description.properties }
    /// The statements of the descriptor that the tiles contradict.
    package var warnings: [String] { description.warnings }
    /// Whether tiles may be absent, as in the map layouts.
    package var isSparse: Bool { description.isSparse }
    /// The bounds of map tiles on the Earth, unless the descriptor says that the image is not georeferenced.
    package var georeference: Georeference? { description.georeference }
    /// The position of map tiles whose descriptor names another system than Web Mercator.
    ///
    /// - Throws: ``StoreError`` if the descriptor names a system, but does not say where in it the tiles lie.
    package var rasterGeoreference: RasterGeoreference? { get throws { try description.place?.get() } }
    /// The columns and rows of background before an image that is centered in its grid.
    package var margin: PixelOffset { description.margin }

    /// Whether tiles of several formats have the file extensions of these, in a folder of map tiles.
    package var mixesFormats: Bool {
        guard let naming = description.naming as? any MixedNaming else { return false }
        return naming.mixesFormats
    }

    /// Reads a tile's file; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the tile cannot be read or has far more bytes than its pixels take, or the pyramid no
    ///   longer exists.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        let size = pyramid.storedSize(of: index)
        let limit = Self.tileByteLimit(of: size)
        for name in description.naming.possibleNames(of: index) {
            let isLarge = files.unpackedByteCount(of: name).map { $0 > limit } ?? false
            guard let bytes = isLarge ? [] : try files.read(name, limit: limit + 1) else { continue }
            guard !isLarge, bytes.count <= limit else {
                throw StoreError(
                    .malformed, path: path,
                    "its tile \(name) has more than \(limit) bytes, which is too much for \(size) pixels. Cut the pyramid again."
                )
            }
            return description.mayMixFormats
                ? EncodedTile(bytes: bytes, usually: format) : EncodedTile(bytes: bytes, format: format)
        }
        return nil
    }

    /// Returns the modification time and the size of a tile's file; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile, and for the files of an archive.
    /// - Throws: ``StoreError`` when the file cannot be looked up.
    package func stamp(of index: TileIndex) throws -> TileStamp? {
        guard pyramid.contains(index) else { return nil }
        for name in description.naming.possibleNames(of: index) {
            if let stamp = try files.stamp(of: name) { return stamp }
        }
        return nil
    }

    /// The path of a tile's file: the one that exists, or the one that it would usually have.
    package func fileName(of index: TileIndex) -> String? {
        files.location(of: (try? location(of: index))?.name ?? description.naming.name(of: index))
    }

    /// Looks up a tile's file without reading it.
    ///
    /// - Throws: ``StoreError`` when the lookup fails.
    package func storedTile(_ index: TileIndex) throws -> StoredTile? { try location(of: index)?.tile }

    /// Calls `body` for every tile that exists, in the order of the files.
    ///
    /// - Throws: ``StoreError`` when the files cannot be listed, and what `body` throws.
    /// - Complexity: O(files); memory does not grow with their number.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        func visit(_ name: String, _ tile: StoredTile) throws {
            for index in description.naming.indices(of: name) {
                // A tile that exists under two names counts once, under the name that is read.
                let isOnly = description.naming.possibleNames(of: index).count == 1
                if try isOnly || location(of: index)?.name == name {
                    try body(index, tile)
                }
            }
        }
        guard let folders = description.tileFolders else { return try files.forEachFile(visit) }
        for folder in folders {
            try files.forEachFile(in: folder, visit)
        }
    }

    /// Reports stray files, and descriptors that contradict the grid.
    ///
    /// - Throws: ``StoreError`` when the files cannot be listed, and what `report` throws.
    /// - Complexity: O(files); memory does not grow with their number.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        if let inspection = description.inspection { return try inspection(self, report) }
        for issue in description.issues {
            try report(issue)
        }
        try description.naming.inspectFiles(in: files, report)
        try files.forEachFile { name, _ in
            let isHidden = name.hasPrefix(".") || name.contains("/.")
            let isKnown = !name.contains("/") && LayoutFolder.isLayoutEntry(name)
            if !isHidden, !isKnown, !description.naming.isAuxiliaryFile(name),
                description.naming.indices(of: name).isEmpty
            {
                try report(
                    ValidationIssue(
                        location: files.location(of: name), "this file belongs to no tile of the pyramid."))
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
