internal import Glibc

/// A critically damped spring of unit mass: it reaches its target as fast as possible without oscillating.
///
/// The displacement after t seconds is (c₁ + c₂·t)·e^(−ω·t), with c₁ the initial displacement and c₂ = v + ω·c₁. The
/// initial velocity is free, so a spring can continue another motion smoothly.
public struct CriticallyDampedSpring: Hashable, Sendable {
    /// The initial displacement from the target.
    public var displacement: Double
    /// The initial velocity per second; positive if the displacement grows.
    public var velocity: Double
    /// The angular frequency ω in 1/s, which sets the stiffness.
    ///
    /// The time constant is 1/ω.
    public var frequency: Double

    /// Creates a spring.
    public init(displacement: Double, velocity: Double = 0, frequency: Double) {
        precondition(frequency > 0, "the frequency of a spring must be positive")
        self.displacement = displacement
        self.velocity = velocity
        self.frequency = frequency
    }

    /// The coefficient c₂.
    private var slope: Double { velocity + frequency * displacement }

    /// Returns the displacement after some seconds.
    public func displacement(at time: Double) -> Double { (displacement + slope * time) * exp(-frequency * time) }

    /// Returns the velocity after some seconds.
    public func velocity(at time: Double) -> Double { (velocity - frequency * slope * time) * exp(-frequency * time) }

    /// The time in seconds at which the spring passes its target; nil if it only approaches it.
    public var crossingTime: Double? {
        let time = -displacement / slope
        return time.isFinite && time > 0 ? time : nil
    }

    /// Returns the seconds after which the displacement stays below a threshold.
    public func duration(within threshold: Double) -> Double {
        let first = abs(displacement)
        let growth = abs(slope)
        guard first > 0 || growth > 0 else { return 0 }
        // An upper bound: each of the two terms is below half the threshold, as t·e^(−ω·t/2) is at most 2/(ω·e).
        var time = max(
            log(max(2 * first / threshold, 1)) / frequency,
            2 * log(max(4 * growth / (frequency * M_E * threshold), 1)) / frequency)
        // Fixed-point iteration from above: t = ln((|c₁| + |c₂|·t) / threshold) / ω is concave, so it cannot overshoot.
        for _ in 0..<16 {
            time = max(0, log((first + growth * time) / threshold) / frequency)
        }
        return time.isFinite ? time : 0
    }
}
