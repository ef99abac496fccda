internal import Glibc
public import LayerTree
public import ScrollLayers

/// The overview map as geometry: a small upright picture of the whole image, and what a view sees of it.
public struct OverviewGeometry: Hashable, Sendable {
    /// The image, in full-size pixels.
    public let imageSize: Size
    /// The map, in points.
    public let mapSize: Size

    /// A narrow image is shown wider than it is, so that there is something to point at.
    private static let shortestSide = 16.0

    /// The map of an image; nil when there is no image or no room.
    ///
    /// - Parameters:
    ///   - imageSize: the image's full-size pixels; more than 0 each way.
    ///   - availableSize: the most points that the map may take.
    public init?(imageSize: Size, availableSize: Size) {
        guard imageSize.width > 0, imageSize.height > 0, availableSize.width >= Self.shortestSide,
            availableSize.height >= Self.shortestSide
        else { return nil }
        self.imageSize = imageSize
        let scale = min(availableSize.width / imageSize.width, availableSize.height / imageSize.height)
        func side(_ length: Double, _ limit: Double) -> Double {
            min(limit, max((length * scale).rounded(), Self.shortestSide))
        }
        mapSize = Size(
            width: side(imageSize.width, availableSize.width), height: side(imageSize.height, availableSize.height))
    }

    /// Where a place of the image, in full-size pixels, lies in the map.
    public func mapPoint(of imagePoint: Point) -> Point {
        Point(x: imagePoint.x * mapSize.width / imageSize.width, y: imagePoint.y * mapSize.height / imageSize.height)
    }

    /// The place of the image, in full-size pixels, at a point of the map; the nearest one for points beyond its edges.
    public func imagePoint(at point: Point) -> Point {
        Point(
            x: min(max(point.x / mapSize.width, 0), 1) * imageSize.width,
            y: min(max(point.y / mapSize.height, 0), 1) * imageSize.height)
    }

    /// The corners of what a view sees, which may lie beyond the map.
    ///
    /// - Parameters:
    ///   - view: the view.
    ///   - size: the view's extent, in points.
    /// - Returns: four points of the map: clockwise from the view's upper left, or the other way round when it is
    ///   mirrored.
    public func outline(of view: ViewState, in size: Size) -> [Point] {
        Rect(origin: .zero, size: size).corners.map { mapPoint(of: view.contentPoint(at: $0, in: size)) }
    }

    /// Whether a view sees the whole image, up to half a point at its edges.
    public func isAllSeen(by view: ViewState, in size: Size) -> Bool {
        Rect(origin: .zero, size: imageSize).corners.allSatisfy { corner in
            let point = view.viewPoint(of: corner, in: size)
            return point.x >= -0.5 && point.y >= -0.5 && point.x <= size.width + 0.5 && point.y <= size.height + 0.5
        }
    }

    /// Whether a point of the map lies within what a view sees.
    public func isSeen(_ point: Point, by view: ViewState, in size: Size) -> Bool {
        let imagePoint = Point(
            x: point.x / mapSize.width * imageSize.width, y: point.y / mapSize.height * imageSize.height)
        return Rect(origin: .zero, size: size).contains(view.viewPoint(of: imagePoint, in: size))
    }
}
