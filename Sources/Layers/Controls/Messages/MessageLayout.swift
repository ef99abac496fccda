internal import LayerTree
package import VectorDrawing

/// The places of messages in a window, centered above its lower edge; lengths are in points.
package struct MessageLayout: Hashable, Sendable {
    /// The largest width of messages.
    package let width: Double
    /// The number of messages that are visible at a time, which is one in low windows.
    package let limit: Int
    /// The middle of the lower edge of the lowest message.
    private let bottom: Point

    /// Places messages at the lower edge of an area of a window, or else at a distance from the lower edge of the window; nil
    /// for the theme's margin.
    package init(
        in window: Size, bottomInset: Double? = nil, area: Rect? = nil, theme: ControlTheme = ControlTheme()
    ) {
        let margin = theme.margin(in: window)
        bottom =
            area?.point(at: Point(x: 0.5, y: 1))
            ?? Point(x: window.width / 2, y: window.height - (bottomInset ?? margin))
        width = max(0, min(560, window.width - 2 * margin, area?.size.width ?? .infinity))
        limit = window.height < 400 ? 1 : 3
    }

    /// The frame of the lowest message, if it has this size.
    package func frame(_ contentSize: Size) -> Rect {
        Rect(
            origin: Point(x: bottom.x - contentSize.width / 2, y: bottom.y - contentSize.height), size: contentSize)
    }
}
