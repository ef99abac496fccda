internal import LayerTree
internal import VectorDrawing

/// The distance of a view beyond its limits, springing back while another motion runs within them.
struct Overshoot {
    private var x: CriticallyDampedSpring
    private var y: CriticallyDampedSpring

    /// Creates the overshoot of a moving view; it is zero along an axis on which the view is within its limits.
    init(of view: ViewState, velocity: ViewVelocity, within limits: RubberBandLimits) {
        let excess = limits.excess(of: view)
        let lengths = limits.lengths(of: view)
        let speed = velocity.center * view.scale
        x = limits.physics.bounce(
            displacement: excess.x, velocity: excess.x == 0 ? 0 : speed.x, length: lengths.width)
        y = limits.physics.bounce(
            displacement: excess.y, velocity: excess.y == 0 ? 0 : speed.y, length: lengths.height)
    }

    /// Creates the remainder of an overshoot after some seconds.
    init(_ other: Overshoot, after time: Double) {
        func rest(_ spring: CriticallyDampedSpring) -> CriticallyDampedSpring {
            CriticallyDampedSpring(
                displacement: spring.displacement(at: time), velocity: spring.velocity(at: time),
                frequency: spring.frequency)
        }
        x = rest(other.x)
        y = rest(other.y)
    }

    /// The overshoot after some seconds, in points of the view along the content's axes.
    func offset(at time: Double) -> Point { Point(x: x.displacement(at: time), y: y.displacement(at: time)) }

    /// The seconds until the overshoot is gone.
    var duration: Double { max(x.duration(within: RestThreshold.points), y.duration(within: RestThreshold.points)) }
}
