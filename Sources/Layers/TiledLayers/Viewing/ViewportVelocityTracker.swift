internal import Glibc
internal import LayerTree
public import TilePyramid
internal import VectorDrawing

/// Measures the velocity of a view from the viewports of the last frames.
///
/// It is for layers whose scroller does not report a velocity. A scroller that knows its velocity sets it in the
/// ``Viewport``.
public struct ViewportVelocityTracker: Sendable {
    /// The seconds over which motion is averaged; a view that stands still for this time is at rest.
    ///
    /// The default is 0.05. Request a frame this long after the last motion, so that the rest is detected.
    public var window: Double

    private var samples: [(time: Double, middle: Point, scale: Double)] = []

    /// Creates a tracker without samples.
    public init(window: Double = 0.05) {
        self.window = window
    }

    /// Measures the motion since the previous viewports.
    ///
    /// - Parameters:
    ///   - viewport: the viewport of this frame.
    ///   - size: the image's full size.
    ///   - time: the time in seconds, on the same clock in all calls.
    ///   - jumps: whether the view was set to this viewport without motion; earlier viewports are then discarded.
    /// - Returns: the viewport with the measured velocity, zoom velocity and ``Viewport/isMoving``.
    /// - Complexity: O(frames within ``window``).
    public mutating func measured(
        _ viewport: Viewport, of size: PixelSize, at time: Double, jumps: Bool = false
    ) -> Viewport {
        let screen = viewport.screen
        let center = Point(x: (screen.minX + screen.maxX) / 2, y: (screen.minY + screen.maxY) / 2)
        var result = viewport
        guard let middle = viewport.projection.inverse?.project(center) else {
            samples = []
            return result
        }
        if jumps {
            samples = []
        }
        samples.removeAll { time - $0.time > window || $0.time >= time }
        let scale = viewport.scale(at: middle)
        if let first = samples.first, first.scale > 0, scale > 0 {
            let seconds = time - first.time
            let displacement = middle - first.middle
            result.velocity = Point(x: displacement.x / seconds, y: displacement.y / seconds)
            result.zoomVelocity = log2(scale / first.scale) / seconds
            result.isMoving = viewport.isMoving || displacement != .zero || scale != first.scale
        }
        samples.append((time, middle, scale))
        return result
    }
}
