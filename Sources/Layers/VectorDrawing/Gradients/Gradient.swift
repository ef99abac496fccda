/// A gradient: colors at locations from 0 to 1, as Core Graphics' `CGGradient`.
///
/// ```swift
/// let sunset = Gradient(
///     colors: [Color(red: 0.1, green: 0.1, blue: 0.4), Color(red: 1, green: 0.5, blue: 0.2), .white],
///     locations: [0, 0.7, 1])
/// ```
///
/// A ``PixelContext`` draws it along a line or between two circles; see <doc:DrawInContexts>.
public struct Gradient: Hashable, Sendable {
    /// The colors and their locations, in ascending order; empty if nothing is drawn.
    public let stops: [GradientStop]

    /// Creates a gradient.
    ///
    /// Before the first location and after the last one the color continues.
    ///
    /// - Parameters:
    ///   - colors: the colors, from the start to the end. Between two colors, premultiplied components are interpolated.
    ///   - locations: the location of each color, ascending and limited to 0...1; a location below the previous one counts as
    ///     equal to it. Nil, the default, is for equal distances. The gradient draws nothing unless there is one location for
    ///     each color, or if one is NaN.
    public init(colors: [Color], locations: [Double]? = nil) {
        let locations = locations ?? colors.indices.map { Double($0) / Double(max(1, colors.count - 1)) }
        guard locations.count == colors.count, !locations.contains(where: \.isNaN) else {
            stops = []
            return
        }
        var reached = 0.0
        stops = zip(colors, locations).map { color, location in
            reached = max(reached, min(location, 1))
            return GradientStop(color, at: reached)
        }
    }
}

/// The parts beyond the ends of a gradient that are drawn.
public struct GradientDrawingOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt32

    /// Creates options from their bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Continues the first color before the start.
    public static let drawsBeforeStartLocation = GradientDrawingOptions(rawValue: 1)
    /// Continues the last color after the end.
    public static let drawsAfterEndLocation = GradientDrawingOptions(rawValue: 2)
}
