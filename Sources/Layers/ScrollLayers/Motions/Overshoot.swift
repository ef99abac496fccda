internal import LayerTree

/// What a view has gone beyond its limits, springing back while something else moves it within them.
struct Overshoot {
    private var x: CriticallyDampedSpring
    private var y: CriticallyDampedSpring

    /// The overshoot of a view that moves; along an axis on which it is within its limits there is none.
    init(of view: ViewState, velocity: ViewVelocity, within limits: RubberBandLimits) {
        let excess = limits.excess(of: view)
        let lengths = limits.lengths(of: view)
        let speed = velocity.center * view.scale
        x = limits.physics.bounce(
            displacement: excess.x, velocity: excess.x == 0 ? 0 : speed.x, length: lengths.width)
        y = limits.physics.bounce(
            displacement: excess.y, velocity: excess.y == 0 ? 0 : speed.y, length: lengths.height)
    }

    /// What is left of an overshoot after some seconds, as one that begins then.
    init(_ other: Overshoot, after time: Double) {
        func rest(_ spring: CriticallyDampedSpring) -> CriticallyDampedSpring {
            CriticallyDampedSpring(
                displacement: spring.displacement(at: time), velocity: spring.velocity(at: time),
                frequency: spring.frequency)
        }
        x = rest(other.x)
        y = rest(other.y)
    }

    /// How far the view is beyond its limits after some seconds, in points of the view along the content's axes.
    func offset(at time: Double) -> Point { Point(x: x.displacement(at: time), y: y.displacement(at: time)) }

    /// Seconds until nothing is left of it.
    var duration: Double { max(x.duration(within: RestThreshold.points), y.duration(within: RestThreshold.points)) }
}
