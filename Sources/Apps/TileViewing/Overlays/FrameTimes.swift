/// How long the last frames took.
public struct FrameTimes: Hashable, Sendable {
    /// How many frames are remembered: two seconds of them on most screens.
    public static let limit = 120

    /// The milliseconds of the last frames, the newest last.
    public private(set) var milliseconds: [Double] = []

    /// No frames yet.
    public init() {}

    /// Adds a frame; the oldest is forgotten when there are more than ``limit``.
    ///
    /// - Complexity: O(``limit``).
    public mutating func add(milliseconds time: Double) {
        if milliseconds.count == Self.limit {
            milliseconds.removeFirst()
        }
        milliseconds.append(time)
    }

    /// The time that a part of the frames took at most, by nearest rank.
    ///
    /// - Parameter fraction: which part, from 0 to 1: 0.95 for the 95th percentile.
    /// - Returns: milliseconds; nil while there are no frames.
    public func percentile(_ fraction: Double) -> Double? { milliseconds.percentile(fraction) }

    /// The time of the frame that took the longest; nil while there are no frames.
    public var longest: Double? { milliseconds.max() }
}
