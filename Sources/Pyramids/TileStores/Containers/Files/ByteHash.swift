/// A fast, seeded hash of bytes.
///
/// The seed is different in every run, so that no file can be crafted to collide. Collisions are still possible:
/// compare the bytes.
enum ByteHash {
    /// One seed per chain: with equal seeds, swapping words between two chains would not change the hash.
    private static let seeds = (UInt64.random(), UInt64.random(), UInt64.random(), UInt64.random())

    /// The hash of a text.
    static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }

    /// The hash of some bytes.
    ///
    /// Each step multiplies by an odd constant, that of SplitMix64 (https://prng.di.unimi.it/splitmix64.c), and folds
    /// the well-mixed upper half into the lower. Four chains run interleaved, because each step depends on the one
    /// before.
    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var (hash, second, third, fourth) = seeds
        mix(&hash, UInt64(bytes.count))
        var offset = 0
        if bytes.count >= 32 {
            while offset + 32 <= bytes.count {
                mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                mix(&second, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                mix(&third, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
                mix(&fourth, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
                offset += 32
            }
            // The last word has affected few bits of its chain so far; another chain could cancel them.
            mix(&second, 0)
            mix(&third, 0)
            mix(&fourth, 0)
            mix(&hash, second)
            mix(&hash, third)
            mix(&hash, fourth)
        }
        while offset + 8 <= bytes.count {
            mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        mix(&hash, rest)
        mix(&hash, 0)
        return hash
    }

    private static func mix(_ hash: inout UInt64, _ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
    }
}

extension UInt64 {
    /// A random number that the author of a file cannot predict.
    fileprivate static func random() -> UInt64 { .random(in: .min ... .max) }
}
