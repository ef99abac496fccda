internal import Glibc

/// Fills memory with one sample.
package enum SampleFill {
    /// Fills memory with a sample of 1, 2, 4 or 8 bytes.
    package static func fill(_ target: UnsafeMutableRawBufferPointer, with sample: [UInt8]) {
        guard let start = target.baseAddress, let first = sample.first else { return }
        guard sample.contains(where: { $0 != first }) else {
            memset(start, Int32(truncatingIfNeeded: first), target.count)
            return
        }
        // What is filled is copied after itself, twice as much each time.
        var filled = min(sample.count, target.count)
        target.copyBytes(from: sample.prefix(filled))
        while filled < target.count {
            let count = min(filled, target.count &- filled)
            memcpy(start + filled, start, count)
            filled &+= count
        }
    }
}
