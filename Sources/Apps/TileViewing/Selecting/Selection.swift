internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The region of the image that the user has selected, and the drag that makes, moves or resizes it.
struct Selection: Sendable {
    private struct Drag {
        /// The purpose of the drag.
        var purpose: Purpose
        /// The start of the drag, in full-size pixels.
        var anchor: Point
        /// The start of the drag, in points of the view.
        var start: Point
        var hasMoved = false
    }

    private enum Purpose {
        case make
        case change(SelectionTarget, of: PixelRect)
    }

    /// The selected pixels; nil for no selection.
    private(set) var rect: PixelRect?
    private var drag: Drag?

    /// Points that the pointer has to move before a press becomes a drag.
    private static let threshold = 3.0

    /// Whether a drag is in progress.
    var isDrawing: Bool { drag != nil }

    /// The part of the selection that is dragged; nil if none is, or while a selection is made.
    var target: SelectionTarget? {
        guard case .change(let target, _) = drag?.purpose else { return nil }
        return target
    }

    /// Whether the button is down and the pointer has not moved yet, so that a release is a click.
    var isClick: Bool { drag.map { !$0.hasMoved } ?? false }

    /// Starts a drag that makes a selection, at a point of the image.
    mutating func begin(at imagePoint: Point, viewPoint point: Point) {
        drag = Drag(purpose: .make, anchor: imagePoint, start: point)
        rect = nil
    }

    /// Starts a drag that moves or resizes the selection, at a point of the image.
    mutating func begin(_ part: SelectionTarget, at imagePoint: Point, viewPoint point: Point) {
        guard let rect else { return }
        drag = Drag(purpose: .change(part, of: rect), anchor: imagePoint, start: point)
    }

    /// Goes on with the drag, to a point of the image.
    ///
    /// - Parameters:
    ///   - imagePoint: the point in full-size pixels.
    ///   - point: the point in points of the view.
    ///   - size: the size of the image.
    ///   - keepsAspect: whether the ratio of width and height stays while the selection is resized.
    mutating func draw(
        to imagePoint: Point, viewPoint point: Point, in size: PixelSize, keepsAspect: Bool = false
    ) {
        guard var drag else { return }
        drag.hasMoved = drag.hasMoved || hypot(point.x - drag.start.x, point.y - drag.start.y) >= Self.threshold
        self.drag = drag
        guard drag.hasMoved else { return }
        let vector = imagePoint - drag.anchor
        switch drag.purpose {
        case .make: rect = PixelRect(touchedBy: Rect(enclosing: [drag.anchor, imagePoint]), in: size)
        case .change(.inside, let original): rect = original.moved(by: vector, in: size)
        case .change(.handle(let handle), let original):
            rect = original.resized(by: handle, vector, in: size, keepsAspect: keepsAspect)
        }
    }

    /// Ends the drag, when the button is released or the window loses its input.
    mutating func end() {
        drag = nil
    }

    /// Selects pixels, without a drag.
    mutating func select(_ rect: PixelRect) {
        self.rect = rect
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
        let left = (part.minX + tolerance).rounded(.down)
        let top = (part.minY + tolerance).rounded(.down)
        let right = (part.maxX - tolerance).rounded(.up)
        let bottom = (part.maxY - tolerance).rounded(.up)
        guard right > left, bottom > top else { return nil }
        self.init(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }

    /// The rectangle in full-size pixels.
    var area: Rect {
        Rect(x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height))
    }
}
