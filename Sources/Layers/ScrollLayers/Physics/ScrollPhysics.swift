internal import Glibc

/// The constants of a scroll view's motions.
public struct ScrollPhysics: Hashable, Sendable {
    /// The deceleration of flings.
    ///
    /// The default is ``Deceleration/normal``.
    public var deceleration = Deceleration.normal
    /// The angular frequency of the spring that returns content to its edge, in 1/s.
    ///
    /// The default is 10.
    public var bounceFrequency = 10.0
    /// The initial slope of the rubber bands, for positions and scales.
    ///
    /// The default is 0.55.
    public var rubberBandCoefficient = 0.55
    /// The smallest factor by which a pinch can shrink content below its minimum scale.
    ///
    /// The default is 0.9.
    public var minimumScaleOvershoot = 0.9
    /// The largest factor by which a pinch can enlarge content above its maximum scale.
    ///
    /// The default is 1.4.
    public var maximumScaleOvershoot = 1.4
    /// The minimum velocity of a fling, in points per second.
    ///
    /// The default is 50.
    public var minimumFlingSpeed = 50.0
    /// The maximum velocity of a fling, in points per second.
    ///
    /// The default is 8000.
    public var maximumFlingSpeed = 8000.0
    /// The angular frequency of the springs that move the view elsewhere, in 1/s.
    ///
    /// The default is 12: about half a second.
    public var flightFrequency = 12.0
    /// The angular frequency of the springs that follow wheel and keys, in 1/s.
    ///
    /// The default is 20: half the way in 0.08 s.
    public var responseFrequency = 20.0

    /// Creates the default constants.
    public init() {}

    /// Returns the rubber band of an edge, for a view of this length in points.
    public func rubberBand(length: Double) -> RubberBand {
        RubberBand(dimension: length, coefficient: rubberBandCoefficient)
    }

    /// Returns the rubber band of a scale limit, in octaves: of the maximum scale if `isAbove`, else of the minimum
    /// scale.
    public func zoomRubberBand(isAbove: Bool) -> RubberBand {
        RubberBand(
            dimension: abs(log2(isAbove ? maximumScaleOvershoot : minimumScaleOvershoot)),
            coefficient: rubberBandCoefficient)
    }

    /// Returns the spring that brings content back to its edge.
    ///
    /// The outward velocity is limited so that the overshoot stays below nine tenths of the view's length; a fast fling
    /// would otherwise carry the content out of a small view.
    public func bounce(displacement: Double, velocity: Double, length: Double) -> CriticallyDampedSpring {
        let isOutward = displacement == 0 || (displacement < 0) == (velocity < 0)
        let limit = max(0, 0.9 * length - abs(displacement)) * bounceFrequency * M_E
        return CriticallyDampedSpring(
            displacement: displacement,
            velocity: isOutward ? min(max(velocity, -limit), limit) : velocity,
            frequency: bounceFrequency)
    }
}
