/// A fast, seeded hash of bytes.
///
/// The seed is usually different in every run, so that no file can be crafted to collide. Collisions are still possible:
/// compare the bytes.
package struct ByteHash: Sendable {
    /// One seed per chain: with equal seeds, swapping words between two chains would not change the hash.
    private let seeds: (UInt64, UInt64, UInt64, UInt64)

    /// The hash of this run.
    private static let ofThisRun = ByteHash(seed: .random(in: .min ... .max))

    /// Creates the hash with a seed, for hashes that are kept in a file.
    package init(seed: UInt64) {
        var state = seed
        // SplitMix64, with its finalizer.
        func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            return word ^ word >> 31
        }
        seeds = (next(), next(), next(), next())
    }

    /// The hash of a text.
    package static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }

    /// The hash of some bytes with the seed of this run.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 { ofThisRun.hash(bytes) }

    /// The hash of some bytes.
    ///
    /// Each step multiplies by an odd constant, that of SplitMix64 (https://prng.di.unimi.it/splitmix64.c), and folds
    /// the well-mixed upper half into the lower. Four chains run interleaved, because each step depends on the one
    /// before.
    package func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var (hash, second, third, fourth) = seeds
        Self.mix(&hash, UInt64(bytes.count))
        var offset = 0
        if bytes.count >= 32 {
            while offset + 32 <= bytes.count {
                Self.mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                Self.mix(&second, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                Self.mix(&third, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
                Self.mix(&fourth, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
                offset += 32
            }
            // The last word has affected few bits of its chain so far; another chain could cancel them.
            Self.mix(&second, 0)
            Self.mix(&third, 0)
            Self.mix(&fourth, 0)
            Self.mix(&hash, second)
            Self.mix(&hash, third)
            Self.mix(&hash, fourth)
        }
        while offset + 8 <= bytes.count {
            Self.mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        Self.mix(&hash, rest)
        Self.mix(&hash, 0)
        return hash
    }

    private static func mix(_ hash: inout UInt64, _ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
    }
}
