package import Georeferencing
internal import ImageSources
package import TilePyramid

/// The place of a georeferenced image in the tile grid of Web Mercator: the one that a cut of the image gives it.
package struct MapPlacement: Hashable, Sendable {
    /// The side of a tile in pixels.
    package let tileSize: Int
    /// The image's position.
    package let source: RasterGeoreference
    /// The place in the grid of the finest zoom, and the zooms.
    package let webMercator: WebMercatorPlacement
    /// Whether the image is warped by PROJ; else its rows and columns are those of the map, at other distances.
    package let isWarped: Bool

    /// Places an image.
    ///
    /// - Parameters:
    ///   - source: the image's position.
    ///   - size: its size in pixels.
    ///   - tileSize: the side of a tile in pixels; 256 by default, as in ``CutOptions``.
    /// - Throws: `GeoreferencingError` when PROJ or the system is missing, or the image does not lie on the map.
    package init(
        _ source: RasterGeoreference, size: PixelSize, tileSize: Int = CutOptions().tileSize
    ) throws(GeoreferencingError) {
        self.source = source
        self.tileSize = tileSize
        if let bounds = source.bounds(of: size) {
            webMercator = try WebMercatorPlacement(
                bounds, size: size, tileSize: tileSize, zooms: (nil, nil), longestSide: ImageInfo.longestSide)
            isWarped = false
        } else {
            webMercator = try WarpPlacement(source, size: size, tileSize: tileSize, zooms: (nil, nil)).webMercator
            isWarped = true
        }
    }

    /// The bounds on the Earth, and the finest zoom.
    package var georeference: Georeference { webMercator.georeference }

    /// The addresses of the tiles.
    package var tiles: TileMatrixSet {
        var shape = PyramidShape()
        shape.padsTiles = true
        shape.coarsest = .levels(webMercator.levelCount)
        shape.origin = PixelOffset(x: webMercator.rect.x, y: webMercator.rect.y)
        return TileMatrixSet(
            pyramid: Pyramid(size: webMercator.rect.size, tileSize: tileSize, shape: shape),
            georeference: webMercator.georeference)
    }
}
