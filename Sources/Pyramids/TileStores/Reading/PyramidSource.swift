public import TilePyramid

/// A pyramid on disk that has been opened: its tiles, and what its files say about it.
///
/// Opening reads headers only; calls may come from several threads at once, and all of them block while they read.
public protocol PyramidSource: TileSource {
    /// The format of its tiles.
    var format: TileFormat { get }

    /// What the files say about the picture beyond its geometry, as they say it and in their order.
    var properties: [PyramidProperty] { get }

    /// Whether tiles may be absent, so that an absent one is nothing wrong.
    var isSparse: Bool { get }

    /// Where the picture lies on the world; nil for a picture by itself.
    ///
    /// Which tile of the world's grid the picture begins with is said by the pyramid's levels.
    var georeference: Georeference? { get }

    /// Full-size columns and rows of background before the picture, which the pyramid's size counts in; mostly zero.
    ///
    /// A picture in the middle of its grid has a margin where it would begin inside a pixel of the coarsest level.
    var margin: PixelOffset { get }

    /// What a tile's file is called, or would be, from the pyramid's own folder on; nil where tiles have no files.
    func fileName(of index: TileIndex) -> String?

    /// Whether a tile is there, without reading it; nil when it is not.
    ///
    /// - Throws: ``StoreError`` when that cannot be told.
    func storedTile(_ index: TileIndex) throws -> StoredTile?

    /// Names every tile that is there, once, in the order that is quickest to read them in.
    ///
    /// - Throws: ``StoreError`` when the files cannot be read, or what `body` throws.
    /// - Complexity: O(tiles that are there), in memory that does not grow with their number where the files allow it.
    func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws

    /// Looks for what is wrong with the files, tiles that are absent or damaged left out: headers that contradict each
    /// other or the tiles, and files that belong to nothing.
    ///
    /// - Throws: ``StoreError`` when the files cannot be read, or what `report` throws.
    func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws
}

extension PyramidSource {
    /// Nil: a picture by itself.
    public var georeference: Georeference? { nil }

    /// Zero: the picture begins with its first pixel.
    public var margin: PixelOffset { .zero }

    /// The size of the picture without its ``margin``.
    public var imageSize: PixelSize {
        PixelSize(width: pyramid.size.width - margin.x, height: pyramid.size.height - margin.y)
    }

    /// Nil: tiles are parts of a file.
    public func fileName(of index: TileIndex) -> String? { nil }

    /// Where a flaw of a tile is: its file, or its level, column and row.
    package func location(of index: TileIndex) -> String {
        fileName(of: index) ?? "level \(index.level), column \(index.column), row \(index.row)"
    }
}

/// Something that a pyramid's files say about the picture: a name and a value.
public struct PyramidProperty: Hashable, Sendable {
    /// What it is, as the files call it.
    public var name: String
    /// The value as text.
    public var value: String

    /// A property from its parts.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
