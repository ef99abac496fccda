internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The frames of overlays in a window, such that they do not cover each other.
///
/// The status line is at the lower left, the scale bar at the lower right, or above the status line if the window is
/// narrow. The overview map is at the upper right, the HUD at the upper left, and messages are centered above the
/// status line.
struct OverlayLayout: Hashable, Sendable {
    /// The size of the window, in points.
    let size: Size
    private let margin: Double

    init(size: Size, theme: ControlTheme = ControlTheme()) {
        self.size = size
        margin = theme.margin(in: size)
    }

    /// Whether the scale bar lies above the status line, and not beside it.
    var isNarrow: Bool { size.width < Self.narrowWidth }

    /// The largest width of the status line.
    var statusWidth: Double {
        max(0, size.width - 2 * margin - (isNarrow ? 0 : Self.reservedScaleBarWidth + margin))
    }

    /// The largest size of the overview map, including its border.
    var mapSize: Size {
        Size(width: min(220, (size.width * 0.3).rounded(.down)), height: min(180, (size.height * 0.3).rounded(.down)))
    }

    /// The frame of a status line of this size.
    func statusFrame(_ contentSize: Size) -> Rect {
        Rect(origin: Point(x: margin, y: size.height - margin - contentSize.height), size: contentSize)
    }

    /// The frame of a scale bar of this size.
    func scaleBarFrame(_ contentSize: Size) -> Rect {
        let bottom = size.height - margin - (isNarrow ? Self.statusHeight + margin / 2 : 0)
        return Rect(
            origin: Point(x: size.width - margin - contentSize.width, y: bottom - contentSize.height), size: contentSize
        )
    }

    /// The frame of an overview map of this size.
    func mapFrame(_ contentSize: Size) -> Rect {
        Rect(origin: Point(x: size.width - margin - contentSize.width, y: margin), size: contentSize)
    }

    /// The frame of a HUD of this size.
    func hudFrame(_ contentSize: Size) -> Rect { Rect(origin: Point(x: margin, y: margin), size: contentSize) }

    /// The largest width of the values of the information panel, beside their labels.
    var informationWidth: Double { max(0, min(360, size.width - 2 * margin - 100)) }

    /// The frame of an information panel of this size, below what takes the upper `top` points.
    func informationFrame(_ contentSize: Size, below top: Double) -> Rect {
        Rect(origin: Point(x: margin, y: margin + (top > 0 ? top + margin : 0)), size: contentSize)
    }

    /// The frame of the panel of this size that adjusts the display, below the overview map where there is room.
    func adjustmentFrame(_ contentSize: Size) -> Rect {
        let top = min(margin + mapSize.height + margin, max(margin, size.height - margin - contentSize.height))
        return Rect(
            origin: Point(x: max(0, size.width - margin - contentSize.width), y: top), size: contentSize)
    }

    /// The frame of a panel of this size with the statistics of a region: at the lower right, above the scale bar.
    func regionStatisticsFrame(_ contentSize: Size) -> Rect {
        let bottom = size.height - 2 * margin - Self.scaleBarHeight - (isNarrow ? Self.statusHeight : 0)
        return Rect(
            origin: Point(
                x: max(0, size.width - margin - contentSize.width), y: max(margin, bottom - contentSize.height)),
            size: contentSize)
    }

    /// The frame of a panel of this size with the values along a line: at the lower left, above the status line.
    func profileFrame(_ contentSize: Size) -> Rect {
        let bottom = size.height - 2 * margin - Self.statusHeight - (isNarrow ? Self.scaleBarHeight : 0)
        return Rect(origin: Point(x: margin, y: max(margin, bottom - contentSize.height)), size: contentSize)
    }

    /// The distance from the lower edge of the window to the lowest message.
    var messageInset: Double { 2 * margin + Self.statusHeight + (isNarrow ? Self.scaleBarHeight : 0) }

    /// The frame of a filmstrip of this size, above the status line and the scale bar; nil in a window that is too low for it.
    func filmstripFrame(_ contentSize: Size) -> Rect? {
        let inset = margin + (isNarrow ? Self.statusHeight + margin / 2 : 0) + Self.scaleBarHeight
        let top = size.height - inset - contentSize.height
        guard top >= size.height / 3 else { return nil }
        let width = min(contentSize.width, max(0, size.width - 2 * margin))
        return Rect(x: ((size.width - width) / 2).rounded(), y: top.rounded(), width: width, height: contentSize.height)
    }

    /// The places of a number of buttons at the left edge, above the status line.
    ///
    /// - Parameters:
    ///   - count: the number of buttons, of which the first ones are the most important.
    ///   - occupied: the frames of what the buttons must not cover.
    /// - Returns: the frames of those for which there is room.
    func buttonLayout(_ count: Int, besides occupied: [Rect] = []) -> ButtonLayout {
        let column = Rect(
            x: margin, y: margin, width: ButtonLayout.columnWidth,
            height: max(0, size.height - Self.statusHeight - 3 * margin))
        return ButtonLayout(count, inColumn: column, windowHeight: size.height, besides: occupied)
    }

    /// The largest size of the start screen.
    var startScreenSize: Size {
        Size(width: max(0, size.width - 2 * margin), height: max(0, size.height - 2 * margin))
    }

    /// The frame of a start screen of this size.
    func startScreenFrame(_ contentSize: Size) -> Rect {
        Rect(
            origin: Point(x: (size.width - contentSize.width) / 2, y: (size.height - contentSize.height) / 2),
            size: contentSize)
    }

    /// The width of the narrowest window in which the status line and the scale bar lie side by side.
    private static let narrowWidth = 760.0
    /// The width beside the status line that is reserved for the scale bar.
    private static let reservedScaleBarWidth = 190.0
    /// The height that is reserved for the status line, whether it is shown or not, so that nothing jumps.
    private static let statusHeight = 26.0
    private static let scaleBarHeight = 46.0
}
