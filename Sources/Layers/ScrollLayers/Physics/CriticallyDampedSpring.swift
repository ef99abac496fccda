internal import Glibc

/// A spring that pulls to a target as fast as it can without swinging: critically damped, with unit mass.
///
/// The distance to the target after t seconds is (c₁ + c₂·t)·e^(−ω·t) with c₁ the first distance and c₂ = v + ω·c₁. A
/// spring can start with any speed, so one that takes over from another movement goes on smoothly.
public struct CriticallyDampedSpring: Hashable, Sendable {
    /// The distance from the target at the beginning.
    public var displacement: Double
    /// How fast that grows at the beginning, per second.
    public var velocity: Double
    /// How stiff the spring is: ω, in 1/s; with 10, a tenth of a second is a unit of time.
    public var frequency: Double

    /// A spring at its beginning.
    public init(displacement: Double, velocity: Double = 0, frequency: Double) {
        precondition(frequency > 0, "a spring that never pulls never comes to rest")
        self.displacement = displacement
        self.velocity = velocity
        self.frequency = frequency
    }

    /// c₂: how the first distance would grow if the spring only damped.
    private var slope: Double { velocity + frequency * displacement }
}

extension CriticallyDampedSpring {
    /// The distance from the target after some seconds.
    public func displacement(at time: Double) -> Double { (displacement + slope * time) * exp(-frequency * time) }

    /// How fast the distance grows after some seconds.
    public func velocity(at time: Double) -> Double { (velocity - frequency * slope * time) * exp(-frequency * time) }

    /// When it passes the target, in seconds; nil when it never does and only comes closer.
    public var crossingTime: Double? {
        let time = -displacement / slope
        return time.isFinite && time > 0 ? time : nil
    }

    /// Seconds until it stays nearer to the target than a distance.
    public func duration(within threshold: Double) -> Double {
        let (first, growth) = (abs(displacement), abs(slope))
        guard first > 0 || growth > 0 else { return 0 }
        // Too long at first: each of the two terms is below half of the threshold, as t·e^(−ω·t/2) is at most 2/(ω·e).
        var time = max(
            log(max(2 * first / threshold, 1)) / frequency,
            2 * log(max(4 * growth / (frequency * M_E * threshold), 1)) / frequency)
        // Then closer from above: t = ln((|c₁| + |c₂|·t) / threshold) / ω is concave, so no step goes too far.
        for _ in 0..<16 {
            time = max(0, log((first + growth * time) / threshold) / frequency)
        }
        return time.isFinite ? time : 0
    }
}
