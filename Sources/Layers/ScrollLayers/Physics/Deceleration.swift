internal import Glibc

/// Exponential deceleration: the velocity shrinks by a constant factor per millisecond.
///
/// After t seconds the velocity is v·d^(1000·t), and the distance is v·(d^(1000·t) − 1) / (1000·ln d). Both are closed
/// formulas, so the path does not depend on the frame rate.
public struct Deceleration: Hashable, Sendable {
    /// The factor d per millisecond, between 0 and 1.
    public let rate: Double

    /// Creates a deceleration with a factor per millisecond, between 0 and 1.
    public init(rate: Double) {
        precondition(rate > 0 && rate < 1, "the rate of deceleration must be between 0 and 1")
        self.rate = rate
    }

    /// The default, 0.998: the total distance is half a second at the initial velocity.
    public static let normal = Deceleration(rate: 0.998)
    /// A fast deceleration, 0.99: the total distance is a tenth of a second at the initial velocity.
    public static let fast = Deceleration(rate: 0.99)

    /// The remaining distance in points below which a motion counts as at rest.
    public static let restDistance = 0.5

    /// The exponent of time, 1000·ln d in 1/s; negative.
    private var exponent: Double { 1000 * log(rate) }

    /// Returns the velocity after some seconds.
    public func velocity(from first: Double, after time: Double) -> Double { first * exp(exponent * time) }

    /// Returns the distance covered after some seconds.
    public func distance(from first: Double, after time: Double) -> Double { first * expm1(exponent * time) / exponent }

    /// Returns the total distance.
    public func distance(from first: Double) -> Double { -first / exponent }

    /// Returns the seconds until the motion counts as at rest.
    ///
    /// - Parameters:
    ///   - first: the initial velocity.
    ///   - distance: the remaining distance at which the motion counts as at rest. The default is ``restDistance``.
    /// - Returns: the duration; 0 if the total distance is at most `distance`.
    public func duration(from first: Double, within distance: Double = restDistance) -> Double {
        let speed = abs(first)
        guard speed > -exponent * distance else { return 0 }
        return log(-exponent * distance / speed) / exponent
    }

    /// Returns the seconds until a distance is covered; nil if it is too far or in the opposite direction.
    public func time(toCover distance: Double, from first: Double) -> Double? {
        guard distance != 0 else { return 0 }
        let part = exponent * distance / first
        guard part.isFinite, part < 0, part > -1 else { return nil }
        return log1p(part) / exponent
    }
}
