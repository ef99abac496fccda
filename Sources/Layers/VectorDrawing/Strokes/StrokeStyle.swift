/// The width, caps, joins and dashes of a stroke.
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
        /// A sharp corner, or a bevel where the miter would be longer than the miter limit; the default.
        case miter
        /// A disc around the corner.
        case round
        /// A corner that is cut off.
        case bevel
    }

    /// The line width in points, centered on the path; nothing is drawn if it is 0.
    public var width: Double
    /// The caps of lines and of dashes.
    public var cap: Cap
    /// The line joins.
    public var join: Join
    /// The maximum ratio of miter length to line width, like SVG's `stroke-miterlimit`; the default is 10.
    public var miterLimit: Double
    /// The alternating lengths of dashes and gaps, in points, repeated along each subpath; empty, the default, for a solid
    /// line.
    ///
    /// A dash of length 0 is a dot with round or square caps. A line is solid if a length is negative, if all are 0, or
    /// if a path would have more than ``dashLimit`` dashes.
    public var dashPattern: [Double]
    /// The offset in the pattern at which each subpath starts, in points; the default is 0.
    public var dashPhase: Double

    /// The maximum number of dashes of one path: 100,000.
    public static let dashLimit = 100_000

    /// Creates a style; by default 1 point wide and solid, with butt caps, miter joins and a miter limit of 10.
    public init(
        width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dashPattern: [Double] = [],
        dashPhase: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dashPattern = dashPattern
        self.dashPhase = dashPhase
    }
}
