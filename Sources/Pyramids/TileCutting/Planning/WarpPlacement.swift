internal import Georeferencing
internal import ImageSources
internal import MapProjections
internal import TilePyramid

/// The positions of an image in another coordinate reference system, and of its pixels in the tile grid of Web Mercator.
struct WarpPlacement: Hashable, Sendable {
    /// The image's position.
    let source: RasterGeoreference
    /// The position of the pixels that are made.
    let output: RasterGeoreference
    /// The place in the tile grid.
    let webMercator: WebMercatorPlacement
    /// Whether every pixel that is made shows the image.
    let coversOutput: Bool

    /// Places an image.
    ///
    /// - Parameters:
    ///   - source: the image's position.
    ///   - size: its size in pixels.
    ///   - tileSize: the side of a tile in pixels.
    ///   - zooms: the coarsest and the finest zoom; nil as in `WebMercatorPlacement`.
    /// - Throws: `GeoreferencingError` when PROJ or the system is missing, or the image does not lie on the map.
    init(
        _ source: RasterGeoreference, size: PixelSize, tileSize: Int, zooms: (minimum: Int?, maximum: Int?)
    ) throws(GeoreferencingError) {
        let webMercator = GeoBounds.CoordinateReferenceSystem.webMercator
        let limit = WebMercator.originShift
        let footprint = try RasterFootprint(
            of: source, size: size, in: webMercator.rawValue, limits: (-limit, -limit, limit, limit))
        let bounds = GeoBounds(
            west: footprint.west, south: footprint.south, east: footprint.east, north: footprint.north,
            crs: webMercator)
        let placement = try WebMercatorPlacement(
            bounds, size: size, metersPerPixel: footprint.shorterPixelSide, tileSize: tileSize, zooms: zooms,
            longestSide: ImageInfo.longestSide)
        let matrix = placement.matrix
        let rect = placement.rect
        self.source = source
        self.webMercator = placement
        output = RasterGeoreference(
            crs: webMercator.rawValue,
            transform: Geotransform(
                origin: (matrix.easting(ofX: Double(rect.x)), matrix.northing(ofY: Double(rect.y))),
                column: (matrix.metersPerPixel, 0), row: (0, -matrix.metersPerPixel)))
        coversOutput = try Self.isCovered(placement.rect.size, of: output, by: source, size)
    }

    /// Whether the pixels in the corners of an output lie in an image: a warped image has its corners at other places.
    private static func isCovered(
        _ output: PixelSize, of place: RasterGeoreference, by source: RasterGeoreference, _ size: PixelSize
    ) throws(GeoreferencingError) -> Bool {
        let mapping = try PixelMapping(from: place, to: source, sourceWidth: size.width)
        let right = Double(output.width) - 0.5
        let bottom = Double(output.height) - 0.5
        var x = [0.5, right, 0.5, right]
        var y = [0.5, 0.5, bottom, bottom]
        mapping.map(&x, &y)
        // NaN is in no range.
        return zip(x, y).allSatisfy {
            (0...Double(size.width)).contains($0) && (0...Double(size.height)).contains($1)
        }
    }
}
