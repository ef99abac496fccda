internal import Georeferencing
internal import JSONDocuments
internal import TileContainers
internal import TilePyramid

/// The metadata of a single-file container of map tiles, independent of its format.
struct TilesetMetadata {
    var name: String
    var description: String
    /// The attribution of the tiles' data; nil if none has to be named.
    var attribution: String?
    /// The region of the Earth in degrees, from -180 to 180.
    var bounds: GeoBounds
    /// The center of what the tiles show.
    var center: (x: Double, y: Double)
    /// The edges of a region across the 180th meridian, which readers of ``TileKitMetadata/crossingKey`` know; else nil.
    var crossing: String?
    var zooms: ClosedRange<Int>
    /// The geometry of an image that is not georeferenced.
    var tileKit: TileKitMetadata?

    /// The metadata of a pyramid that is written to `path`.
    init(writing tileMatrixSet: TileMatrixSet, target: PyramidTarget, path: String) {
        name = target.name ?? FilePath.title(of: path)
        zooms = tileMatrixSet.zooms
        attribution = target.attribution
        if let georeference = target.georeference {
            bounds = georeference.bounds.publishable
            center = georeference.bounds.wrappedCenter
            crossing = georeference.bounds.crossingText
            description = "\(tileMatrixSet.pyramid.size) pixels"
        } else {
            // Readers require bounds. These are those of the tile at zoom 0, which contains the image.
            bounds = .webMercatorExtent
            center = bounds.center
            let tileKit = TileKitMetadata(of: tileMatrixSet.pyramid)
            self.tileKit = tileKit
            description = "An image of \(tileKit.size) pixels without a geographic position."
        }
    }
}
