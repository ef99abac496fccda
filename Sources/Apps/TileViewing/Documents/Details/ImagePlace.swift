internal import FilePyramids
internal import Glibc
public import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import LayerTree
internal import MapLayers
internal import TilePyramid
internal import VectorDrawing

/// The place of an image on the Earth.
public struct ImagePlace: Hashable, Sendable {
    /// The projection between pixels and coordinates.
    public var projection: MapProjection
    /// The edges in degrees.
    public var bounds: GeoBounds

    /// Creates a place from a projection and edges, by default the edges of the projection.
    public init(_ projection: MapProjection, bounds: GeoBounds? = nil) {
        self.projection = projection
        let upperLeft = projection.coordinate(ofX: 0, y: 0)
        let lowerRight = projection.coordinate(ofX: Double(projection.size.width), y: Double(projection.size.height))
        self.bounds =
            bounds.map(projection.located)
            ?? GeoBounds(
                west: upperLeft.longitude, south: lowerRight.latitude, east: lowerRight.longitude,
                north: upperLeft.latitude, crs: .wgs84)
    }

    /// The coordinate of a point in full-size pixels; nil if the point is not on the Earth.
    public func coordinate(ofX x: Double, y: Double) -> Coordinate? {
        var coordinate = projection.coordinate(ofX: x, y: y)
        guard abs(coordinate.latitude) <= 90, abs(coordinate.longitude) <= 1080 else { return nil }
        // Images across the date line go on beyond 180 degrees.
        while coordinate.longitude > 180 { coordinate.longitude -= 360 }
        while coordinate.longitude < -180 { coordinate.longitude += 360 }
        return coordinate
    }

    /// The center of the image; nil if it is not on the Earth.
    var center: Coordinate? {
        coordinate(ofX: Double(projection.size.width) / 2, y: Double(projection.size.height) / 2)
    }

    /// The part of the image that has data, where that is less than all of it: the bounds of a map within its grid of tiles.
    ///
    /// It is nil if the bounds are those of the image, or do not lie in it.
    var dataRect: Rect? {
        guard bounds.isValid, bounds.crs == .wgs84 else { return nil }
        let size = Size(width: Double(projection.size.width), height: Double(projection.size.height))
        let (left, top) = projection.pixel(at: Coordinate(latitude: bounds.north, longitude: bounds.west))
        let (right, bottom) = projection.pixel(at: Coordinate(latitude: bounds.south, longitude: bounds.east))
        let minX = max(left, 0)
        let minY = max(top, 0)
        let maxX = min(right, size.width)
        let maxY = min(bottom, size.height)
        guard maxX - minX >= 1, maxY - minY >= 1 else { return nil }
        // A pixel less on a side is a rounding of the bounds.
        let isWhole = minX <= 1 && minY <= 1 && maxX >= size.width - 1 && maxY >= size.height - 1
        return isWhole ? nil : Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    /// The digits of degrees that tell pixels in the middle of the image apart, at most nine: a tenth of a millimeter.
    var digits: Int {
        let x = Double(projection.size.width) / 2
        let y = Double(projection.size.height) / 2
        let here = projection.coordinate(ofX: x, y: y)
        let next = projection.coordinate(ofX: x + 1, y: y + 1)
        let step = min(abs(next.longitude - here.longitude), abs(next.latitude - here.latitude))
        guard step.isFinite, step > 0 else { return 9 }
        return min(9, max(0, Int((-log10(step) - 1e-9).rounded(.up))))
    }

    /// A coordinate with as many digits as pixels need: "52.5163° N 13.3777° E".
    func text(_ coordinate: Coordinate) -> String { coordinate.text(digits: digits, separator: " ") }
}

extension ImagePlace {
    /// Reads the place of a page of an image, from the file or from files beside it; nil if it has none, is rotated, or lies in
    /// another system than degrees and Web Mercator.
    ///
    /// - Parameters:
    ///   - path: the image.
    ///   - page: its page, counted from 1.
    ///   - size: the size of the upright image.
    ///   - image: its description, with the orientation that was applied, which may rotate it; nil, the default, for none.
    init?(of path: String, page: Int, size: PixelSize, image: ImageInfo? = nil) {
        guard let stored = try? StatedGeoreference.read(.file(path), page: page)?.georeference else { return nil }
        let place = image.map(stored.delivered) ?? stored
        guard let bounds = place.bounds(of: size), bounds.isValid else { return nil }
        self.init(MapProjection(bounds: bounds, size: size))
    }

    /// The place of a pyramid of map tiles; nil if it has none, or claims one that no map has.
    init?(_ pyramid: any PyramidSource) {
        guard let georeference = pyramid.georeference, WebMercator.zooms.contains(georeference.zoom),
            GeoBounds(of: pyramid.pyramid, zoom: georeference.zoom).isValid
        else { return nil }
        self.init(MapProjection(pyramid: pyramid.pyramid, zoom: georeference.zoom), bounds: georeference.bounds)
    }
}
