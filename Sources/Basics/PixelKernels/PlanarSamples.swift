/// Puts samples together that come as planes of 32-bit numbers, as OpenJPEG has them.
package enum PlanarSamples {
    /// Writes a row of pixels.
    ///
    /// Numbers outside the range are brought into it: lossy compression leaves such.
    ///
    /// - Parameters:
    ///   - planes: the rows of the channels.
    ///   - count: how many pixels.
    ///   - greatest: the greatest sample, from 1 to 65535.
    ///   - target: room for `count` pixels, of 8 bits a sample where `greatest` is below 256 and of 16 otherwise.
    package static func interleave(
        _ planes: [UnsafePointer<Int32>], count: Int, greatest: Int32, into target: UnsafeMutableRawPointer
    ) {
        if greatest < 256 {
            write(planes, count, greatest, target.assumingMemoryBound(to: UInt8.self))
        } else {
            write(planes, count, greatest, target.assumingMemoryBound(to: UInt16.self))
        }
    }

    /// Writes a row of one channel as bytes, each number several times: colors that have less resolution.
    ///
    /// - Parameters:
    ///   - plane: the row, of `count` ÷ `factor` numbers, rounded up; what is outside 0 to 255 is brought into it.
    ///   - factor: for how many pixels a number stands, at least 1.
    ///   - count: how many pixels.
    ///   - target: room for `count` samples.
    package static func upsample(
        _ plane: UnsafePointer<Int32>, factor: Int, count: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        precondition(factor > 0, "a number stands for a pixel at least")
        guard factor > 1 else {
            for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: min(max(plane[x], 0), 255)) }
            return
        }
        for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: min(max(plane[x / factor], 0), 255)) }
    }

    /// Writes a row of one channel through a table, every `stride` samples.
    ///
    /// - Parameters:
    ///   - plane: the row.
    ///   - count: how many numbers.
    ///   - offset: what is added to each first.
    ///   - shift: how many of its lowest bits are dropped then.
    ///   - table: what 0 to `greatest` become; numbers outside are brought into that range.
    ///   - greatest: the last index of the table.
    ///   - target: the first sample; there is room for `count` of them, `stride` apart.
    ///   - stride: the samples from one to the next.
    package static func look<Sample: FixedWidthInteger>(
        up plane: UnsafePointer<Int32>, count: Int, offset: Int32, shift: Int32, in table: UnsafePointer<UInt16>,
        greatest: Int32, to target: UnsafeMutablePointer<Sample>, stride: Int
    ) {
        for x in 0..<count {
            let index = min(max((plane[x] &+ offset) &>> shift, 0), greatest)
            target[x &* stride] = Sample(truncatingIfNeeded: table[Int(index)])
        }
    }

    @inline(__always)
    private static func write<Sample: FixedWidthInteger>(
        _ planes: [UnsafePointer<Int32>], _ count: Int, _ greatest: Int32, _ target: UnsafeMutablePointer<Sample>
    ) {
        for (channel, plane) in planes.enumerated() {
            for x in 0..<count {
                target[x * planes.count + channel] = Sample(truncatingIfNeeded: min(max(plane[x], 0), greatest))
            }
        }
    }
}
