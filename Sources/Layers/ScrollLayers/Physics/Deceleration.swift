internal import Glibc

/// How something that was thrown slows down: by the same factor in each millisecond.
///
/// Its speed after t seconds is v·d^(1000·t), and its way v·(d^(1000·t) − 1) / (1000·ln d). Nothing here depends on how
/// often it is asked, so the path is the same at any frame rate.
public struct Deceleration: Hashable, Sendable {
    /// The factor d by which speed shrinks in a millisecond; between 0 and 1.
    public let rate: Double

    /// Slowing down by a factor in each millisecond, between 0 and 1.
    public init(rate: Double) {
        precondition(rate > 0 && rate < 1, "what slows down has a rate between 0 and 1")
        self.rate = rate
    }

    /// The usual one, 0.998: half a second's way at the first speed.
    public static let normal = Deceleration(rate: 0.998)
    /// One that stops soon, 0.99: a tenth of a second's way at the first speed.
    public static let fast = Deceleration(rate: 0.99)

    /// What is left of the way when something counts as at rest, in points.
    public static let restDistance = 0.5

    /// The exponent of time: 1000·ln d, in 1/s; negative.
    private var exponent: Double { 1000 * log(rate) }
}

extension Deceleration {
    /// The speed that is left of a first one after some seconds.
    public func velocity(from first: Double, after time: Double) -> Double { first * exp(exponent * time) }

    /// The way after some seconds, from a first speed.
    public func distance(from first: Double, after time: Double) -> Double { first * expm1(exponent * time) / exponent }

    /// The whole way, if it were left to run for ever.
    public func distance(from first: Double) -> Double { -first / exponent }

    /// Seconds until so little of the way is left that it counts as at rest.
    ///
    /// - Parameters:
    ///   - first: the first speed.
    ///   - distance: what may be left of the way; default half a point.
    /// - Returns: 0 when no more than that is left from the beginning.
    public func duration(from first: Double, within distance: Double = restDistance) -> Double {
        let speed = abs(first)
        guard speed > -exponent * distance else { return 0 }
        return log(-exponent * distance / speed) / exponent
    }

    /// Seconds until a distance is covered; nil when it never is, for being too far or in the other direction.
    public func time(toCover distance: Double, from first: Double) -> Double? {
        guard distance != 0 else { return 0 }
        let part = exponent * distance / first
        guard part.isFinite, part < 0, part > -1 else { return nil }
        return log1p(part) / exponent
    }
}
