internal import ImageCodecs
internal import TilePyramid

extension GeoBounds {
    /// Creates the bounds of an image on the Web Mercator tile grid.
    init(of pyramid: Pyramid, on georeference: Georeference) {
        let level = pyramid.finestLevel
        // Half the side of the Web Mercator square (EPSG:3857), in meters.
        let originShift = Double.pi * 6_378_137
        let meters = 2 * originShift / Double(level.tileSize.width << georeference.zoom)
        let (x, y) = (
            Double(level.firstTile.x * level.tileSize.width + level.inset.x),
            Double(level.firstTile.y * level.tileSize.height + level.inset.y)
        )
        self.init(
            west: x * meters - originShift, south: originShift - (y + Double(level.size.height)) * meters,
            east: (x + Double(level.size.width)) * meters - originShift, north: originShift - y * meters,
            crs: .webMercator)
    }
}
