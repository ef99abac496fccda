internal import VectorDrawing

/// The places along a path at all fractions of an animation's duration.
struct PathMovement: Sendable {
    private let route: PathRoute
    private let isDiscrete: Bool
    /// The times of the key points as fractions of the duration; empty for equal times.
    private let times: [Double]
    private let timingFunctions: [TimingFunction]
    /// The lengths of the segments' parts, for a constant speed; empty otherwise.
    private let lengths: [ArcLengthTable]

    init(_ route: PathRoute, mode: CalculationMode, keyTimes: [Double], timingFunctions: [TimingFunction]) {
        self.route = route
        isDiscrete = mode == .discrete
        self.timingFunctions = mode.isPaced ? [] : timingFunctions
        lengths = mode.isPaced ? (0..<route.count).map(route.lengths) : []
        let points = route.count + (isDiscrete ? 2 : 1)
        if mode.isPaced {
            let passed = ArcLengthTable(lengths.map(\.total))
            times = passed.fractions
        } else {
            times = Self.areValid(keyTimes, count: points) ? keyTimes : []
        }
    }

    /// Returns the place at a fraction of the duration; fractions outside of 0...1 are clamped.
    func pointAndAngle(at fraction: Double) -> (point: Point, angle: Double) {
        let (index, local) = interval(at: min(max(fraction, 0), 1))
        if isDiscrete {
            // The first key point is the start of the first segment, each other one the end of a segment.
            return route.pointAndAngle(onSegment: index - 1, at: index == 0 ? 0 : 1)
        }
        let paced = index < timingFunctions.count ? timingFunctions[index](local) : local
        let parameter = index < lengths.count ? lengths[index].parameter(atFraction: paced) : paced
        return route.pointAndAngle(onSegment: index, at: min(max(parameter, 0), 1))
    }

    /// The interval between two key times that contains a fraction, and the fraction within it.
    private func interval(at fraction: Double) -> (index: Int, local: Double) {
        let count = route.count + (isDiscrete ? 1 : 0)
        guard count > 0 else { return (0, 0) }
        guard !times.isEmpty else {
            let position = fraction * Double(count)
            let index = min(Int(position), count - 1)
            return (index, position - Double(index))
        }
        guard let next = times.firstIndex(after: fraction), next > 0 else { return (count - 1, 1) }
        return (next - 1, (fraction - times[next - 1]) / (times[next] - times[next - 1]))
    }

    /// Whether key times go from 0 to 1.
    private static func areValid(_ times: [Double], count: Int) -> Bool {
        times.count == count && times.first == 0 && times.last == 1 && zip(times, times.dropFirst()).allSatisfy(<=)
    }
}
