internal import LayerTree
internal import VectorDrawing

/// A motion of the view as a closed formula of time.
///
/// It can be evaluated at any times in any order, so the path does not depend on the frame rate.
protocol ViewMotion: Sendable {
    /// The start time in seconds.
    var start: Double { get }
    /// The time at which the view is at rest; infinity if the motion lasts until it is stopped.
    var end: Double { get }

    /// Returns the view state at a time.
    ///
    /// From ``end`` on it is the final view state; shortly before ``start`` it is extrapolated.
    func view(at time: Double) -> ViewState
}

extension ViewMotion {
    /// The final view state; nil if the motion lasts until it is stopped.
    var target: ViewState? { end.isFinite ? view(at: end) : nil }

    /// The velocity at a time, from the difference of the view states just before and after.
    func velocity(at time: Double) -> ViewVelocity {
        guard time < end else { return .zero }
        let step = 1e-4
        let after = min(time + step, end)
        let duration = after - (time - step)
        let first = view(at: time - step)
        let last = view(at: after)
        return ViewVelocity(
            center: (last.center - first.center) * (1 / duration),
            octaves: (last.octaves - first.octaves) / duration, angle: (last.angle - first.angle) / duration)
    }
}
