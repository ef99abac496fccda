public import TilePyramid

extension Pyramid {
    /// Creates the pyramid of a world map in z/x/y tiles, as OpenStreetMap and others serve them.
    ///
    /// Level 0 is the coarsest of the zooms. The address of a tile is
    /// `TileMatrixSet(pyramid: pyramid, coarsestZoom: zooms.lowerBound).tile(index)`.
    ///
    /// - Parameters:
    ///   - zooms: the zooms of the map, within ``WebMercator/zooms``.
    ///   - tileSize: the side of a tile in pixels, from 1 to 4096; the default is 256.
    public init(mapTilesOf zooms: ClosedRange<Int>, tileSize: Int = 256) {
        precondition(
            WebMercator.zooms.contains(zooms.lowerBound) && WebMercator.zooms.contains(zooms.upperBound),
            "the zooms of a map are from 0 to \(WebMercator.zooms.upperBound)")
        precondition((1...4096).contains(tileSize), "the side of a map tile is from 1 to 4096 pixels")
        let all = 0..<(1 << zooms.lowerBound)
        self =
            TileMatrixSet(
                TileRange(columns: all, rows: all), zooms: zooms,
                tileSize: PixelSize(width: tileSize, height: tileSize)
            ).pyramid
    }
}
