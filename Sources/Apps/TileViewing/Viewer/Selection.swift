internal import Glibc
internal import LayerTree
internal import TilePyramid

/// The region of the image that the user has selected, and the drag that selects it.
struct Selection: Sendable {
    private struct Drag {
        /// Where the drag began, in full-size pixels.
        var anchor: Point
        /// Where the drag began, in points of the view.
        var start: Point
        var hasMoved = false
    }

    /// The selected pixels; nil for no selection.
    private(set) var rect: PixelRect?
    private var drag: Drag?

    /// Points that the pointer has to move before a press becomes a drag.
    private static let threshold = 3.0

    /// Whether a drag is in progress.
    var isDrawing: Bool { drag != nil }

    /// Whether the button is down and the pointer has not moved yet, so that a release is a click.
    var isClick: Bool { drag.map { !$0.hasMoved } ?? false }

    /// Starts a drag at a point of the image.
    mutating func begin(at imagePoint: Point, viewPoint point: Point) {
        drag = Drag(anchor: imagePoint, start: point)
        rect = nil
    }

    /// Extends the selection to a point of the image.
    mutating func draw(to imagePoint: Point, viewPoint point: Point, in size: PixelSize) {
        guard var drag else { return }
        drag.hasMoved = drag.hasMoved || hypot(point.x - drag.start.x, point.y - drag.start.y) >= Self.threshold
        self.drag = drag
        if drag.hasMoved {
            rect = PixelRect(touchedBy: Rect(enclosing: [drag.anchor, imagePoint]), in: size)
        }
    }

    /// Ends the drag, when the button is released or the window loses its input.
    mutating func end() {
        drag = nil
    }

    /// Clears the selection.
    mutating func clear() {
        self = Selection()
    }
}

extension PixelRect {
    /// The pixels of an image that a rectangle touches; nil if there are none.
    init?(touchedBy rect: Rect, in size: PixelSize) {
        let image = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        guard let part = image.intersection(rect) else { return nil }
        // A touch by less than this is a rounding error.
        let tolerance = 1e-3
        let (left, top) = ((part.minX + tolerance).rounded(.down), (part.minY + tolerance).rounded(.down))
        let (right, bottom) = ((part.maxX - tolerance).rounded(.up), (part.maxY - tolerance).rounded(.up))
        guard right > left, bottom > top else { return nil }
        self.init(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
}
