internal import LayerTree
package import VectorDrawing

/// The frames of buttons of one size, in a row or in a column; lengths are in points.
package struct ButtonLayout: Hashable, Sendable {
    /// The number of buttons for which there is room.
    package let count: Int
    /// The frame of all in the window.
    package let frame: Rect
    /// The size of a button.
    package let buttonSize: Size
    /// Whether the buttons lie one below the other.
    package let isColumn: Bool

    /// The width and height of a button with an icon, which fingers hit too.
    package static let side = 34.0
    /// The distance from the edges of the panel to the buttons.
    package static let padding = 3.0
    /// The least distance from what the buttons must not cover.
    private static let gap = 6.0
    private static let fewest = 3

    /// No buttons.
    package static let empty = ButtonLayout(0, of: .zero, at: .left, in: .zero, margin: 0)

    /// Places buttons in the middle of an edge of a window; those for which there is no room are left out at the end.
    init(_ count: Int, of buttonSize: Size, at edge: ButtonBar.Edge, in window: Size, margin: Double) {
        isColumn = edge == .left || edge == .right
        self.buttonSize = buttonSize
        let space = (isColumn ? window.height : window.width) - 2 * (margin + Self.padding)
        let length = isColumn ? buttonSize.height : buttonSize.width
        let fitting = length > 0 ? (space / length).rounded(.down) : 0
        self.count = Int(min(max(fitting, 0), Double(count)))
        let total = Double(self.count) * length + 2 * Self.padding
        let size =
            isColumn
            ? Size(width: buttonSize.width + 2 * Self.padding, height: total)
            : Size(width: total, height: buttonSize.height + 2 * Self.padding)
        var origin = Point(x: (window.width - size.width) / 2, y: (window.height - size.height) / 2)
        switch edge {
        case .left: origin.x = margin
        case .right: origin.x = window.width - margin - size.width
        case .top: origin.y = margin
        case .bottom: origin.y = window.height - margin - size.height
        }
        frame = self.count > 0 ? Rect(origin: origin, size: size) : .zero
    }

    /// Places buttons with icons in a column, as near the middle of the window's height as it can; none where there is room for
    /// less than three.
    ///
    /// - Parameters:
    ///   - count: the number of buttons, of which the first ones are the most important.
    ///   - column: the part of the window in which the buttons can be, whose width is ``columnWidth``.
    ///   - windowHeight: the height of the window.
    ///   - occupied: the frames of what the buttons must not cover.
    package init(_ count: Int, inColumn column: Rect, windowHeight: Double, besides occupied: [Rect] = []) {
        let taken = occupied.filter { $0.minX < column.maxX && $0.maxX > column.minX && $0.size.height > 0 }
            .sorted { $0.minY < $1.minY }
        var best = (count: 0, frame: Rect.zero, distance: Double.infinity)
        var start = column.minY
        for area in taken.map(Optional.some) + [nil] {
            let space = min(area.map { $0.minY - Self.gap } ?? .infinity, column.maxY) - start
            let fitting = ((space - 2 * Self.padding) / Self.side).rounded(.down)
            let fittingCount = Int(min(max(fitting, 0), Double(count)))
            let height = Double(fittingCount) * Self.side + 2 * Self.padding
            let y = min(max((windowHeight - height) / 2, start), start + space - height)
            let distance = abs(y + height / 2 - windowHeight / 2)
            if fittingCount > best.count || fittingCount == best.count && distance < best.distance {
                best = (
                    fittingCount, Rect(x: column.minX, y: y, width: column.size.width, height: height), distance
                )
            }
            start = max(start, area.map { $0.maxY + Self.gap } ?? start)
        }
        let isUseful = best.count >= min(Self.fewest, count) && best.count > 0
        self.count = isUseful ? best.count : 0
        frame = isUseful ? best.frame : .zero
        buttonSize = Size(width: Self.side, height: Self.side)
        isColumn = true
    }

    /// The width of a column of buttons with icons.
    package static var columnWidth: Double { side + 2 * padding }

    /// The frame of a button in the panel, by its index.
    package func buttonFrame(_ index: Int) -> Rect {
        let offset = Double(index) * (isColumn ? buttonSize.height : buttonSize.width)
        return Rect(
            origin: Point(x: Self.padding + (isColumn ? 0 : offset), y: Self.padding + (isColumn ? offset : 0)),
            size: buttonSize)
    }

    /// The index of the button at a point of the panel; nil for none.
    package func button(at point: Point) -> Int? {
        (0..<count).first { buttonFrame($0).contains(point) }
    }
}
