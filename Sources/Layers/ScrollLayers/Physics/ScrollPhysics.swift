internal import Glibc

/// The constants of how a view moves.
public struct ScrollPhysics: Hashable, Sendable {
    /// How a throw slows down; default ``Deceleration/normal``.
    public var deceleration = Deceleration.normal
    /// The stiffness of the spring that brings content back from beyond its edge, in 1/s; default 10.
    public var bounceFrequency = 10.0
    /// The part that content follows at first when drawn beyond its edge, or made larger or smaller than it can be;
    /// default 0.55.
    public var rubberBandCoefficient = 0.55
    /// How many times smaller than its smallest scale content can be drawn, at most; default 0.9.
    public var minimumScaleOvershoot = 0.9
    /// How many times larger than its largest scale content can be drawn, at most; default 1.4.
    public var maximumScaleOvershoot = 1.4
    /// Below this speed, in points per second, letting go is not a throw; default 50.
    public var minimumFlingSpeed = 50.0
    /// No throw is faster, in points per second; default 8000.
    public var maximumFlingSpeed = 8000.0
    /// The stiffness of springs that carry the view to another place, in 1/s; default 12: half a second.
    public var flightFrequency = 12.0
    /// The stiffness of springs that follow the wheel and the keys, in 1/s; default 20: half the way in 0.08 s.
    public var responseFrequency = 20.0

    /// The defaults.
    public init() {}
}

extension ScrollPhysics {
    /// A rubber band for edges of a view that is so long in that direction, in points.
    public func rubberBand(length: Double) -> RubberBand {
        RubberBand(dimension: length, coefficient: rubberBandCoefficient)
    }

    /// A rubber band for scales, in octaves, below the smallest or above the largest.
    public func zoomRubberBand(isAbove: Bool) -> RubberBand {
        RubberBand(
            dimension: abs(log2(isAbove ? maximumScaleOvershoot : minimumScaleOvershoot)),
            coefficient: rubberBandCoefficient)
    }

    /// The spring that brings something back to its edge.
    ///
    /// What is thrown over the edge of a small view would leave it altogether: the speed is kept so low that nine tenths
    /// of the view's length are never passed.
    public func bounce(displacement: Double, velocity: Double, length: Double) -> CriticallyDampedSpring {
        let isOutward = displacement == 0 || (displacement < 0) == (velocity < 0)
        let limit = max(0, 0.9 * length - abs(displacement)) * bounceFrequency * M_E
        return CriticallyDampedSpring(
            displacement: displacement,
            velocity: isOutward ? min(max(velocity, -limit), limit) : velocity,
            frequency: bounceFrequency)
    }
}
