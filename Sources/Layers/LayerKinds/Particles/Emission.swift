internal import LayerTree

/// The times of birth and death of a cell's particles; particle n is born n / rate seconds after the begin.
struct Emission {
    private let rate: Double
    private let begin: Double
    private let duration: Double
    private let meanLifetime: Double
    private let lifetimeRange: Double

    /// The maximum birth rate: a million particles each second.
    private static let rateLimit = 1e6

    init(of cell: EmitterCell, from shown: LayerProperties) {
        func limited(_ value: Double, _ limit: Double) -> Double { value > 0 ? min(value, limit) : 0 }
        rate = cell.isEnabled ? limited(cell.birthRate * shown.emitterBirthRate, Self.rateLimit) : 0
        begin = cell.beginTime.isFinite ? cell.beginTime : 0
        duration = limited(cell.duration, .infinity)
        meanLifetime = limited(cell.lifetime * shown.emitterLifetime, 1e9)
        lifetimeRange = limited(abs(cell.lifetimeRange * shown.emitterLifetime), 1e9)
    }

    var hasLifetimeRange: Bool { lifetimeRange > 0 }

    /// Returns the particles that may live at a time of the layer, in the order of their birth.
    func particles(at time: Double) -> Range<Int> {
        let elapsed = time - begin
        // Beyond, the numbers of particles would not be exact.
        guard rate > 0, elapsed >= 0, elapsed * rate < 0x1p52 else { return 0..<0 }
        let end = min((elapsed * rate).rounded(.down) + 1, (duration * rate).rounded(.up))
        let first = max(0, ((elapsed - meanLifetime - lifetimeRange) * rate).rounded(.down) + 1)
        return first < end ? Int(first)..<Int(end) : 0..<0
    }

    /// Seconds since the birth of a particle.
    func age(of particle: Int, at time: Double) -> Double { time - begin - Double(particle) / rate }

    /// The lifetime of a particle from a random number from −1 to 1.
    func lifetime(_ random: Float) -> Double { meanLifetime + lifetimeRange * Double(random) }

    /// Returns the seconds until particles are born or move; infinite if there will be none.
    func pause(at time: Double) -> Double {
        let longest = meanLifetime + lifetimeRange
        guard rate > 0, longest > 0, duration > 0, time < begin + duration + longest else { return .infinity }
        return max(0, begin - time)
    }
}

/// The random numbers of a particle: SplitMix64, seeded with the particle's number, so that they are always the same.
struct ParticleRandom {
    private var state: UInt64

    init(seed: UInt64, particle: Int) {
        state = seed ^ UInt64(truncatingIfNeeded: particle) &* 0xA076_1D64_78BD_642F
    }

    /// Two numbers from −1 to 1.
    mutating func next() -> (Float, Float) {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        func number(_ part: UInt64) -> Float { Float(part & 0xFF_FFFF) * 0x1p-23 - 1 }
        return (number(bits >> 40), number(bits >> 8))
    }
}
