public import LayerTree
public import TilePyramid
public import VectorDrawing

/// A view of an image: the visible rectangle of the screen, the projection, and the motion.
///
/// A layer makes a viewport for each frame. The choice of tiles to load depends only on the viewport.
public struct Viewport: Hashable, Sendable {
    /// The relative tolerance for scales, which are products of many factors and so are rarely exactly 1.
    static let scaleTolerance = 1e-3

    /// The projection from full-size pixels of the image to the screen.
    public var projection: Projection
    /// The part of the screen that shows the image, in the units of ``projection``.
    public var screen: Rect
    /// Device pixels per unit of the screen.
    ///
    /// The default is 1, for a projection to device pixels. With 2, tiles of twice the resolution are requested.
    public var contentsScale: Double
    /// The point of the screen whose tiles are loaded first, such as the pointer's position.
    ///
    /// The default is nil: the center.
    public var pointOfInterest: Point?
    /// The velocity of the view over the image, in full-size pixels per second.
    ///
    /// The default is zero.
    public var velocity: Point
    /// The zoom velocity in octaves per second: 1 doubles the scale each second, −1 halves it.
    ///
    /// The default is 0.
    public var zoomVelocity: Double
    /// Whether the view moves, or is tracked by a gesture that has not ended.
    ///
    /// The default is `false`.
    public var isMoving: Bool

    /// Creates a view of an image.
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

    /// Returns the visible region of an image of this size; nil if no part is visible.
    ///
    /// A strip at the edge that is narrower than 1/256 unit of the screen is a rounding error and does not count.
    public func visibleRegion(of size: PixelSize) -> ImageRegion? {
        let tolerance = 1.0 / 256
        let visible = screen.expanded(by: -tolerance, -tolerance)
        return visible.isEmpty ? nil : ImageRegion(of: Rect(size), through: visible, by: projection)
    }

    /// Returns the device pixels per full-size pixel near a point of the image.
    ///
    /// If the view is tilted or stretched, the scale is the geometric mean over all directions.
    public func scale(at point: Point) -> Double {
        projection.areaScale(at: point).squareRoot() * contentsScale
    }

    /// The point of the image under ``pointOfInterest``, clamped to the region, or else the center of the region.
    func imagePointOfInterest(in region: ImageRegion) -> Point {
        guard let pointOfInterest, let point = projection.inverse?.project(pointOfInterest) else {
            return region.middle
        }
        return Point(
            x: min(max(point.x, region.bounds.minX), region.bounds.maxX),
            y: min(max(point.y, region.bounds.minY), region.bounds.maxY))
    }

    /// The number of tiles of a level that come into view in a second.
    ///
    /// An octave of zooming needs all tiles of a view.
    func uncoveredTilesPerSecond(in region: ImageRegion, of level: Level) -> Double {
        let size = region.bounds.size
        let uncovered = abs(velocity.x) * size.height + abs(velocity.y) * size.width
        let zoomed = abs(zoomVelocity) * size.width * size.height
        let tileArea = Double(level.tileSize.area) * level.downsample * level.downsample
        return (uncovered + zoomed) / tileArea
    }

    /// The speed of the image on the screen near one of its points, in viewports per second.
    ///
    /// Zooming counts as the motion that it causes at the edges of the screen.
    func speed(at point: Point) -> Double {
        // Measured over one frame, so that perspective hardly matters.
        let interval = 1.0 / 60
        let next = point + Point(x: velocity.x * interval, y: velocity.y * interval)
        var speed = 0.0
        if let before = projection.project(point), let after = projection.project(next) {
            let displacement = after - before
            speed = max(abs(displacement.x) / screen.size.width, abs(displacement.y) / screen.size.height) / interval
        }
        let naturalLogarithmOf2 = 0.693_147_180_559_945_3
        return speed + abs(zoomVelocity) * naturalLogarithmOf2 / 2
    }
}
