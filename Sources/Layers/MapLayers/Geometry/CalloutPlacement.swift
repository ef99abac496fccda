internal import LayerTree
internal import VectorDrawing

/// The placement of a callout: it stays in view and points at its anchor.
struct CalloutPlacement: Hashable {
    /// The rectangle of the bubble without its pointer.
    var frame: Rect
    /// The tip of the pointer.
    var tip: Point
    /// Whether the bubble is below the anchor, because there is no room above.
    var isBelow: Bool

    /// The height of the pointer.
    static let pointerHeight = 9.0
    /// Half the width of the pointer.
    static let pointerHalfWidth = 9.0
    /// The radius of the bubble's corners.
    static let radius = 10.0
    /// The distance to the edges of the view.
    static let margin = 8.0

    /// Places a bubble above the anchor if it fits there, and else below.
    ///
    /// - Parameters:
    ///   - size: the size of the bubble.
    ///   - anchor: the rectangle of the callout's owner, such as a pin.
    ///   - view: the rectangle of the view. The bubble is moved sideways to stay in it, as far as the pointer reaches; if the
    ///     anchor leaves the view, so does the bubble.
    init(of size: Size, at anchor: Rect, in view: Rect) {
        let x = anchor.minX + anchor.size.width / 2
        let needed = size.height + Self.pointerHeight + Self.margin
        let above = anchor.minY - view.minY
        let below = view.maxY - anchor.maxY
        isBelow = above < needed && below > above
        tip = Point(x: x, y: isBelow ? anchor.maxY : anchor.minY)
        let y = isBelow ? tip.y + Self.pointerHeight : tip.y - Self.pointerHeight - size.height
        // Where the view is narrower than the bubble, its beginning is seen.
        let inView = max(
            min(x - size.width / 2, view.maxX - Self.margin - size.width), view.minX + Self.margin)
        let reach = max(size.width / 2 - Self.radius - Self.pointerHalfWidth, 0)
        let left = min(max(inView, x - size.width / 2 - reach), x - size.width / 2 + reach)
        frame = Rect(x: left, y: y, width: size.width, height: size.height)
    }
}
