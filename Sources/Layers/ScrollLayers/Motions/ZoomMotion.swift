internal import LayerTree
internal import VectorDrawing

/// A zoom and rotation about a fixed point of the screen.
///
/// Springs drive the scale and the angle, and the center follows from them. A center beyond the limits is clamped, and the
/// fixed point returns as soon as the limits allow.
struct ZoomMotion: ViewMotion {
    /// The final scale and angle.
    struct Goal {
        var scale: Double
        var angle: Double
    }

    let start: Double
    let end: Double
    /// The fixed point, in points from the view's upper left corner.
    let point: Point
    /// The content point at the fixed point, in the content's points.
    private let anchor: Point
    private let destination: ViewState
    private let octaves: CriticallyDampedSpring
    private let angle: CriticallyDampedSpring
    private let overshoot: Overshoot
    private let limits: RubberBandLimits

    /// Creates a zoom about a point of the view, on springs with this angular frequency in 1/s.
    ///
    /// Of the current velocity, only scale, angle and overshoot are kept.
    init(
        from view: ViewState, velocity: ViewVelocity, to goal: Goal, about point: Point, at time: Double,
        within limits: RubberBandLimits, frequency: Double
    ) {
        self.init(
            start: time, from: view, velocity: velocity, to: goal, point: point,
            anchor: view.contentPoint(at: point, in: limits.geometry.viewportSize),
            overshoot: Overshoot(of: view, velocity: velocity, within: limits), within: limits, frequency: frequency)
    }

    /// Creates a zoom to another goal about the same point, continuing a zoom in progress.
    init(continuing other: ZoomMotion, to goal: Goal, at time: Double, frequency: Double) {
        self.init(
            start: time, from: other.view(at: time), velocity: other.velocity(at: time), to: goal, point: other.point,
            anchor: other.anchor, overshoot: Overshoot(other.overshoot, after: time - other.start),
            within: other.limits, frequency: frequency)
    }

    private init(
        start: Double, from view: ViewState, velocity: ViewVelocity, to goal: Goal, point: Point, anchor: Point,
        overshoot: Overshoot, within limits: RubberBandLimits, frequency: Double
    ) {
        self.start = start
        self.point = point
        self.anchor = anchor
        self.overshoot = overshoot
        self.limits = limits
        var destination = view
        destination.scale = goal.scale
        destination.angle = goal.angle
        self.destination = destination
        octaves = CriticallyDampedSpring(
            displacement: view.octaves - destination.octaves, velocity: velocity.octaves, frequency: frequency)
        angle = CriticallyDampedSpring(
            displacement: view.angle - goal.angle, velocity: velocity.angle, frequency: frequency)
        end =
            start
            + max(
                octaves.duration(within: RestThreshold.octaves), angle.duration(within: RestThreshold.degrees),
                overshoot.duration)
    }

    func view(at time: Double) -> ViewState {
        let elapsed = time - start
        let isMoving = time < end
        var view = destination
        if isMoving {
            view.octaves = destination.octaves + octaves.displacement(at: elapsed)
            view.angle = destination.angle + angle.displacement(at: elapsed)
        }
        view = view.placing(anchor, at: point, in: limits.geometry.viewportSize)
        view.center = limits.geometry.centerLimits(of: view).clamp(view.center)
        if isMoving {
            view.center = view.center + overshoot.offset(at: elapsed) * (1 / view.scale)
        }
        return view
    }
}
