/// Consecutive areas along an axis; each output pixel is the mean of one area.
package struct AreaAxis: Hashable, Sendable {
    /// The start of the first area among the source pixels, the first of which covers 0 to 1.
    package let start: Double
    /// The extent of an area in source pixels; more than 0.
    package let step: Double
    /// The number of areas.
    package let count: Int
    /// The number of source pixels, at least 1; parts of an area beyond them do not count.
    package let length: Int

    /// Creates areas of equal extent.
    package init(start: Double, step: Double, count: Int, length: Int) {
        self.start = start
        self.step = step
        self.count = count
        self.length = length
    }

    /// The source pixels of an area; at least one.
    package func pixels(of position: Int) -> Range<Int> {
        let (start, end) = bounds(of: position)
        let first = min(Int(start), length - 1)
        return first..<max(first + 1, min(length, Int(end.rounded(.up))))
    }

    /// Appends the weights of the source pixels of an area: the share of each in the area, as whole numbers that sum to
    /// `total`.
    package func appendWeights(of position: Int, total: UInt32, to weights: inout [UInt32]) {
        let (start, end) = bounds(of: position)
        let pixels = pixels(of: position)
        // Sums are rounded, not single weights, whose errors would add up: there may be thousands.
        var covered = 0.0
        var before = UInt32(0)
        for (index, pixel) in pixels.enumerated() {
            covered += max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel)))
            let share = end > start ? min(1, covered / (end - start)) : Double(index + 1) / Double(pixels.count)
            let rounded = UInt32(share * Double(total) + 0.5)
            weights.append(rounded - before)
            before = rounded
        }
    }

    /// Returns the start and the end of an area, within the source pixels.
    private func bounds(of position: Int) -> (start: Double, end: Double) {
        let first = start + Double(position) * step
        let last = Double(length)
        return (min(max(0, first), last), min(max(0, first + step), last))
    }
}
