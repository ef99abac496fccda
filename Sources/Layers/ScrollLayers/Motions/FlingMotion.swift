internal import LayerTree
internal import VectorDrawing

/// A fling: the view decelerates and bounces at the edges independently along each of the content's axes.
struct FlingMotion: ViewMotion {
    let start: Double
    let end: Double
    private let origin: ViewState
    private let x: Fling
    private let y: Fling

    /// Creates a fling from the view state and time of the release.
    ///
    /// The velocity is the center's velocity, in points of the view per second along the content's axes.
    init(from view: ViewState, velocity: Point, at time: Double, within limits: RubberBandLimits) {
        start = time
        origin = view
        let range = limits.geometry.centerLimits(of: view)
        let lengths = limits.lengths(of: view)
        func fling(_ center: Double, _ speed: Double, _ range: ClosedRange<Double>, _ length: Double) -> Fling {
            Fling(
                from: center * view.scale, velocity: speed,
                within: range.lowerBound * view.scale...range.upperBound * view.scale, length: length,
                physics: limits.physics, bounces: limits.bounces)
        }
        x = fling(view.center.x, velocity.x, range.x, lengths.width)
        y = fling(view.center.y, velocity.y, range.y, lengths.height)
        end = time + max(x.duration, y.duration)
    }

    func view(at time: Double) -> ViewState {
        // The difference of two times is inexact, but the end position must be exact.
        let elapsed = time < end ? time - start : .infinity
        var view = origin
        view.center = Point(x: x.position(at: elapsed), y: y.position(at: elapsed)) * (1 / origin.scale)
        return view
    }
}
