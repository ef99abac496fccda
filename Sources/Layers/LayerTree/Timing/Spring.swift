internal import Glibc

/// A damped harmonic oscillator that moves from 0 to 1.
///
/// It solves m·x″ + c·x′ + k·x = 0 for the distance x from the target, starting at x = 1, in closed form for the
/// underdamped, critically damped and overdamped cases
/// (https://en.wikipedia.org/wiki/Harmonic_oscillator#Damped_harmonic_oscillator).
public struct Spring: Hashable, Sendable {
    /// The mass, 1 by default; a larger mass makes the motion slower.
    public let mass: Double
    /// The spring constant, 100 by default; a larger constant makes the motion faster.
    public let stiffness: Double
    /// The damping coefficient, 10 by default; critical damping is 2·√(stiffness · mass).
    public let damping: Double
    /// The initial velocity in total distances per second, negative away from the target; the default is 0.
    public let initialVelocity: Double

    /// Creates a spring; mass, stiffness and damping must be positive, or it would never come to rest.
    public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
        precondition(mass > 0 && stiffness > 0 && damping > 0, "mass, stiffness and damping must be positive")
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
        self.initialVelocity = initialVelocity
    }

    /// Creates a spring from its perceived duration and bounce.
    ///
    /// - Parameters:
    ///   - duration: seconds of an undamped oscillation, about the perceived duration of the motion; positive.
    ///   - bounce: 0, the default, for critical damping. Values toward 1, excluded, overshoot more; values toward −1, excluded,
    ///     approach the target more slowly. The damping ratio is 1 − bounce, and below 0 it is 1 / (1 + bounce).
    public init(duration: Double, bounce: Double = 0) {
        precondition(duration > 0, "the duration of a spring must be positive")
        precondition(bounce > -1 && bounce < 1, "the bounce must be between -1 and 1")
        let frequency = 2 * Double.pi / duration
        let ratio = bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
        self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
    }

    /// The undamped angular frequency in radians for each second.
    private var naturalFrequency: Double { (stiffness / mass).squareRoot() }

    /// The damping ratio: below 1 the spring oscillates, 1 is critical damping, above 1 it is overdamped.
    public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

    /// Returns the progress after a time in seconds; more than 1 while the spring overshoots.
    public func value(at seconds: Double) -> Double { 1 - distance(at: max(seconds, 0)) }

    /// The seconds until the spring stays within 1/1000 of the target.
    public var settlingDuration: Double {
        let limit = 1e-3
        if dampingRatio < 1 - Self.criticalDampingTolerance {
            // The oscillation lies within an exponentially decaying envelope.
            let decay = dampingRatio * naturalFrequency
            let amplitude = (1 + sineAmplitude * sineAmplitude).squareRoot()
            return max(0, log(amplitude / limit) / decay)
        }
        // Without oscillation there is at most one turning point, and the distance is monotonic on both sides of it.
        var low = turningPoint
        var high = max(2 * low, 1 / naturalFrequency)
        if abs(distance(at: low)) <= limit {
            high = low
            low = 0
        } else {
            while abs(distance(at: high)) > limit { high *= 2 }
        }
        for _ in 0..<64 {
            let middle = (low + high) / 2
            if abs(distance(at: middle)) > limit { low = middle } else { high = middle }
        }
        return high
    }

    /// The spring's motion as a timing function, for an animation of ``settlingDuration`` seconds.
    public var timingFunction: TimingFunction {
        let duration = settlingDuration
        return TimingFunction { fraction in fraction >= 1 ? 1 : value(at: fraction * duration) }
    }

    /// The tolerance of the damping ratio around 1 for use of the critical-damping formula.
    private static let criticalDampingTolerance = 1e-6

    /// The damped angular frequency in radians for each second; for an overdamped spring, the difference of its decay
    /// rates from their mean.
    private var dampedFrequency: Double { naturalFrequency * abs(1 - dampingRatio * dampingRatio).squareRoot() }

    /// The coefficient of the sine, or hyperbolic sine, which follows from the initial velocity.
    private var sineAmplitude: Double { (dampingRatio * naturalFrequency - initialVelocity) / dampedFrequency }

    /// The distance from the target after a time in seconds.
    private func distance(at seconds: Double) -> Double {
        let decay = dampingRatio * naturalFrequency
        if abs(dampingRatio - 1) <= Self.criticalDampingTolerance {
            return exp(-naturalFrequency * seconds) * (1 + (naturalFrequency - initialVelocity) * seconds)
        }
        let angle = dampedFrequency * seconds
        if dampingRatio < 1 {
            return exp(-decay * seconds) * (cos(angle) + sineAmplitude * sin(angle))
        }
        // cosh and sinh in a form that does not overflow for long times.
        return
            (exp(angle - decay * seconds) * (1 + sineAmplitude) + exp(-angle - decay * seconds) * (1 - sineAmplitude))
            / 2
    }

    /// The time at which a non-oscillating spring reverses, after an initial velocity away from or past the target; 0 for
    /// never.
    private var turningPoint: Double {
        if abs(dampingRatio - 1) <= Self.criticalDampingTolerance {
            let slope = naturalFrequency - initialVelocity
            return slope == 0 ? 0 : max(0, -initialVelocity / (slope * naturalFrequency))
        }
        // The time at which the derivatives of both exponentials cancel out.
        let decay = dampingRatio * naturalFrequency
        let slow = (dampedFrequency - decay) * (1 + sineAmplitude)
        let fast = (-dampedFrequency - decay) * (1 - sineAmplitude)
        guard slow != 0, -fast / slow > 1 else { return 0 }
        return log(-fast / slow) / (2 * dampedFrequency)
    }
}
