/// The number of frames in the last second.
struct FrameRate: Hashable, Sendable {
    /// The most frames that are counted: 240.
    static let limit = 240

    /// The times of the last frames in seconds, ascending.
    private var times: [Double] = []

    /// Adds a frame, and drops those of more than a second before.
    ///
    /// - Complexity: O(``limit``).
    mutating func add(at time: Double) {
        times.removeAll { $0 <= time - 1 }
        if times.count == Self.limit { times.removeFirst() }
        times.append(time)
    }

    /// The number of frames in the second before a time; nil if there are none.
    func framesPerSecond(at time: Double) -> Int? {
        let count = times.count { $0 > time - 1 && $0 <= time }
        return count > 0 ? count : nil
    }
}
