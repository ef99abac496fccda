internal import Glibc
internal import LayerTree
public import TilePyramid

/// Finds out how fast a view moves from the views of the last frames.
///
/// For layers that are shown by something that knows no velocity; whoever knows one, such as a scroll layer during a
/// glide, says so in the ``Viewport`` itself.
public struct ViewportVelocityTracker: Sendable {
    /// Seconds over which the motion is averaged, and after which a view that stands still is at rest; default 0.05.
    ///
    /// Ask for a frame that long after the last motion, so that the rest is noticed.
    public var window: Double

    private struct Sample {
        var time: Double
        var middle: Point
        var scale: Double
    }
    private var samples: [Sample] = []

    /// A measurement that has seen nothing yet.
    public init(window: Double = 0.05) {
        self.window = window
    }

    /// Measures how the view has moved since the views before it.
    ///
    /// - Parameters:
    ///   - viewport: the view of this frame.
    ///   - size: the image's full size.
    ///   - time: seconds on the clock of all calls.
    ///   - jumps: whether the view was not moved here but put here; what was before does not count then.
    /// - Returns: the view with the velocity, the zoom and the ``Viewport/isMoving`` that follow.
    /// - Complexity: O(frames within ``window``).
    public mutating func measured(
        _ viewport: Viewport, of size: PixelSize, at time: Double, jumps: Bool = false
    ) -> Viewport {
        let center = Point(
            x: (viewport.screen.minX + viewport.screen.maxX) / 2, y: (viewport.screen.minY + viewport.screen.maxY) / 2)
        var result = viewport
        guard let middle = viewport.projection.inverse?.project(center) else {
            samples = []
            return result
        }
        if jumps {
            samples = []
        }
        samples.removeAll { time - $0.time > window || $0.time >= time }
        let sample = Sample(time: time, middle: middle, scale: viewport.scale(at: middle))
        if let first = samples.first, first.scale > 0, sample.scale > 0 {
            let seconds = time - first.time
            let way = middle - first.middle
            result.velocity = Point(x: way.x / seconds, y: way.y / seconds)
            result.zoomVelocity = log2(sample.scale / first.scale) / seconds
            result.isMoving = viewport.isMoving || way != .zero || sample.scale != first.scale
        }
        samples.append(sample)
        return result
    }
}
