package import ChannelImages
package import Georeferencing
internal import JSONDocuments
internal import TileContainers
internal import TilePyramid

/// The metadata of a single-file container of map tiles, independent of its format.
package struct TilesetMetadata {
    package var name: String
    package var description: String
    /// The attribution of the tiles' data; nil if none has to be named.
    package var attribution: String?
    /// The encoding of elevations in the bytes of colors; nil for pictures.
    package var terrain: TerrainEncoding?
    /// The region of the Earth in degrees, from -180 to 180.
    package var bounds: GeoBounds
    /// The center of what the tiles show.
    package var center: (x: Double, y: Double)
    /// The edges of a region across the 180th meridian, which readers of ``TileKitMetadata/crossingKey`` know; else nil.
    package var crossing: String?
    package var zooms: ClosedRange<Int>
    /// The geometry of an image that is not georeferenced.
    package var tileKit: TileKitMetadata?

    /// Whether a description says no more than the size of an image, as one that was given none has it.
    static func isSubstitute(_ description: String) -> Bool {
        description.wholeMatch(of: /(An image of )?[0-9]+×[0-9]+ pixels(,? without a geographic position\.?)?/) != nil
    }

    /// The metadata of a pyramid that is written to `path`.
    package init(writing tileMatrixSet: TileMatrixSet, target: PyramidTarget, path: String) {
        name = target.name ?? FilePath.title(of: path)
        zooms = tileMatrixSet.zooms
        attribution = target.attribution
        terrain = target.terrain
        if let georeference = target.georeference {
            bounds = georeference.bounds.publishable
            center = georeference.bounds.wrappedCenter
            crossing = georeference.bounds.crossingText
            description = target.description ?? "\(tileMatrixSet.pyramid.size) pixels"
        } else {
            // Readers require bounds. These are those of the tile at zoom 0, which contains the image.
            bounds = .webMercatorExtent
            center = bounds.center
            let tileKit = TileKitMetadata(of: tileMatrixSet.pyramid)
            self.tileKit = tileKit
            description =
                target.description ?? "An image of \(tileKit.size) pixels without a geographic position."
        }
    }
}
