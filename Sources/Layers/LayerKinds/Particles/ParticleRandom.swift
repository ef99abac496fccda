/// The random numbers of a particle: SplitMix64, seeded with the particle's number, so that they are always the same.
struct ParticleRandom {
    private var state: UInt64

    init(seed: UInt64, particle: Int) {
        state = seed ^ UInt64(truncatingIfNeeded: particle) &* 0xA076_1D64_78BD_642F
    }

    /// Returns the seed of the particles that a particle emits from one of its cells.
    static func seed(_ seed: UInt64, emittedBy particle: Int, cell: Int) -> UInt64 {
        var random = ParticleRandom(seed: seed, particle: particle)
        random.state &+= UInt64(cell + 1) &* 0xD1B5_4A32_D192_ED03
        return random.bits()
    }

    /// Two numbers from −1 to 1.
    mutating func next() -> (Float, Float) {
        let bits = bits()
        func number(_ part: UInt64) -> Float { Float(part & 0xFF_FFFF) * 0x1p-23 - 1 }
        return (number(bits >> 40), number(bits >> 8))
    }

    /// The next 64 random bits.
    private mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
