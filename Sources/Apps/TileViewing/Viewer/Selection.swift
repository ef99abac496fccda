internal import Glibc
internal import LayerTree
internal import TilePyramid

/// The part of the image that the user has selected, and how it is drawn with the pointer.
struct Selection: Sendable {
    private struct Drag {
        /// Where it began, in full-size pixels.
        var anchor: Point
        /// Where it began, in points of the picture.
        var start: Point
        var hasMoved = false
    }

    /// The selected pixels; nil for none.
    private(set) var rect: PixelRect?
    private var drag: Drag?

    /// Points that the pointer moves before it counts as drawing.
    private static let threshold = 3.0

    /// Whether it is being drawn.
    var isDrawing: Bool { drag != nil }

    /// Whether the button is down and the pointer has not moved since, so that releasing it is a click.
    var isClick: Bool { drag.map { !$0.hasMoved } ?? false }

    /// The button went down at a place of the image.
    mutating func begin(at imagePoint: Point, viewPoint point: Point) {
        drag = Drag(anchor: imagePoint, start: point)
        rect = nil
    }

    /// The pointer moved to a place of the image.
    mutating func draw(to imagePoint: Point, viewPoint point: Point, in size: PixelSize) {
        guard var drag else { return }
        drag.hasMoved = drag.hasMoved || hypot(point.x - drag.start.x, point.y - drag.start.y) >= Self.threshold
        self.drag = drag
        if drag.hasMoved {
            rect = PixelRect(touchedBy: Rect(enclosing: [drag.anchor, imagePoint]), in: size)
        }
    }

    /// The button went up, or the window hears of it no longer.
    mutating func end() {
        drag = nil
    }

    /// Selects nothing.
    mutating func clear() {
        self = Selection()
    }
}

extension PixelRect {
    /// The pixels of an image that a rectangle of it has a part of; nil when there are none.
    init?(touchedBy rect: Rect, in size: PixelSize) {
        let image = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        guard let part = image.intersection(rect) else { return nil }
        // What sticks out by less than this is a rounding error.
        let tolerance = 1e-3
        let (left, top) = ((part.minX + tolerance).rounded(.down), (part.minY + tolerance).rounded(.down))
        let (right, bottom) = ((part.maxX - tolerance).rounded(.up), (part.maxY - tolerance).rounded(.up))
        guard right > left, bottom > top else { return nil }
        self.init(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
}
