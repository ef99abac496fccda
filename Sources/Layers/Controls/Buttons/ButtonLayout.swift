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

    /// Places buttons with icons in a column, as many as there is room for in its frame.
    package init(_ count: Int, inColumn column: Rect) {
        let fitting = ((column.size.height - 2 * Self.padding + 0.5) / Self.side).rounded(.down)
        self.count = Int(min(max(fitting, 0), Double(count)))
        buttonSize = Size(width: Self.side, height: Self.side)
        isColumn = true
        frame = self.count > 0 ? Rect(origin: column.origin, size: Self.columnSize(self.count)) : .zero
    }

    /// The size of a column of a number of buttons with icons.
    package static func columnSize(_ count: Int) -> Size {
        Size(width: side + 2 * padding, height: Double(count) * side + 2 * padding)
    }

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
