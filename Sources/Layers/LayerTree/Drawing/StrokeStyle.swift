/// How a line is drawn along a path.
public struct StrokeStyle: Hashable, Sendable {
    /// How an open line ends.
    public enum Cap: Hashable, Sendable, CaseIterable {
        /// Where the path ends; the default.
        case butt
        /// With half a disc around the end.
        case round
        /// Half a line's width beyond the end.
        case square
    }

    /// How a line turns.
    public enum Join: Hashable, Sendable, CaseIterable {
        /// With a corner, or cut off where that would reach further than five line's widths; the default.
        case miter
        /// With a disc around the point.
        case round
        /// Cut off.
        case bevel
    }

    /// How wide, in points; half of it lies on each side of the path.
    public var width: Double
    /// How it ends.
    public var cap: Cap
    /// How it turns.
    public var join: Join

    /// A style; by default 1 point wide with sharp ends and corners.
    public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}
