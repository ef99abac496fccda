internal import TilePyramid

extension TileMatrixSet {
    /// The numbers of map tiles in one file, by what that says about them.
    ///
    /// - Parameters:
    ///   - tileKit: the picture, when it is none of the world.
    ///   - tileRange: the tiles of the coarsest zoom in which some of it lies, when it is on the world.
    ///   - zooms: from the coarsest to the finest zoom.
    ///   - tileSize: asked for the pixels of a tile, where that is not said; nil when there is no tile.
    ///   - path: the file, for messages.
    /// - Throws: ``StoreError`` when these contradict each other.
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
            throw StoreError(.malformed, path: path, "the picture's size and the zooms do not fit together.")
        }
        self.init(pyramid: pyramid, coarsestZoom: zooms.upperBound - pyramid.finestLevel.index)
    }

    /// The tiles of a window: at every zoom those that lie in the tiles of the coarsest.
    ///
    /// So each level shows the same, and is the next finer one halved.
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
