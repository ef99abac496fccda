internal import LayerTree

/// The frames of the buttons: one below the other at the left edge, where nothing else is; lengths are in points.
struct ViewButtonLayout: Hashable, Sendable {
    /// The buttons for which there is room, from top to bottom; none where there is room for less than three.
    let buttons: [ViewButton]
    /// The frame of all in the window.
    let frame: Rect

    /// The width and height of a button, which fingers hit too.
    static let side = 34.0
    /// The distance from the edges of the panel to the buttons.
    static let padding = 3.0
    /// The least distance from what the buttons must not cover.
    private static let gap = 6.0
    private static let fewest = 3

    /// Places buttons as near the middle of the window's height as it can.
    ///
    /// - Parameters:
    ///   - buttons: the buttons, the most important ones first.
    ///   - layout: the layout of the window.
    ///   - occupied: the frames of what the buttons must not cover.
    init(_ buttons: [ViewButton], in layout: OverlayLayout, besides occupied: [Rect] = []) {
        let column = layout.buttonColumn(width: Self.side + 2 * Self.padding)
        let taken = occupied.filter { $0.minX < column.maxX && $0.maxX > column.minX && $0.size.height > 0 }
            .sorted { $0.minY < $1.minY }
        var best = (count: 0, frame: Rect.zero, distance: Double.infinity)
        var start = column.minY
        for area in taken.map(Optional.some) + [nil] {
            let space = min(area.map { $0.minY - Self.gap } ?? .infinity, column.maxY) - start
            let fitting = ((space - 2 * Self.padding) / Self.side).rounded(.down)
            let count = Int(min(max(fitting, 0), Double(buttons.count)))
            let height = Double(count) * Self.side + 2 * Self.padding
            let y = min(max((layout.size.height - height) / 2, start), start + space - height)
            let distance = abs(y + height / 2 - layout.size.height / 2)
            if count > best.count || count == best.count && distance < best.distance {
                best = (count, Rect(x: column.minX, y: y, width: column.size.width, height: height), distance)
            }
            start = max(start, area.map { $0.maxY + Self.gap } ?? start)
        }
        let isUseful = best.count >= min(Self.fewest, buttons.count) && best.count > 0
        self.buttons = isUseful ? Array(buttons.prefix(best.count)) : []
        frame = isUseful ? best.frame : .zero
    }

    /// The frame of a button in the panel, by its index.
    func buttonFrame(_ index: Int) -> Rect {
        Rect(x: Self.padding, y: Self.padding + Double(index) * Self.side, width: Self.side, height: Self.side)
    }

    /// The button at a point of the panel; nil for none.
    func button(at point: Point) -> ViewButton? {
        buttons.indices.first { buttonFrame($0).contains(point) }.map { buttons[$0] }
    }
}
