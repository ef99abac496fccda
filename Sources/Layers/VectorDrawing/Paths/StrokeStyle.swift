/// The width, caps and joins of a stroke.
public struct StrokeStyle: Hashable, Sendable {
    /// The shape of the ends of an open line.
    public enum Cap: Hashable, Sendable, CaseIterable {
        /// The line ends at the end point; the default.
        case butt
        /// A half disc around the end point.
        case round
        /// A square that extends half the line width beyond the end point.
        case square
    }

    /// The shape of corners.
    public enum Join: Hashable, Sendable, CaseIterable {
        /// A sharp corner, or a bevel where the miter would be longer than ten line widths; the default.
        case miter
        /// A disc around the corner.
        case round
        /// A corner that is cut off.
        case bevel
    }

    /// The line width in points, centered on the path.
    public var width: Double
    /// The line caps.
    public var cap: Cap
    /// The line joins.
    public var join: Join

    /// Creates a style; by default 1 point wide with butt caps and miter joins.
    public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter) {
        self.width = width
        self.cap = cap
        self.join = join
    }
}
