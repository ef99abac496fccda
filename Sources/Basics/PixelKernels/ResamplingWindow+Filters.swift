extension ResamplingWindow {
    /// Creates the window for the mean of an area: the weight of each pixel is its share in the area.
    ///
    /// - Parameters:
    ///   - start: the start of the area among the source pixels, the first of which covers 0 to 1.
    ///   - end: the end of the area; more than `start`.
    ///   - length: the number of source pixels; at least 1. Parts of the area beyond them do not count.
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

    /// Creates the window for linear interpolation between the two pixels with the nearest centers.
    ///
    /// - Parameters:
    ///   - center: the position among the source pixels, the first of which covers 0 to 1.
    ///   - length: the number of source pixels; at least 1. Beyond the centers of the outer pixels, only these count.
    package init(linearAt center: Double, length: Int) {
        let place = min(max(0, center - 0.5), Double(length - 1))
        let first = Int(place)
        let fraction = Float(place - Double(first))
        self.init(start: first, weights: fraction > 0 ? [1 - fraction, fraction] : [1])
    }
}
