public import LayerTree

/// Where overlays lie in a window, so that they do not cover each other.
///
/// The status line lies at the lower left and the scale bar at the lower right, or above it where the window is narrow;
/// the overview map at the upper right, the figures of the HUD at the upper left, and messages in the middle above the
/// status line.
public struct OverlayLayout: Hashable, Sendable {
    /// The window, in points.
    public let size: Size
    private let margin: Double

    /// The places in a window.
    ///
    /// - Parameters:
    ///   - size: the extent of the window, in points.
    ///   - theme: what tells the margins.
    public init(size: Size, theme: OverlayTheme = OverlayTheme()) {
        self.size = size
        // Small windows have no room to give away.
        margin = min(theme.margin, max(0, min(size.width, size.height) / 30))
    }

    /// Whether status line and scale bar lie one above the other.
    public var isNarrow: Bool { size.width < Self.narrowWidth }

    /// The widest that the status line can be.
    public var statusWidth: Double {
        max(0, size.width - 2 * margin - (isNarrow ? 0 : Self.reservedScaleBarWidth + margin))
    }

    /// The most room for the overview map, its border included.
    public var mapSize: Size {
        Size(width: min(220, (size.width * 0.3).rounded(.down)), height: min(180, (size.height * 0.3).rounded(.down)))
    }

    /// The widest that messages can be.
    public var messageWidth: Double { max(0, min(560, size.width - 2 * margin)) }

    /// How many messages are seen at a time; low windows have room for one.
    public var messageLimit: Int { size.height < 400 ? 1 : 3 }

    /// Where the status line lies that takes so much room.
    public func statusFrame(_ contentSize: Size) -> Rect {
        Rect(origin: Point(x: margin, y: size.height - margin - contentSize.height), size: contentSize)
    }

    /// Where the scale bar lies that takes so much room.
    public func scaleBarFrame(_ contentSize: Size) -> Rect {
        let bottom = size.height - margin - (isNarrow ? Self.statusHeight + margin / 2 : 0)
        return Rect(
            origin: Point(x: size.width - margin - contentSize.width, y: bottom - contentSize.height), size: contentSize
        )
    }

    /// Where the overview map lies that takes so much room.
    public func mapFrame(_ contentSize: Size) -> Rect {
        Rect(origin: Point(x: size.width - margin - contentSize.width, y: margin), size: contentSize)
    }

    /// Where the HUD lies that takes so much room.
    public func hudFrame(_ contentSize: Size) -> Rect { Rect(origin: Point(x: margin, y: margin), size: contentSize) }

    /// Where the lowest message lies that takes so much room.
    public func messageFrame(_ contentSize: Size) -> Rect {
        let bottom = size.height - margin - Self.statusHeight - margin - (isNarrow ? Self.scaleBarHeight : 0)
        return Rect(
            origin: Point(x: (size.width - contentSize.width) / 2, y: bottom - contentSize.height), size: contentSize)
    }

    /// The narrowest window in which both lie side by side.
    private static let narrowWidth = 760.0
    /// What is left of the status line for the scale bar.
    private static let reservedScaleBarWidth = 190.0
    /// What is kept free for the status line, whether it is shown or not, so that nothing jumps.
    private static let statusHeight = 26.0
    private static let scaleBarHeight = 46.0
}
