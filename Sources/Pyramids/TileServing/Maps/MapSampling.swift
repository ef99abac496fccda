internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// Resamples the pixels of a level to a part of the map at one zoom.
protocol MapSampling: Sendable {
    /// The pixels of the level that are needed; nil if none are.
    var needed: PixelRect? { get }
    /// Whether every pixel of the part lies in the image.
    var isCovering: Bool { get }
    /// Samples the part, the pixels of which are transparent where they lie beyond the image.
    ///
    /// - Parameters:
    ///   - window: the pixels that are ``needed``.
    ///   - layout: how they and the result lie in memory.
    ///   - output: memory for the part, cleared.
    /// - Throws: `OutOfMemory`.
    func render(from window: PixelWindow, _ layout: PixelLayout, into output: PixelMemory) throws
}

extension Level {
    /// The full-size pixels that one pixel covers.
    var step: (x: Double, y: Double) { (horizontalDownsample, verticalDownsample) }
}

extension PixelRect {
    /// The pixels that two rectangles have in common; nil if there are none.
    func intersection(_ other: PixelRect) -> PixelRect? {
        let columns = columns.clamped(to: other.columns)
        let rows = rows.clamped(to: other.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// The smallest rectangle that has the pixels of both.
    func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(columns.upperBound, other.columns.upperBound) - left,
            height: max(rows.upperBound, other.rows.upperBound) - top)
    }
}
