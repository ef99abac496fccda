public import Georeferencing
public import TileContainers
public import TilePyramid

/// A pyramid on disk, opened for reading: its tiles and its metadata.
///
/// Opening reads headers only. All methods may be called from several threads at once, and block while they read.
public protocol PyramidSource: TileSource {
    /// The format of the tiles.
    var format: TileFormat { get }

    /// The metadata beyond the geometry, verbatim and in the order of the files.
    var properties: [PyramidProperty] { get }

    /// Whether tiles may be absent without the pyramid being damaged.
    var isSparse: Bool { get }

    /// The bounds of the image on the Earth; `nil` if it is not georeferenced.
    ///
    /// The pyramid's levels say at which tile of the world's grid the image begins.
    var georeference: Georeference? { get }

    /// The position of the full-size pixels in another coordinate reference system than the grid of Web Mercator.
    ///
    /// A GeoTIFF has it, and map tiles in degrees or in a national grid. It is `nil` if the image is not georeferenced, or
    /// if ``georeference`` has its position.
    ///
    /// - Throws: `CodecError` or ``StoreError`` if the files state a position that cannot be read.
    var rasterGeoreference: RasterGeoreference? { get throws }

    /// The full-size columns and rows of background before the image, included in the pyramid's size; mostly zero.
    ///
    /// An image that is centered in its grid has a margin if it would otherwise begin inside a pixel of the coarsest
    /// level.
    var margin: PixelOffset { get }

    /// The attribution of the image, as a plain text to show with it; `nil` if nobody is named.
    var attribution: String? { get }

    /// The statements of the files that the tiles contradict, and the parts that were not read, as sentences.
    ///
    /// The tiles take precedence. A visit to all tiles may find more contradictions.
    var warnings: [String] { get }

    /// Whether existing tiles are listed without reading them.
    ///
    /// If not, as over the network, each tile would be requested, and no tool counts them.
    var listsTiles: Bool { get }

    /// The most tiles that a level can have: those of the grid, unless it is known that there are fewer.
    func mostTiles(of level: Int) -> Int

    /// The path of a tile's file relative to the pyramid's folder or archive; `nil` if tiles have no files.
    ///
    /// If the file does not exist, it is the path that the file would have.
    func fileName(of index: TileIndex) -> String?

    /// Looks up a tile without reading its bytes; `nil` if it is absent.
    ///
    /// - Throws: ``StoreError`` when the lookup itself fails.
    func storedTile(_ index: TileIndex) throws -> StoredTile?

    /// Calls `body` once for every tile that exists, in the order in which tiles are fastest to read.
    ///
    /// - Throws: ``StoreError`` when the files cannot be read, and what `body` throws.
    /// - Complexity: O(existing tiles). Where the format allows it, memory does not grow with their number.
    func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws

    /// Calls `body` once for each run of tiles on a level that share their bytes: with the first tile and the count.
    ///
    /// - Throws: ``StoreError`` when the files cannot be read, and what `body` throws.
    /// - Complexity: O(entries of the files), even where an entry stands for many tiles.
    func forEachStoredRun(_ body: (_ first: TileIndex, _ count: Int, StoredTile) throws -> Void) throws

    /// Checks the files other than the tiles: headers that contradict each other or the tiles, and stray files.
    ///
    /// Damaged tiles are not reported, and missing ones only where a header says that they exist.
    ///
    /// - Throws: ``StoreError`` when the files cannot be read, and what `report` throws.
    func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws
}

/// Ends a visit of tiles.
private struct Found: Error {}

extension PyramidSource {
    /// The default visits every tile by itself.
    public func forEachStoredRun(_ body: (_ first: TileIndex, _ count: Int, StoredTile) throws -> Void) throws {
        try forEachStoredTile { try body($0, 1, $1) }
    }

    /// Returns the first tile of a level if it exists, or else the first in the order of the files.
    public func anyTile(of level: Int) throws -> TileIndex? {
        // Listing the files of a large folder takes seconds.
        let first = TileIndex(level: level, column: 0, row: 0)
        if try storedTile(first) != nil { return first }
        var found: TileIndex?
        do {
            try forEachStoredRun { index, _, _ in
                guard index.level == level else { return }
                found = index
                throw Found()
            }
        } catch is Found {}
        return found
    }

    /// The default is `nil`: the image is not georeferenced.
    public var georeference: Georeference? { nil }

    /// The default is `nil`: the image is not georeferenced, or lies in the grid of Web Mercator.
    public var rasterGeoreference: RasterGeoreference? { get throws { nil } }

    /// The default is zero: the image begins at the pyramid's first pixel.
    public var margin: PixelOffset { .zero }

    /// The default is the property of that name, without HTML.
    public var attribution: String? {
        properties.first { $0.name == "attribution" }.flatMap { PlainText.text(ofHTML: $0.value) }
    }

    /// The default is none: nothing contradicts the tiles.
    public var warnings: [String] { [] }

    /// The default is `true`: the tiles are listed.
    public var listsTiles: Bool { true }

    /// The default is the number of tiles in the grid.
    public func mostTiles(of level: Int) -> Int { pyramid.levels[level].grid.count }

    /// The size of the image, without the ``margin``.
    public var imageSize: PixelSize {
        PixelSize(width: pyramid.size.width - margin.x, height: pyramid.size.height - margin.y)
    }

    /// The default is `nil`: tiles have no files of their own.
    public func fileName(of index: TileIndex) -> String? { nil }

    /// The location of a tile for a ``ValidationIssue``: its file, or else its level, column and row.
    package func location(of index: TileIndex) -> String {
        fileName(of: index) ?? "level \(index.level), column \(index.column), row \(index.row)"
    }
}

/// An item of a pyramid's metadata: a name and a value.
public struct PyramidProperty: Hashable, Sendable {
    /// The name, as in the files.
    public var name: String
    /// The value as text.
    public var value: String

    /// Creates a property.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A defect of a pyramid on disk.
public struct ValidationIssue: Hashable, Sendable {
    /// The affected tile; `nil` if the issue is not about a tile.
    public var tile: TileIndex?
    /// The affected file, relative to the pyramid's folder, or a part of a file such as a header or an entry.
    public var location: String
    /// The fault, as a plain sentence.
    public var message: String

    /// Creates an issue.
    public init(tile: TileIndex? = nil, location: String, _ message: String) {
        self.tile = tile
        self.location = location
        self.message = message
    }
}
