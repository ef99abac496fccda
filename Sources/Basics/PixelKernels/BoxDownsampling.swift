internal import CPixelKernels

/// Makes a row of the next coarser level from two rows of a finer one: each pixel is the mean of the 2×2 it covers.
///
/// At the right and lower edge of an odd size, a pixel is the mean of the 2 or 1 pixels that exist. Color is weighted with
/// alpha, so transparent pixels do not darken the edges of opaque ones.
///
/// **Rounding.** If halves were always rounded up, every level would become brighter by an eighth of a step. If quarters were
/// rounded to the nearest, an image in which all 2×2 have the same remainder, such as a halftone or fine stripes, would shift
/// by a quarter. So a sample is rounded up or down by its position: the percentage of positions that round up equals its
/// fraction, in an order that no regular image follows. No mean drifts, however many levels follow.
public enum BoxDownsampling {
    /// Steps of the rounding phase from a pixel to the next one in its row and in its column, in 1/65536.
    ///
    /// Both are powers of the plastic number's inverse, which spread the phases as evenly over every patch of pixels as
    /// two steps can (http://extremelearning.com.au/unreasonable-effectiveness-of-quasirandom-sequences/).
    package static let columnStep: UInt16 = 49_471
    static let rowStep: UInt16 = 37_345

    /// The rounding phase of a pixel; its upper two bits are added to a sum of four before the division.
    @inline(__always)
    package static func phase(column: Int, row: Int) -> UInt16 {
        UInt16(truncatingIfNeeded: column) &* columnStep &+ UInt16(truncatingIfNeeded: row) &* rowStep
    }

    /// Makes one row.
    ///
    /// - Parameters:
    ///   - upper: the finer level's row 2·`outputRow`.
    ///   - lower: the row below it; nil when the level ends with `upper`.
    ///   - width: the number of pixels in the finer rows.
    ///   - layout: the layout of pixels in all rows.
    ///   - output: room for (width + 1) / 2 pixels; may not overlap the input.
    ///   - outputRow: the number of the row to make, which decides where samples are rounded up.
    ///   - firstColumn: the number of the first pixel to make, which decides where samples are rounded up as well; 0 by
    ///     default. With these numbers, a part of a level gets the same pixels as in the whole.
    public static func makeRow(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer?, width: Int, layout: PixelLayout,
        into output: UnsafeMutableRawPointer, outputRow: Int, firstColumn: Int = 0
    ) {
        guard let lower, layout.depth == .eight, !layout.channels.hasAlpha else {
            return makeRowScalar(
                upper: upper, lower: lower, width: width, layout: layout, into: output, outputRow: outputRow,
                firstColumn: firstColumn)
        }
        let phase = phase(column: firstColumn, row: outputRow)
        // The fast loops leave the last few pixels, and an odd last column, to the plain one.
        var done = 0
        if layout.channels == .gray {
            done = downsampleGray(upper, lower, width / 2, output, phase)
        } else {
            // Shuffling bytes, where the processor can, does in one instruction what takes a dozen otherwise.
            done = tk_downsample_rgb_2x2(upper, lower, width / 2, output, phase, columnStep)
            if done == 0 {
                done = downsampleRGB(upper, lower, width / 2, output, phase)
            }
        }
        let bytes = layout.bytesPerPixel
        makeRowScalar(
            upper: upper + 2 * done * bytes, lower: lower + 2 * done * bytes, width: width - 2 * done,
            layout: layout, into: output + done * bytes, outputRow: outputRow, firstColumn: firstColumn + done)
    }

    /// The plain twin of ``makeRow(upper:lower:width:layout:into:outputRow:)``, for every layout; the tests compare
    /// the two.
    ///
    /// All pointers are at the output's pixel `firstColumn`, and `width` counts from there.
    package static func makeRowScalar(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer?, width: Int, layout: PixelLayout,
        into output: UnsafeMutableRawPointer, outputRow: Int, firstColumn: Int = 0
    ) {
        let phase = phase(column: firstColumn, row: outputRow)
        switch layout.depth {
        case .eight:
            makeScalarRow(UInt8.self, upper, lower, width, layout.channels, output, phase)
        case .sixteen:
            makeScalarRow(UInt16.self, upper, lower, width, layout.channels, output, phase)
        }
    }

    private static func makeScalarRow<Sample: FixedWidthInteger & UnsignedInteger>(
        _ type: Sample.Type, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer?, _ width: Int,
        _ channels: PixelLayout.Channels, _ output: UnsafeMutableRawPointer, _ firstPhase: UInt16
    ) {
        var phase = firstPhase
        let above = upper.assumingMemoryBound(to: Sample.self)
        let below = lower?.assumingMemoryBound(to: Sample.self)
        let target = output.assumingMemoryBound(to: Sample.self)
        let count = channels.rawValue
        for x in 0..<((width + 1) / 2) {
            let left = 2 * x * count
            // A pixel that does not exist is replaced by one that does: the mean of a, a is that of a alone.
            let right = 2 * x + 1 < width ? left + count : left
            let rows = (above, below ?? above)
            let bias = UInt64(phase >> 14)
            phase &+= columnStep
            let corners = (rows.0 + left, rows.0 + right, rows.1 + left, rows.1 + right)
            if channels.hasAlpha {
                weightedMean(corners, count, target + x * count, bias)
            } else {
                for channel in 0..<count {
                    target[x * count + channel] = mean(corners, channel, bias)
                }
            }
        }
    }

    private typealias Corners<Sample> = (
        UnsafePointer<Sample>, UnsafePointer<Sample>, UnsafePointer<Sample>, UnsafePointer<Sample>
    )

    /// A quarter of the sum, rounded up where its remainder and `bias`, from 0 to 3, make 4.
    @inline(__always)
    private static func mean<Sample: FixedWidthInteger>(
        _ corners: Corners<Sample>, _ channel: Int, _ bias: UInt64
    ) -> Sample {
        let sum =
            UInt64(truncatingIfNeeded: corners.0[channel]) + UInt64(truncatingIfNeeded: corners.1[channel])
            + UInt64(truncatingIfNeeded: corners.2[channel]) + UInt64(truncatingIfNeeded: corners.3[channel])
        return Sample(truncatingIfNeeded: (sum + bias) >> 2)
    }

    /// The mean of colors weighted with their alpha, and the mean alpha.
    @inline(__always)
    private static func weightedMean<Sample: FixedWidthInteger & UnsignedInteger>(
        _ corners: Corners<Sample>, _ count: Int, _ target: UnsafeMutablePointer<Sample>, _ bias: UInt64
    ) {
        let alpha = count - 1
        let weights = (
            UInt64(corners.0[alpha]), UInt64(corners.1[alpha]), UInt64(corners.2[alpha]), UInt64(corners.3[alpha])
        )
        let total = weights.0 + weights.1 + weights.2 + weights.3
        target[alpha] = mean(corners, alpha, bias)
        let isEven = weights.0 == weights.1 && weights.0 == weights.2 && weights.0 == weights.3
        guard !isEven else {  // as in an image without alpha; also where nothing is visible
            for channel in 0..<alpha {
                target[channel] = mean(corners, channel, bias)
            }
            return
        }
        for channel in 0..<alpha {
            let sum =
                UInt64(corners.0[channel]) * weights.0 + UInt64(corners.1[channel]) * weights.1
                + UInt64(corners.2[channel]) * weights.2 + UInt64(corners.3[channel]) * weights.3
            target[channel] = Sample(truncatingIfNeeded: (sum + total * bias / 4) / total)
        }
    }
}
