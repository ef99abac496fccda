public import LayerTree
public import TilePyramid

/// What is seen of an image: through which rectangle of the screen, how large, and where the view is going.
///
/// It is a value that the layer makes for each frame; everything that decides which tiles to load is a function of it.
public struct Viewport: Hashable, Sendable {
    /// Scales are products of many factors: what is meant to be one is only nearly so, by no more than this.
    static let scaleTolerance = 1e-3

    /// From full-size pixels of the image to the screen.
    public var projection: Projection
    /// The part of the screen that shows the image, in the units of ``projection``.
    public var screen: Rect
    /// Pixels of the device for each unit of the screen; default 1, for a projection that leads to pixels already.
    ///
    /// With 2, tiles of twice the resolution are asked for.
    public var contentsScale: Double
    /// The place on the screen that is looked at, such as the pointer; default nil, the middle.
    ///
    /// Tiles there come first.
    public var pointOfInterest: Point?
    /// How fast the view moves over the image, in full-size pixels per second; default zero.
    public var velocity: Point
    /// How fast it zooms, in octaves per second: 1 doubles the scale each second, −1 halves it; default 0.
    public var zoomVelocity: Double
    /// Whether it moves, or is held by a gesture that has not ended; default false.
    public var isMoving: Bool

    /// A view of an image.
    public init(
        projection: Projection, screen: Rect, contentsScale: Double = 1, pointOfInterest: Point? = nil,
        velocity: Point = .zero, zoomVelocity: Double = 0, isMoving: Bool = false
    ) {
        self.projection = projection
        self.screen = screen
        self.contentsScale = contentsScale
        self.pointOfInterest = pointOfInterest
        self.velocity = velocity
        self.zoomVelocity = zoomVelocity
        self.isMoving = isMoving
    }
}

extension Viewport {
    /// What is seen of an image of this size; nil when nothing is.
    ///
    /// A strip at the edge that is narrower than 1/256 unit of the screen does not count: it is a rounding error.
    public func visibleRegion(of size: PixelSize) -> ImageRegion? {
        let tolerance = 1.0 / 256
        let seen = Rect(
            x: screen.minX + tolerance, y: screen.minY + tolerance, width: screen.size.width - 2 * tolerance,
            height: screen.size.height - 2 * tolerance)
        guard !seen.isEmpty else { return nil }
        let image = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        return ImageRegion(of: image, through: seen, by: projection)
    }

    /// Pixels of the device for each full-size pixel of the image near one of its places.
    ///
    /// Where the view is tilted or stretched it is the geometric mean of all directions.
    public func scale(at point: Point) -> Double {
        projection.areaScale(at: point).squareRoot() * contentsScale
    }

    /// The place of the image that is looked at: under ``pointOfInterest``, or the middle of what is seen.
    func imagePointOfInterest(in region: ImageRegion) -> Point {
        guard let pointOfInterest, let point = projection.inverse?.project(pointOfInterest) else {
            return region.middle
        }
        return Point(
            x: min(max(point.x, region.bounds.minX), region.bounds.maxX),
            y: min(max(point.y, region.bounds.minY), region.bounds.maxY))
    }

    /// How fast the picture moves on the screen near a place of the image, in viewports per second.
    ///
    /// Zooming counts as the motion of the edges that it causes.
    func speed(at point: Point) -> Double {
        // The way of one frame, so that perspective does not matter.
        let moment = 1.0 / 60
        let next = point + Point(x: velocity.x * moment, y: velocity.y * moment)
        var speed = 0.0
        if let before = projection.project(point), let after = projection.project(next) {
            let way = after - before
            speed = max(abs(way.x) / screen.size.width, abs(way.y) / screen.size.height) / moment
        }
        let naturalLogarithmOf2 = 0.693_147_180_559_945_3
        return speed + abs(zoomVelocity) * naturalLogarithmOf2 / 2
    }
}
