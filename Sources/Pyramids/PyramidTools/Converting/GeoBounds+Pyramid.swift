internal import ImageCodecs
internal import TilePyramid

extension GeoBounds {
    /// The edges of a picture that lies on the world's grid of tiles.
    init(of pyramid: Pyramid, on georeference: Georeference) {
        let level = pyramid.finestLevel
        // From the equator to the edges of Web Mercator, which is a square (EPSG:3857).
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
