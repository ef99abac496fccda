extension ResamplingWindow {
    /// The window of the mean of an area: each pixel counts by how much of it lies within.
    ///
    /// - Parameters:
    ///   - start: where the area begins among the source pixels, of which the first covers 0 to 1.
    ///   - end: where it ends; more than `start`.
    ///   - length: how many source pixels there are; at least 1. What lies beyond them does not count.
    package init(areaFrom start: Double, to end: Double, length: Int) {
        let last = Double(length)
        let start = min(max(0, start), last)
        let end = min(max(0, end), last)
        let first = min(Int(start), length - 1)
        let count = max(1, min(length, Int(end.rounded(.up))) - first)
        let shares = (first..<first + count).map { max(0, min(end, Double($0 + 1)) - max(start, Double($0))) }
        let sum = shares.reduce(0, +)
        self.init(start: first, weights: shares.map { Float(sum > 0 ? $0 / sum : 1 / Double(count)) })
    }

    /// The window of linear interpolation between the two pixels whose middles are nearest.
    ///
    /// - Parameters:
    ///   - center: the place among the source pixels, of which the first covers 0 to 1.
    ///   - length: how many source pixels there are; at least 1. Beyond the middles of the outer ones these count alone.
    package init(linearAt center: Double, length: Int) {
        let place = min(max(0, center - 0.5), Double(length - 1))
        let first = Int(place)
        let fraction = Float(place - Double(first))
        self.init(start: first, weights: fraction > 0 ? [1 - fraction, fraction] : [1])
    }
}
