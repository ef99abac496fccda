internal import LayerTree

/// A view that is scaled, and turned, about a place of the content that stays where it is on the screen.
///
/// Springs change scale and angle; the center follows from them. Where the limits do not allow it, the center keeps to
/// them, and the place comes back to its point as soon as they do.
struct ZoomMotion: ViewMotion {
    /// What is to be reached.
    struct Goal {
        var scale: Double
        var angle: Double
    }

    let start: Double
    let end: Double
    /// Where the place that stays is seen, in points from the view's upper left corner.
    let point: Point
    /// The place that stays, in the content's points.
    private let anchor: Point
    private let destination: ViewState
    private let octaves: CriticallyDampedSpring
    private let angle: CriticallyDampedSpring
    private let overshoot: Overshoot
    private let limits: RubberBandLimits

    /// A change of scale and angle about what is seen at a point.
    ///
    /// - Parameters:
    ///   - view: what is shown.
    ///   - velocity: how fast that changes; what of it is not a change of scale, of angle, or of an overshoot is dropped.
    ///   - goal: scale and angle at the end.
    ///   - point: where the view stays as it is.
    ///   - time: when it begins.
    ///   - limits: what a view may be.
    ///   - frequency: the stiffness of the springs.
    init(
        from view: ViewState, velocity: ViewVelocity, to goal: Goal, about point: Point, at time: Double,
        within limits: RubberBandLimits, frequency: Double
    ) {
        self.init(
            start: time, from: view, velocity: velocity, to: goal, point: point,
            anchor: view.contentPoint(at: point, in: limits.geometry.viewportSize),
            overshoot: Overshoot(of: view, velocity: velocity, within: limits), within: limits, frequency: frequency)
    }

    /// A change to another goal, about the same place, from what is shown then.
    init(continuing other: ZoomMotion, to goal: Goal, at time: Double, frequency: Double) {
        self.init(
            start: time, from: other.view(at: time), velocity: other.velocity(at: time), to: goal, point: other.point,
            anchor: other.anchor, overshoot: Overshoot(other.overshoot, after: time - other.start),
            within: other.limits,
            frequency: frequency)
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
