/// Interleaves samples from planes of 32-bit numbers, as OpenJPEG delivers them.
package enum PlanarSamples {
    /// Writes a row of pixels.
    ///
    /// Numbers outside the range are clamped: lossy compression yields some.
    ///
    /// - Parameters:
    ///   - planes: the rows of the channels.
    ///   - count: the number of pixels.
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

    /// Writes a row of one channel as bytes and repeats each number, for colors with less resolution.
    ///
    /// - Parameters:
    ///   - plane: the row, of `count` ÷ `factor` numbers, rounded up; they are clamped to 0 … 255.
    ///   - factor: the number of pixels for each number, at least 1.
    ///   - count: the number of pixels.
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
    ///   - count: the number of numbers.
    ///   - offset: the number that is added to each first.
    ///   - shift: the number of lowest bits that are dropped after that.
    ///   - table: the results for 0 to `greatest`; other numbers are clamped to this range.
    ///   - greatest: the last index of the table.
    ///   - target: the first sample; there is room for `count` of them, `stride` apart.
    ///   - stride: the distance from one sample to the next, in samples.
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
