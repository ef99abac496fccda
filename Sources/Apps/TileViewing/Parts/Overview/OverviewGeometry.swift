internal import Glibc
internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

/// The geometry of the overview map: a small upright version of the whole image, and the part of it that a view shows.
struct OverviewGeometry: Hashable, Sendable {
    /// The size of the image, in full-size pixels.
    let imageSize: Size
    /// The size of the map, in points.
    let mapSize: Size

    /// The shortest side of a map: narrow images are shown wider than they are, so that there is something to click on.
    private static let shortestSide = 16.0

    /// Creates the map of an image; nil if the image is empty or there is too little space.
    ///
    /// - Parameters:
    ///   - imageSize: the size of the image, in full-size pixels.
    ///   - availableSize: the largest size of the map, in points.
    init?(imageSize: Size, availableSize: Size) {
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

    /// The point of the map for an image point in full-size pixels.
    func mapPoint(of imagePoint: Point) -> Point {
        Point(x: imagePoint.x * mapSize.width / imageSize.width, y: imagePoint.y * mapSize.height / imageSize.height)
    }

    /// The image point, in full-size pixels, at a point of the map, or the nearest one for points beyond its edges.
    func imagePoint(at point: Point) -> Point {
        Point(
            x: min(max(point.x / mapSize.width, 0), 1) * imageSize.width,
            y: min(max(point.y / mapSize.height, 0), 1) * imageSize.height)
    }

    /// The corners of the region that a view shows, which may lie beyond the map.
    ///
    /// - Parameters:
    ///   - view: the view.
    ///   - size: the size of the view, in points.
    ///   - placement: the transform from the map's image to the image of the view; they are the same by default.
    /// - Returns: four points of the map, clockwise from the view's upper left, or counterclockwise if the view is
    ///   mirrored.
    func outline(of view: ViewState, in size: Size, placement: AffineTransform = .identity) -> [Point] {
        guard let inverse = placement.inverse else { return [] }
        return Rect(origin: .zero, size: size).corners.map {
            mapPoint(of: inverse.apply(to: view.contentPoint(at: $0, in: size)))
        }
    }

    /// Whether a view shows the whole image, up to half a point at its edges.
    func isAllSeen(by view: ViewState, in size: Size, placement: AffineTransform = .identity) -> Bool {
        Rect(origin: .zero, size: imageSize).corners.allSatisfy { corner in
            let point = view.viewPoint(of: placement.apply(to: corner), in: size)
            return point.x >= -0.5 && point.y >= -0.5 && point.x <= size.width + 0.5 && point.y <= size.height + 0.5
        }
    }

    /// Whether a point of the map lies in the region that a view shows.
    func isSeen(
        _ point: Point, by view: ViewState, in size: Size, placement: AffineTransform = .identity
    ) -> Bool {
        let imagePoint = Point(
            x: point.x / mapSize.width * imageSize.width, y: point.y / mapSize.height * imageSize.height)
        return Rect(origin: .zero, size: size).contains(view.viewPoint(of: placement.apply(to: imagePoint), in: size))
    }
}
