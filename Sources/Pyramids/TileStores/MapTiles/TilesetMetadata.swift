internal import JSONDocuments
internal import TilePyramid

/// What containers of map tiles say about them, each in its own way.
struct TilesetMetadata: Hashable {
    var name: String
    var description: String
    var bounds: GeographicBoundingBox
    var zooms: ClosedRange<Int>
    /// The picture's size, when it is none of the world.
    var tileKit: TileKitMetadata?

    /// The longitude and latitude in the middle.
    var center: (longitude: Double, latitude: Double) {
        ((bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2)
    }

    /// What is said about a pyramid that is written to `path`.
    init(writing tileMatrixSet: TileMatrixSet, target: PyramidTarget, path: String) {
        name = target.name ?? FilePath.name(of: FilePath.withoutExtension(path))
        zooms = tileMatrixSet.zooms
        if let georeference = target.georeference {
            bounds = GeographicBoundingBox(georeference)
            description = "\(tileMatrixSet.pyramid.size) pixels"
        } else {
            // Readers want some bounds; these are those of the tile at zoom 0, in which all of it lies.
            bounds = .webMercatorExtent
            let tileKit = TileKitMetadata(of: tileMatrixSet.pyramid)
            self.tileKit = tileKit
            description = "A picture of \(tileKit.size) pixels that is not geographic: its place means nothing."
        }
    }
}
