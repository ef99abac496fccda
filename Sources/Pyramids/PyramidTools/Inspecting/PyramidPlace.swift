internal import FilePyramids
public import Georeferencing
internal import ImageMetadata
internal import RemotePyramids
internal import TileContainers
internal import TilePyramid

/// The position of a pyramid's pixels on the Earth.
public struct PyramidPlace: Hashable, Sendable {
    /// The position of the full-size pixels in the coordinate reference system of the tiles.
    public var georeference: RasterGeoreference
    /// The edges in degrees, as the files state them or else of all pixels; nil if they cannot be converted to degrees.
    public var bounds: GeoBounds?
    /// The zooms of the levels in the grid of Web Mercator; nil for tiles in another grid.
    public var zooms: ClosedRange<Int>?

    /// Finds the place of a pyramid; nil if it is not georeferenced.
    ///
    /// - Throws: `CodecError` or `StoreError` if the pyramid says where it lies, but in a way that cannot be read.
    init?(of source: any PyramidSource) throws {
        let size = source.pyramid.size
        guard let map = source.georeference else {
            guard let place = try source.rasterGeoreference else { return nil }
            georeference = place
            bounds = (source as? RemoteTileSource)?.description.region ?? place.degrees(of: size)
            return
        }
        let edges = GeoBounds(of: source.pyramid, zoom: map.zoom)
        georeference = RasterGeoreference(
            crs: edges.crs.rawValue,
            transform: Geotransform(
                origin: (edges.west, edges.north), column: ((edges.east - edges.west) / Double(size.width), 0),
                row: (0, (edges.south - edges.north) / Double(size.height))))
        bounds = map.bounds
        zooms = TileMatrixSet(pyramid: source.pyramid, georeference: map).zooms
    }

    /// The sentence about a place that cannot be read.
    static func warning(of error: any Error) -> String {
        let reason = (error as? CodecError)?.message ?? (error as? StoreError)?.message ?? "\(error)"
        return "its place is not known: \(reason)"
    }
}
