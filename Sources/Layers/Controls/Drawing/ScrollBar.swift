package import LayerTree
package import VectorDrawing

/// The bar at the right edge of something that scrolls, which shows the part that is seen; it is hidden while all is.
@MainActor
package final class ScrollBar {
    private let container: Layer
    private let color: Color
    /// The layer of the bar; nil until it is needed.
    private var bar: Layer?

    /// The width in points.
    package static let width = 4.0

    /// Creates a hidden bar in the layer of what scrolls.
    package init(in container: Layer, environment: ControlEnvironment) {
        self.container = container
        color = environment.theme.textColor
    }

    /// Whether the bar is seen.
    package var isShown: Bool { bar.map { !$0.isHidden } ?? false }

    /// Shows which part is seen.
    ///
    /// - Parameters:
    ///   - seen: the length of the part.
    ///   - total: the length of all.
    ///   - offset: the length before the part.
    ///   - track: the area at whose right edge the bar is, in the coordinates of the container.
    package func show(_ seen: Double, of total: Double, from offset: Double, in track: Rect) {
        guard seen > 0, total > seen else {
            bar?.isHidden = true
            return
        }
        let bar = bar ?? makeBar()
        bar.isHidden = false
        let length = track.size.height * seen / total
        bar.frame = Rect(
            x: track.maxX - 1.5 * Self.width,
            y: track.minY + (track.size.height - length) * offset / (total - seen), width: Self.width, height: length)
    }

    private func makeBar() -> Layer {
        let bar = Layer.plain("scroll bar")
        bar.backgroundColor = color
        bar.opacity = 0.5
        bar.cornerRadius = Self.width / 2
        container.addSublayer(bar)
        self.bar = bar
        return bar
    }
}
