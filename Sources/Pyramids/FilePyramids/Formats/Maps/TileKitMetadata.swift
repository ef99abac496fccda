package import Georeferencing
internal import JSONDocuments
package import TilePyramid

/// The `tilekit` object in the metadata of map tiles, which describes an image that is not georeferenced.
package struct TileKitMetadata: Hashable, Sendable {
    /// The key of the object in the metadata.
    package static let key = "tilekit"
    /// The key of the edges of a map across the 180th meridian: west, south, east and north, the east beyond 180 degrees.
    ///
    /// The specifications leave only bounds of all longitudes for such a map, in which it is hard to find.
    package static let crossingKey = "tilekit_bounds"

    /// The full size of the image, including its ``margin``.
    package var size: PixelSize
    /// The side of a tile in pixels.
    package var tileSize: Int
    /// The origin of the image in the tile grid, in full-size pixels.
    package var origin: PixelOffset
    /// The columns and rows of background before the image, included in ``size``; not written if zero.
    package var margin = PixelOffset.zero
    /// The rounding of odd sizes that are halved; not written if it is up.
    package var rounding = PyramidShape.Rounding.up
}

extension GeoBounds {
    /// The region of the key ``TileKitMetadata/crossingKey``; nil unless it is one across the 180th meridian.
    package init?(crossing text: String?) {
        guard let text, let bounds = GeoBounds(text, crs: .wgs84), bounds.crossesAntimeridian else { return nil }
        self = bounds
    }
}

extension TileKitMetadata {
    /// Creates the object that describes a pyramid.
    package init(of pyramid: Pyramid, margin: PixelOffset = .zero) {
        let isRoundedDown = zip(pyramid.levels, pyramid.levels.dropFirst()).contains { $0.size != $1.size.halved }
        self.init(
            size: pyramid.size, tileSize: pyramid.tileSize, origin: pyramid.finestLevel.origin, margin: margin,
            rounding: isRoundedDown ? .down : .up)
    }

    /// The text of the object.
    package var json: String {
        let members = [
            ("width", "\(size.width)"), ("height", "\(size.height)"), ("tileSize", "\(tileSize)"),
            ("originX", "\(origin.x)"), ("originY", "\(origin.y)"),
        ]
        let margins = [("marginX", "\(margin.x)"), ("marginY", "\(margin.y)")]
        return JSONText.object(
            members + (margin == .zero ? [] : margins)
                + (rounding == .down ? [("rounding", JSONText.string(rounding.rawValue))] : []))
    }
}
