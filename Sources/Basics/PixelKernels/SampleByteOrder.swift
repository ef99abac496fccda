/// The byte order of stored samples.
package enum SampleByteOrder {
    /// Whether this machine is big-endian.
    package static let isMachineBigEndian = 1.bigEndian == 1

    /// Reverses the bytes of each sample.
    ///
    /// - Parameters:
    ///   - samples: the first sample, aligned.
    ///   - bytes: the number of bytes; those of an incomplete sample at the end stay.
    ///   - bits: the bits of a sample: 16, 24, 32 or 64; samples of other sizes stay.
    package static func swap(_ samples: UnsafeMutableRawPointer, bytes: Int, bits: Int) {
        switch bits {
        case 16: swap(samples.assumingMemoryBound(to: UInt16.self), bytes / 2)
        case 32: swap(samples.assumingMemoryBound(to: UInt32.self), bytes / 4)
        case 64: swap(samples.assumingMemoryBound(to: UInt64.self), bytes / 8)
        case 24:
            let samples = samples.assumingMemoryBound(to: UInt8.self)
            for index in stride(from: 0, to: bytes - 2, by: 3) {
                (samples[index], samples[index + 2]) = (samples[index + 2], samples[index])
            }
        default: break
        }
    }

    private static func swap<Sample: FixedWidthInteger>(_ samples: UnsafeMutablePointer<Sample>, _ count: Int) {
        for index in 0..<count { samples[index] = samples[index].byteSwapped }
    }
}
