internal import CPixelKernels

/// Makes weighted means of the pixels around positions, in 8-bit RGB or RGBA, on processors with AVX2.
///
/// Along each axis, a pixel whose center is at a distance from a position has the weight peak − slope · distance, clamped to 0
/// … 1. Colors are weighted by their alpha.
package struct FilteredSampling {
    /// The filter along an axis.
    package struct Axis: Hashable, Sendable {
        /// The distance at which the weight becomes 0; at least 1.
        package var radius: Double
        /// The weight at distance 0, before it is clamped.
        package var peak: Float
        /// The loss of weight over a distance of one pixel.
        package var slope: Float

        /// Creates a filter.
        package init(radius: Double, peak: Float, slope: Float) {
            self.radius = radius
            self.peak = peak
            self.slope = slope
        }
    }

    private var source: tk_filtered_source

    /// Prepares the sampling of some pixels of an image; nil for unsupported layouts, filters and processors.
    ///
    /// - Parameters:
    ///   - base: the first of the pixels, which must stay valid meanwhile.
    ///   - stride: the bytes from one row to the next.
    ///   - columns: the columns of the image that are in memory.
    ///   - rows: the rows of the image that are in memory.
    ///   - layout: the layout of pixels in memory.
    ///   - alphaIsNearest: whether alpha is taken from the pixel that covers a position, instead of being sampled like colors.
    ///   - x: the filter over columns.
    ///   - y: the filter over rows.
    ///   - total: the sum of all weights; nil if it depends on the position.
    ///   - isDithered: whether colors are rounded as in ``BoxDownsampling``, instead of to the nearest.
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
    /// - Returns: the number of pixels made: up to the first one that needs pixels that are not in memory.
    @inline(__always)
    package mutating func sample(
        _ xs: UnsafePointer<Double>, _ ys: UnsafePointer<Double>, count: Int, phase: UInt16,
        into output: UnsafeMutableRawPointer
    ) -> Int {
        tk_sample_filtered(&source, xs, ys, count, phase, output.assumingMemoryBound(to: UInt8.self))
    }
}
