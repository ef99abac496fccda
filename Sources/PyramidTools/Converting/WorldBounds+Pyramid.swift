internal import ImageCodecs
internal import TilePyramid

extension WorldBounds {
    /// The edges of a picture that lies on the world's grid of tiles.
    init(of pyramid: Pyramid, on world: WorldPlacement) {
        let level = pyramid.finestLevel
        // From the equator to the edges of Web Mercator, which is a square (EPSG:3857).
        let halfWorld = Double.pi * 6_378_137
        let meters = 2 * halfWorld / Double(level.tileSize.width << world.zoom)
        let (x, y) = (
            Double(level.firstTile.x * level.tileSize.width + level.inset.x),
            Double(level.firstTile.y * level.tileSize.height + level.inset.y)
        )
        self.init(
            west: x * meters - halfWorld, south: halfWorld - (y + Double(level.size.height)) * meters,
            east: (x + Double(level.size.width)) * meters - halfWorld, north: halfWorld - y * meters,
            system: .webMercator)
    }
}
