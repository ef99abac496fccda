internal import Controls
internal import LayerTree
internal import VectorDrawing

/// The window in which overlays are arranged: its size, its margins, and the largest sizes of some overlays; all in points.
struct OverlayLayout: Hashable, Sendable {
    /// The size of the window.
    let size: Size
    /// Pixels per point.
    let scale: Double
    /// The distance of overlays from the edges of the window.
    let margin: Double

    init(size: Size, scale: Double = 1, theme: ControlTheme = ControlTheme()) {
        self.size = size
        self.scale = scale > 0 && scale.isFinite ? scale : 1
        let pixels = (theme.margin(in: size) * self.scale).rounded()
        margin = pixels / self.scale
    }

    /// The length of a pixel.
    var pixel: Double { 1 / scale }

    /// The least distance between two overlays.
    var gap: Double { (margin * scale / 2).rounded(.up) / scale }

    /// The part of the window inside its margins, with its edges on whole pixels.
    var area: Rect { area(of: Rect(origin: .zero, size: size)) }

    /// The part of a region of the window inside the margins, with its edges on whole pixels.
    func area(of region: Rect) -> Rect {
        func pixels(_ length: Double, _ rule: FloatingPointRoundingRule) -> Double {
            ((length * scale * 1e6).rounded() / 1e6).rounded(rule) / scale
        }
        let left = max(0, pixels(region.minX, .up)) + margin
        let top = max(0, pixels(region.minY, .up)) + margin
        let right = pixels(min(region.maxX, size.width), .down) - margin
        let bottom = pixels(min(region.maxY, size.height), .down) - margin
        return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    /// Whether the scale bar lies above the status line, and not beside it.
    var isNarrow: Bool { size.width < Self.narrowWidth }

    /// The largest width of the status line.
    var statusWidth: Double {
        guard !isNarrow else { return area.size.width }
        let scaleBar = (Self.scaleBarSize.width * scale).rounded(.up) + (gap * scale).rounded()
        return max(0, ((area.size.width * scale).rounded() - scaleBar) / scale)
    }

    /// The largest size of the overview map in a region of the window, including its border.
    func mapSize(in region: Size? = nil) -> Size {
        let region = region ?? size
        return Size(
            width: min(220, (region.width * 0.3).rounded(.down)), height: min(180, (region.height * 0.3).rounded(.down))
        )
    }

    /// The largest width of the values of the information panel, beside their labels.
    var informationWidth: Double { max(0, min(360, area.size.width - 100)) }

    /// The largest size of the start screen.
    var startScreenSize: Size { area.size }

    /// The least size of a panel of a size, which scrolls if there is no room for all of it.
    ///
    /// A panel of this size has a place above the status line in a window of any height.
    func scrolledSize(of size: Size) -> Size {
        Size(
            width: min(size.width, area.size.width),
            height: min(size.height, Self.scrolledHeight, max(area.size.height - Self.statusHeight - gap, pixel)))
    }

    /// The height that the status line has at least, and the size that is reserved for the scale bar, so that nothing jumps.
    static let statusHeight = 26.0
    static let scaleBarSize = Size(width: 184, height: 38)
    /// The width of the narrowest window in which the status line and the scale bar lie side by side.
    private static let narrowWidth = 760.0
    /// The least height of a panel that scrolls: some lines of text.
    private static let scrolledHeight = 84.0
}
