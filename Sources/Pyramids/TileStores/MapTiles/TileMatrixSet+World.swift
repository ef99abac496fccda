internal import TilePyramid

extension TileMatrixSet {
    /// The numbering of a single-file container, derived from its metadata.
    ///
    /// - Parameters:
    ///   - tileKit: the geometry of an image that is not georeferenced; `nil` for maps.
    ///   - tileRange: the tiles of the coarsest zoom that a map covers.
    ///   - zooms: the zooms from the coarsest to the finest.
    ///   - tileSize: reads the size of a tile if the metadata lack it; `nil` if there is no tile.
    ///   - path: the file, for error messages.
    /// - Throws: ``StoreError`` when the metadata contradict each other.
    init(
        tileKit: TileKitMetadata?, tileRange: TileRange, zooms: ClosedRange<Int>, tileSize: () throws -> PixelSize?,
        path: String
    ) throws {
        guard let tileKit else {
            let usual = PixelSize(width: MapTileTree.defaultTileSide, height: MapTileTree.defaultTileSide)
            try self.init(tileRange, zooms: zooms, tileSize: try tileSize() ?? usual, path: path)
            return
        }
        guard let pyramid = tileKit.pyramid(levelCount: zooms.count), pyramid.finestLevel.index <= zooms.upperBound
        else {
            throw StoreError(.malformed, path: path, "the size of the image and the zoom levels contradict each other.")
        }
        self.init(pyramid: pyramid, coarsestZoom: zooms.upperBound - pyramid.finestLevel.index)
    }

    /// A pyramid of the tiles in a range of the coarsest zoom, and of all finer ones within them.
    ///
    /// All levels cover the same area, so each is half the next finer one.
    private init(_ tileRange: TileRange, zooms: ClosedRange<Int>, tileSize: PixelSize, path: String) throws {
        let (columns, rows) = (tileRange.columns, tileRange.rows)
        let (most, longest) = (max(columns.count, rows.count), max(tileSize.width, tileSize.height))
        guard most << (zooms.count - 1) <= MapTileTree.longestSide / longest else {
            throw StoreError(
                .malformed, path: path,
                "this is too large to be opened: at zoom \(zooms.upperBound) it is \(most << (zooms.count - 1)) tiles "
                    + "wide or high. Take a part of it, or fewer zooms.")
        }
        let shapes = zooms.map { zoom in
            let (width, height) = (
                tileSize.width << (zoom - zooms.lowerBound), tileSize.height << (zoom - zooms.lowerBound)
            )
            return LevelShape(
                size: PixelSize(width: columns.count * width, height: rows.count * height), tileSize: tileSize,
                downsample: Double(1 << (zooms.upperBound - zoom)),
                origin: PixelOffset(x: columns.lowerBound * width, y: rows.lowerBound * height))
        }
        self.init(pyramid: Pyramid(levels: shapes, padsTiles: true), coarsestZoom: zooms.lowerBound)
    }
}
