internal import CPixelKernels

/// Makes weighted means of the pixels around positions, in 8-bit RGB or RGBA, on processors with AVX2.
///
/// A pixel whose middle is at a distance from a position has the weight peak − slope · distance along each axis, but not below 0 or
/// above 1. Colors are weighted by their alpha.
package struct FilteredSampling {
    /// The filter along an axis.
    package struct Axis: Hashable, Sendable {
        /// The distance at which pixels have no weight; at least 1.
        package var radius: Double
        /// The weight at no distance, before it is clamped.
        package var peak: Float
        /// The weight that is lost in a distance of one pixel.
        package var slope: Float

        /// Creates a filter.
        package init(radius: Double, peak: Float, slope: Float) {
            self.radius = radius
            self.peak = peak
            self.slope = slope
        }
    }

    private var source: tk_filtered_source

    /// Prepares the sampling of some pixels of an image; nil for layouts, filters and processors that this is not made for.
    ///
    /// - Parameters:
    ///   - base: the first of the pixels, which must stay while this is used.
    ///   - stride: the bytes from one row to the next.
    ///   - columns: the columns of the image that are there.
    ///   - rows: the rows of the image that are there.
    ///   - layout: how pixels lie in memory.
    ///   - alphaIsNearest: whether alpha is that of the pixel that covers a position, and not sampled as colors are.
    ///   - x: the filter over columns.
    ///   - y: the filter over rows.
    ///   - total: the sum of all weights; nil if that depends on the position.
    ///   - isDithered: whether colors are rounded as ``BoxDownsampling`` rounds them, and not to the nearest.
    package init?(
        base: UnsafeRawPointer, stride: Int, columns: Range<Int>, rows: Range<Int>, layout: PixelLayout,
        alphaIsNearest: Bool, x: Axis, y: Axis, total: Float?, isDithered: Bool
    ) {
        let limit = total == nil ? 2.0 : 4
        guard layout == PixelLayout(.rgb) || layout == PixelLayout(.rgba), x.radius < limit, y.radius < limit,
            tk_can_sample_filtered() != 0
        else { return nil }
        source = tk_filtered_source(
            base: base.assumingMemoryBound(to: UInt8.self), stride: stride, x: columns.lowerBound, y: rows.lowerBound,
            width: columns.count, height: rows.count, channels: Int32(layout.channels.rawValue),
            alpha_is_nearest: alphaIsNearest ? 1 : 0, radius_x: x.radius, radius_y: y.radius, peak_x: x.peak,
            peak_y: y.peak, slope_x: x.slope, slope_y: y.slope, total: total ?? 0,
            phase_step: isDithered ? BoxDownsampling.columnStep : 0)
    }

    /// Samples pixels at consecutive positions.
    ///
    /// - Parameters:
    ///   - xs: the columns of the positions, counted from the left edge of the image's first pixel.
    ///   - ys: the rows of the positions.
    ///   - count: the number of positions.
    ///   - phase: the rounding phase of the first pixel.
    ///   - output: room for as many pixels.
    /// - Returns: the number of pixels that are made: those before the first one that needs pixels which are not there.
    @inline(__always)
    package mutating func sample(
        _ xs: UnsafePointer<Double>, _ ys: UnsafePointer<Double>, count: Int, phase: UInt16,
        into output: UnsafeMutableRawPointer
    ) -> Int {
        tk_sample_filtered(&source, xs, ys, count, phase, output.assumingMemoryBound(to: UInt8.self))
    }
}
