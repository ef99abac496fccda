internal import LayerTree
package import VectorDrawing

/// The heights of the items of a menu, from top to bottom, with a line between sections; lengths are in points.
package struct MenuLayout: Hashable, Sendable {
    /// The upper edge of each item.
    package let tops: [Double]
    /// The middle of each line between sections.
    package let separators: [Double]
    /// The height of all items.
    package let height: Double

    /// The height of an item.
    package static let rowHeight = 24.0
    /// The height of a line between sections, with the space around it.
    static let separatorHeight = 9.0
    /// The least distance of the menu from the edges of the window.
    static let margin = 4.0

    /// Places sections with these numbers of items; empty sections have no line.
    package init(_ counts: [Int]) {
        var (tops, separators, y): ([Double], [Double], Double) = ([], [], 0)
        for count in counts where count > 0 {
            if y > 0 {
                separators.append(y + Self.separatorHeight / 2)
                y += Self.separatorHeight
            }
            for _ in 0..<count {
                tops.append(y)
                y += Self.rowHeight
            }
        }
        self.tops = tops
        self.separators = separators
        height = y
    }

    /// The index of the item at a distance from the top; nil between sections and outside.
    package func item(at y: Double) -> Int? {
        tops.firstIndex { y >= $0 && y < $0 + Self.rowHeight }
    }

    /// The frame of a menu of a size that opens at a point of a window: it is moved and, if need be, shortened so that it stays
    /// inside.
    package static func frame(_ size: Size, at point: Point, in window: Size) -> Rect {
        func side(_ start: Double, _ length: Double, _ limit: Double) -> (start: Double, length: Double) {
            let length = min(length, max(0, limit - 2 * margin))
            return (max(margin, min(start, limit - margin - length)), length)
        }
        let (x, width) = side(point.x, size.width, window.width)
        let (y, height) = side(point.y, size.height, window.height)
        return Rect(x: x, y: y, width: width, height: height)
    }
}
