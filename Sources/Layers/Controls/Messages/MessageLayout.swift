internal import LayerTree
package import VectorDrawing

/// The places of messages in a window, centered above its lower edge; lengths are in points.
package struct MessageLayout: Hashable, Sendable {
    /// The largest width of messages.
    package let width: Double
    /// The number of messages that are visible at a time, which is one in low windows.
    package let limit: Int
    private let window: Size
    private let bottomInset: Double

    /// Places messages at a distance from the lower edge of a window; nil for the theme's margin.
    package init(in window: Size, bottomInset: Double? = nil, theme: ControlTheme = ControlTheme()) {
        let margin = theme.margin(in: window)
        self.window = window
        self.bottomInset = bottomInset ?? margin
        width = max(0, min(560, window.width - 2 * margin))
        limit = window.height < 400 ? 1 : 3
    }

    /// The frame of the lowest message, if it has this size.
    package func frame(_ contentSize: Size) -> Rect {
        Rect(
            origin: Point(
                x: (window.width - contentSize.width) / 2, y: window.height - bottomInset - contentSize.height),
            size: contentSize)
    }
}
