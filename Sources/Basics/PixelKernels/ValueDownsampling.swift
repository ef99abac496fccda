internal import CPixelKernels

/// Makes a row of the next coarser level from two rows of stored values: each value is the mean of the 2×2 that it covers.
///
/// Means are exact before they are rounded, of integers of 64 bits as well. Integers are rounded to the nearest, halves to the
/// even one, as NumPy's `rint` does: for each value by itself, where ``BoxDownsampling`` rounds by position, for the
/// eye. Floating-point numbers are added as numbers of 64 bits, (a + b) + (c + d) with the upper row first.
///
/// NaN and the no-data value are invalid: they are left out, and the mean is that of the others. Where all four are invalid,
/// the first is kept as it is. At the right and lower edge of an odd size, the last column and row count twice, so a value is
/// the mean of those that exist.
package struct ValueDownsampling: Sendable {
    /// The type of values in the machine's byte order, and the values that are invalid; nil if all but NaN are valid.
    package enum Values: Hashable, Sendable {
        case uint8(nodata: UInt8?), uint16(nodata: UInt16?), uint32(nodata: UInt32?), uint64(nodata: UInt64?)
        case int8(nodata: Int8?), int16(nodata: Int16?), int32(nodata: Int32?), int64(nodata: Int64?)
        case float32(nodata: ClosedRange<Float>?), float64(nodata: ClosedRange<Double>?)
    }

    private let values: Values

    /// The pixels that a plain loop makes before a vector loop is tried again.
    private static let groupCount = 16

    /// Prepares the loops for values of a type.
    package init(_ values: Values) {
        self.values = values
    }

    /// Makes one row.
    ///
    /// - Parameters:
    ///   - upper: an even row of the finer level, aligned for its values.
    ///   - lower: the row below it; nil when the level ends with `upper`.
    ///   - width: the number of values in the finer rows.
    ///   - output: room for (width + 1) / 2 values; may not overlap the input.
    package func makeRow(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer?, width: Int, into output: UnsafeMutableRawPointer
    ) {
        let lower = lower ?? upper
        var made = 0
        let pairs = width / 2
        while made < pairs {
            let count = makeVectors(upper, lower, made, pairs - made, output)
            made += count
            let end = min(made + Self.groupCount, pairs)
            makePlain(upper, lower, made..<end, width, output)
            made = end
        }
        makePlain(upper, lower, pairs..<(width + 1) / 2, width, output)
    }

    /// The plain twin of ``makeRow(upper:lower:width:into:)``; the tests compare the two.
    package func makeRowScalar(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer?, width: Int, into output: UnsafeMutableRawPointer
    ) {
        makePlain(upper, lower ?? upper, 0..<(width + 1) / 2, width, output)
    }

    /// Makes pixels by vectors up to the first invalid sample; returns their number.
    private func makeVectors(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ first: Int, _ count: Int,
        _ output: UnsafeMutableRawPointer
    ) -> Int {
        func bytes(_ flip: UInt8, _ nodata: UInt8?) -> Int {
            tk_average_bytes_2x2(
                upper.assumingMemoryBound(to: UInt8.self) + 2 * first,
                lower.assumingMemoryBound(to: UInt8.self) + 2 * first, count,
                output.assumingMemoryBound(to: UInt8.self) + first, flip, nodata == nil ? 0 : 1, nodata ?? 0)
        }
        func words(_ flip: UInt16, _ nodata: UInt16?) -> Int {
            tk_average_words_2x2(
                upper.assumingMemoryBound(to: UInt16.self) + 2 * first,
                lower.assumingMemoryBound(to: UInt16.self) + 2 * first, count,
                output.assumingMemoryBound(to: UInt16.self) + first, flip, nodata == nil ? 0 : 1, nodata ?? 0)
        }
        switch values {
        case .uint8(let nodata): return bytes(0, nodata)
        case .int8(let nodata): return bytes(0x80, nodata.map { UInt8(bitPattern: $0) })
        case .uint16(let nodata): return words(0, nodata)
        case .int16(let nodata): return words(0x8000, nodata.map { UInt16(bitPattern: $0) })
        case .float32(let nodata):
            return tk_average_floats_2x2(
                upper.assumingMemoryBound(to: Float.self) + 2 * first,
                lower.assumingMemoryBound(to: Float.self) + 2 * first, count,
                output.assumingMemoryBound(to: Float.self) + first, nodata?.lowerBound ?? .infinity,
                nodata?.upperBound ?? -.infinity)
        default: return 0
        }
    }

    private func makePlain(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ pixels: Range<Int>, _ width: Int,
        _ output: UnsafeMutableRawPointer
    ) {
        switch values {
        case .uint8(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .uint16(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .uint32(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .uint64(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .int8(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .int16(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .int32(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .int64(let nodata): makeIntegers(upper, lower, pixels, width, nodata, output)
        case .float32(let nodata): makeNumbers(upper, lower, pixels, width, nodata, output)
        case .float64(let nodata): makeNumbers(upper, lower, pixels, width, nodata, output)
        }
    }

    @inline(__always)
    private func makeIntegers<Sample: FixedWidthInteger>(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ pixels: Range<Int>, _ width: Int, _ nodata: Sample?,
        _ output: UnsafeMutableRawPointer
    ) {
        let above = upper.assumingMemoryBound(to: Sample.self)
        let below = lower.assumingMemoryBound(to: Sample.self)
        let target = output.assumingMemoryBound(to: Sample.self)
        for x in pixels {
            let left = 2 &* x
            let right = min(left &+ 1, width &- 1)
            let corners = (above[left], above[right], below[left], below[right])
            if let nodata {
                target[x] = ValueMean.mean(corners, without: nodata)
            } else {
                target[x] = ValueMean.mean(corners)
            }
        }
    }

    @inline(__always)
    private func makeNumbers<Sample: BinaryFloatingPoint>(
        _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ pixels: Range<Int>, _ width: Int,
        _ nodata: ClosedRange<Sample>?, _ output: UnsafeMutableRawPointer
    ) {
        let above = upper.assumingMemoryBound(to: Sample.self)
        let below = lower.assumingMemoryBound(to: Sample.self)
        let target = output.assumingMemoryBound(to: Sample.self)
        for x in pixels {
            let left = 2 &* x
            let right = min(left &+ 1, width &- 1)
            target[x] = ValueMean.mean((above[left], above[right], below[left], below[right]), without: nodata)
        }
    }
}
