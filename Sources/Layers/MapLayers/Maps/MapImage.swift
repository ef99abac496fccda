public import Georeferencing
internal import LayerTree
internal import TilePyramid
public import TiledLayers
internal import VectorDrawing

/// A tiled image with its position on the Earth, for display on a map.
///
/// ```swift
/// let world = MapImage(image, projection: MapProjection(pyramid: image.pyramid, zoom: 19))
/// ```
public struct MapImage: Sendable {
    /// The tiles.
    public var image: TiledImage
    /// Converts between full-size pixels and coordinates.
    public var projection: MapProjection
    /// The bounds of the image on the Earth, in degrees or in meters.
    ///
    /// The tiles may reach beyond them.
    public var bounds: GeoBounds
    /// The text that credits the sources of the map, shown as it is; empty for none.
    public var attribution: String
    /// Returns whether the server cannot be reached; called for each use.
    package var connection: @Sendable () -> Bool = { false }

    /// Creates a map from an image.
    ///
    /// - Parameters:
    ///   - image: the tiles.
    ///   - projection: the position of the tiles on the Earth. Maps are shown in Web Mercator. An image in degrees is stretched
    ///     evenly between its edges: it is exact at the edges, and off by ``distortion`` between them.
    ///   - bounds: the bounds of the image on the Earth; nil, the default, for all of the projection. Invalid bounds count as
    ///     nil. Bounds that the image shows one world farther east or west are moved there.
    ///   - attribution: the text that credits the sources of the map: plain text, not HTML. The default is empty.
    public init(_ image: TiledImage, projection: MapProjection, bounds: GeoBounds? = nil, attribution: String = "") {
        self.image = image
        self.projection = projection
        self.bounds = bounds.flatMap { $0.isValid ? projection.located($0) : nil } ?? projection.bounds
        self.attribution = attribution
    }

    /// Whether the server of the map cannot be reached, so that only cached tiles are shown.
    ///
    /// It applies to maps that `MapImage.open(_:options:)` has opened. It is `false` for maps in files, and for images of the
    /// app's own.
    public var isOffline: Bool { connection() }

    /// Whether a map can show the image at its position: on the Earth, or at most one world beyond the date line.
    public var isOnMap: Bool { WorldMap.contains(projection.bounds) }

    /// The zoom at which one pixel of the finest level is one point of the screen.
    public var finestZoom: Double {
        ViewScale.zoom(of: Double(projection.size.width) / WorldMap.rect(of: projection.bounds).size.width)
    }

    /// The maximum distance of a pixel from its position in Web Mercator, in full-size pixels.
    ///
    /// It is 0 for images in Web Mercator, and infinite for images beyond its range.
    public var distortion: Double {
        guard projection.crs == .wgs84 else { return 0 }
        let rect = WorldMap.rect(of: projection.bounds)
        let height = Double(projection.size.height)
        guard isOnMap, rect.size.height > 0 else { return .infinity }
        // Between the edges the difference has no more than two extremes, which are wide.
        return (1..<64).reduce(0) { most, step in
            let y = Double(step) / 64 * height
            let exact = WorldMap.point(at: projection.coordinate(ofX: 0, y: y)).y
            return max(most, abs((exact - rect.minY) / rect.size.height * height - y))
        }
    }
}

extension MapProjection {
    /// Returns the bounds of an image on the Earth in the longitudes of the image.
    ///
    /// A map from 0° to 360° may have the tiles of the world from −180° to 180°.
    ///
    /// - Parameter bounds: the bounds, which must be valid.
    /// - Returns: bounds within the image, moved by 360° east or west if necessary, or all longitudes of an image of the whole
    ///   world. Bounds outside the image are returned unchanged.
    package func located(_ bounds: GeoBounds) -> GeoBounds {
        guard bounds.crs == .wgs84 else { return bounds }
        let west = coordinate(ofX: 0, y: 0).longitude
        let east = coordinate(ofX: Double(size.width), y: 0).longitude
        // Bounds are stored with few digits.
        let slack = (east - west) / Double(size.width)
        var located = bounds
        for turn in [0.0, -360, 360]
        where bounds.west + turn >= west - slack && bounds.east + turn <= east + slack {
            located.west = bounds.west + turn
            located.east = bounds.east + turn
            return located
        }
        if east - west >= 360 - slack {
            located.west = west
            located.east = east
        }
        return located
    }
}
