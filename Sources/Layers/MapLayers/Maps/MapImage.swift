public import Georeferencing
internal import LayerTree
public import TiledLayers
internal import TilePyramid

/// A tiled image with its place on the Earth: what a map shows.
///
/// ```swift
/// let world = MapImage(image, projection: MapProjection(pyramid: image.pyramid, zoom: 19))
/// ```
public struct MapImage: Sendable {
    /// The tiles.
    public var image: TiledImage
    /// Converts between full-size pixels and coordinates.
    public var projection: MapProjection
    /// The part of the Earth that the image is of, in degrees or in meters.
    ///
    /// Its tiles may reach beyond.
    public var bounds: GeoBounds
    /// The text that credits the sources of the map, shown as it is; empty for none.
    public var attribution: String
    /// Whether the server cannot be reached, asked when it is needed.
    package var connection: @Sendable () -> Bool = { false }

    /// Creates a map from an image.
    ///
    /// - Parameters:
    ///   - image: the tiles.
    ///   - projection: where they are on the Earth. Maps are shown in Web Mercator; an image in degrees is stretched evenly between its
    ///     edges, which is exact at these, and off by ``distortion`` between them.
    ///   - bounds: the part of the Earth that the image is of; nil, the default, for all of the projection, as are bounds that are not
    ///     valid. A part that the image shows a world farther east or west is there.
    ///   - attribution: the text that credits the sources of the map: plain text, not HTML. The default is empty.
    public init(_ image: TiledImage, projection: MapProjection, bounds: GeoBounds? = nil, attribution: String = "") {
        self.image = image
        self.projection = projection
        self.bounds = bounds.flatMap { $0.isValid ? projection.located($0) : nil } ?? projection.bounds
        self.attribution = attribution
    }

    /// Whether the server of a map that `MapImage.open(_:options:)` has opened cannot be reached, so that kept tiles are shown.
    ///
    /// It is `false` for maps in files, and for images of the app's own.
    public var isOffline: Bool { connection() }

    /// Whether a map can show the image where it is: on the Earth, or at most a world beyond the date line.
    public var isOnMap: Bool { WorldMap.contains(projection.bounds) }

    /// The zoom at which a pixel of the finest level is a point of the screen.
    public var finestZoom: Double {
        ViewScale.zoom(of: Double(projection.size.width) / WorldMap.rect(of: projection.bounds).size.width)
    }

    /// How far a pixel may be from its place in Web Mercator, in full-size pixels: 0 for images in that projection, and infinite for
    /// those beyond it.
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
    /// The part of the Earth that an image is of, in the longitudes in which the image has it.
    ///
    /// A map from 0° to 360° may have the tiles of the world from −180° to 180°.
    ///
    /// - Parameter bounds: the part, which must be valid.
    /// - Returns: bounds within the image: once around the Earth farther east or west, or all longitudes of a whole world that
    ///   begins elsewhere. Bounds that are not in the image are returned as they are.
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
        if east - west >= 360 - slack { (located.west, located.east) = (west, east) }
        return located
    }
}
