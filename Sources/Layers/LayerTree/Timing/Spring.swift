internal import Glibc

/// A weight that a spring pulls from 0 to 1 while something slows it down.
///
/// It solves m·x″ + c·x′ + k·x = 0 for the distance x to the end, from x = 1 on, in closed form for each of the three
/// ways a damped oscillator can move (https://en.wikipedia.org/wiki/Harmonic_oscillator#Damped_harmonic_oscillator).
public struct Spring: Hashable, Sendable {
    /// How heavy the weight is, default 1; more makes it slower.
    public let mass: Double
    /// How strongly the spring pulls, default 100; more makes it faster.
    public let stiffness: Double
    /// How strongly it is slowed down, default 10; 2·√(stiffness · mass) keeps it from swinging.
    public let damping: Double
    /// How fast it moves at first, in whole ways for a second, negative for the wrong way; default 0.
    public let initialVelocity: Double

    /// A spring; mass, stiffness and damping are above 0, for otherwise it would not come to rest.
    public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
        precondition(mass > 0 && stiffness > 0 && damping > 0, "a spring has a mass, pulls, and comes to rest")
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
        self.initialVelocity = initialVelocity
    }
}

extension Spring {
    /// Radians a second that it would swing with if nothing slowed it down.
    private var naturalFrequency: Double { (stiffness / mass).squareRoot() }

    /// How much it is slowed down: below 1 it swings, at 1 it is as fast as it can be without, above it creeps.
    public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

    /// The part of the way after so many seconds; more than 1 where it swings over the end.
    public func value(at seconds: Double) -> Double { 1 - distance(at: max(seconds, 0)) }

    /// Seconds until it stays within a thousandth of the end.
    public var settlingDuration: Double {
        let limit = 1e-3
        if dampingRatio < 1 - Self.criticalDampingTolerance {
            // The swings lie within a falling curve.
            let decay = dampingRatio * naturalFrequency
            let amplitude = (1 + sineAmplitude * sineAmplitude).squareRoot()
            return max(0, log(amplitude / limit) / decay)
        }
        // Without swings there is at most one turn, and on both sides of it the distance only falls or only grows.
        var low = turningPoint
        var high = max(2 * low, 1 / naturalFrequency)
        if abs(distance(at: low)) <= limit {
            (low, high) = (0, low)
        } else {
            while abs(distance(at: high)) > limit { high *= 2 }
        }
        for _ in 0..<64 {
            let middle = (low + high) / 2
            if abs(distance(at: middle)) > limit { low = middle } else { high = middle }
        }
        return high
    }

    /// Its way as a pace, for an animation of ``settlingDuration`` seconds.
    public var timingFunction: TimingFunction {
        let duration = settlingDuration
        return TimingFunction { fraction in fraction >= 1 ? 1 : value(at: fraction * duration) }
    }
}

extension Spring {
    /// So near to a damping ratio of 1 the three closed forms give the same numbers, and one of them is used.
    private static let criticalDampingTolerance = 1e-6

    /// Radians a second that it swings with; for one that does not, the rate by which it is faster or slower than
    /// at a damping ratio of 1.
    private var dampedFrequency: Double { naturalFrequency * abs(1 - dampingRatio * dampingRatio).squareRoot() }

    /// How much of a swing comes on top of the pull, for the initial velocity.
    private var sineAmplitude: Double { (dampingRatio * naturalFrequency - initialVelocity) / dampedFrequency }

    /// The distance to the end after so many seconds.
    private func distance(at seconds: Double) -> Double {
        let decay = dampingRatio * naturalFrequency
        if abs(dampingRatio - 1) <= Self.criticalDampingTolerance {
            return exp(-naturalFrequency * seconds) * (1 + (naturalFrequency - initialVelocity) * seconds)
        }
        let angle = dampedFrequency * seconds
        if dampingRatio < 1 {
            return exp(-decay * seconds) * (cos(angle) + sineAmplitude * sin(angle))
        }
        // As cosh and sinh, but without numbers that are too large for long times.
        return
            (exp(angle - decay * seconds) * (1 + sineAmplitude) + exp(-angle - decay * seconds) * (1 - sineAmplitude))
            / 2
    }

    /// When a spring that does not swing turns round: at first when it is pushed the wrong way, or beyond the end; 0 for
    /// never.
    private var turningPoint: Double {
        if abs(dampingRatio - 1) <= Self.criticalDampingTolerance {
            let slope = naturalFrequency - initialVelocity
            return slope == 0 ? 0 : max(0, -initialVelocity / (slope * naturalFrequency))
        }
        // The derivative of both parts: where they cancel out.
        let decay = dampingRatio * naturalFrequency
        let (slow, fast) = (
            (dampedFrequency - decay) * (1 + sineAmplitude), (-dampedFrequency - decay) * (1 - sineAmplitude)
        )
        guard slow != 0, -fast / slow > 1 else { return 0 }
        return log(-fast / slow) / (2 * dampedFrequency)
    }
}
