internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// A pan and zoom at constant velocity while keys are held; it stops at the limits.
struct ConstantVelocityMotion: ViewMotion {
    let start: Double
    private let origin: ViewState
    private let pan: Point
    private let zoom: Double
    private let zoomDuration: Double
    private let overshoot: Overshoot
    private let limits: RubberBandLimits

    var end: Double { .infinity }

    /// Creates a motion that pans at points of the view per second, and zooms at octaves per second.
    ///
    /// Of the current velocity, only the velocity of an overshoot is kept.
    init(
        from view: ViewState, velocity: ViewVelocity, pan: Point, zoom: Double, at time: Double,
        within limits: RubberBandLimits
    ) {
        start = time
        origin = view
        self.pan = pan
        self.zoom = zoom
        self.limits = limits
        let range = limits.geometry.scaleRange(angle: view.angle)
        let limit = zoom < 0 ? range.lowerBound : range.upperBound
        zoomDuration = zoom == 0 ? 0 : max(0, (log2(limit) - view.octaves) / zoom)
        overshoot = Overshoot(of: view, velocity: velocity, within: limits)
    }

    func view(at time: Double) -> ViewState {
        let elapsed = time - start
        let zoomed = zoomDuration > 0 ? min(elapsed, zoomDuration) : 0
        var view = origin
        view.octaves = origin.octaves + zoom * zoomed
        // The velocity is constant on the screen; the path through the content is its integral over 1/scale.
        let growth = zoom * M_LN2
        let distance = growth == 0 ? zoomed : -expm1(-growth * zoomed) / growth
        let rest = (elapsed - zoomed) * origin.scale / view.scale
        view.center = origin.center + origin.contentVector(pan) * (distance + rest)
        view.center = limits.geometry.centerLimits(of: view).clamp(view.center)
        view.center = view.center + overshoot.offset(at: elapsed) * (1 / view.scale)
        return view
    }
}
