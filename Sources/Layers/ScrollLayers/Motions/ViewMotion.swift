internal import LayerTree

/// A movement of the view that goes on by itself: a closed formula of time.
///
/// As it can be asked for any moment, in any order and number, a view moves in the same way whatever the frame rate is.
protocol ViewMotion: Sendable {
    /// When it began.
    var start: Double { get }
    /// When the view is at rest; infinite for what goes on until it is stopped.
    var end: Double { get }

    /// The view at a moment; from ``end`` on, that at rest. Shortly before ``start`` it goes on backwards.
    func view(at time: Double) -> ViewState
}

extension ViewMotion {
    /// The view at rest; nil for what goes on until it is stopped.
    var target: ViewState? { end.isFinite ? view(at: end) : nil }

    /// How fast the view changes at a moment, from where it is just before and just after.
    func velocity(at time: Double) -> ViewVelocity {
        guard time < end else { return .zero }
        let step = 1e-4
        let after = min(time + step, end)
        let duration = after - (time - step)
        let (first, last) = (view(at: time - step), view(at: after))
        return ViewVelocity(
            center: (last.center - first.center) * (1 / duration),
            octaves: (last.octaves - first.octaves) / duration, angle: (last.angle - first.angle) / duration)
    }
}
