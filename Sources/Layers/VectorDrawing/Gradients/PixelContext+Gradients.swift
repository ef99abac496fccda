internal import PixelKernels
internal import TilePyramid

extension PixelContext {
    /// Draws a gradient along a line, over all pixels of the clip: colors are the same on each line at a right angle to it.
    ///
    /// A pixel has the color of its center, in 1,024 steps from the start to the end, as in layers. Pixels beyond an end are
    /// left as they are, unless the options continue the color. Gradients cast no shadow.
    ///
    /// ```swift
    /// context.withSavedState { context in
    ///     context.clip(to: Path(ellipseIn: Rect(x: 0, y: 0, width: 80, height: 80)))
    ///     context.drawLinearGradient(sunset, start: Point(x: 0, y: 0), end: Point(x: 0, y: 80))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - gradient: the colors.
    ///   - start: the point of location 0.
    ///   - end: the point of location 1. If it is the start, or a coordinate is not finite, nothing is drawn.
    ///   - options: the parts beyond the ends that are drawn; none by default.
    /// - Complexity: O(stops + pixels of the clip).
    public mutating func drawLinearGradient(
        _ gradient: Gradient, start: Point, end: Point, options: GradientDrawingOptions = []
    ) {
        draw(GradientShading(gradient, start: start, end: end, options: options, transform: transform))
    }

    /// Draws a gradient between two circles, over all pixels of the clip: center and radius change with the color.
    ///
    /// Where several circles pass through the center of a pixel, the last one is seen. Circles in one another make a disc or a
    /// ring; circles apart make a cone. Otherwise it is as ``drawLinearGradient(_:start:end:options:)``.
    ///
    /// - Parameters:
    ///   - gradient: the colors.
    ///   - startCenter: the center of the circle of location 0.
    ///   - startRadius: its radius.
    ///   - endCenter: the center of the circle of location 1.
    ///   - endRadius: its radius. If both circles are equal, if both radii are 0, if one is negative, or if a number is not
    ///     finite, nothing is drawn.
    ///   - options: the circles beyond both that are drawn, as far as their radii are not negative; none by default.
    /// - Complexity: O(stops + pixels of the clip).
    public mutating func drawRadialGradient(
        _ gradient: Gradient, startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double,
        options: GradientDrawingOptions = []
    ) {
        let circles = GradientCircles(startCenter, startRadius, to: endCenter, endRadius)
        draw(GradientShading(gradient, between: circles, options: options, transform: transform))
    }

    private mutating func draw(_ shading: GradientShading?) {
        guard let shading, !clip.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: clip.size.width) { line in
            guard let line = line.baseAddress else { return }
            forEachRow(of: clip) { row, column, target, coverage, count in
                shading.fill(row: row, columns: column..<column + count, into: line)
                target.blend(line, coverage: coverage, count: count)
            }
        }
    }
}
