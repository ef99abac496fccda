internal import LayerTree
internal import VectorDrawing

/// A press on a page and its use: it moves the content of the page, the pages, or first the content and then the pages.
struct PageGesture {
    enum Use {
        /// The press has not moved far enough to decide.
        case undecided
        /// The drag moves the pages only: the content is at its edge in that direction.
        case pages
        /// The drag moves the content; beyond the content's edge it moves the pages, if `handsOver`.
        case content(handsOver: Bool)
        /// Several fingers, or a press without a meaning for the pages: the content gets all events unchanged.
        case free
    }

    /// The number of the finger, or of the pointer.
    let contact: Int
    /// The page that was pressed.
    let page: Int
    /// The position of the press, in points of the scene.
    let start: Point
    /// The distance in points of the page to the right of its rest position.
    let pageShift: Double
    /// The distances in points by which the content can be moved to the left (negative) and to the right.
    let room: ClosedRange<Double>
    /// The distance in points that a press may move before it decides.
    let slop: Double
    var use = Use.undecided
    /// The distance to the right that is added to the positions of all fingers, so that a change of use causes no jump.
    var shift = 0.0

    /// Decides once the press has moved far enough: a horizontal drag moves the pages if the content cannot follow.
    mutating func decide(at position: Point) {
        guard case .undecided = use else { return }
        let dx = position.x - start.x
        let dy = position.y - start.y
        guard dx * dx + dy * dy > slop * slop else { return }
        if abs(dx) > abs(dy) {
            let reach = dx < 0 ? -room.lowerBound : room.upperBound
            use = reach <= Self.leastReach ? .pages : .content(handsOver: true)
        } else {
            use = .content(handsOver: false)
        }
    }

    /// Returns the part of a horizontal translation beyond the content's edges.
    func excess(of translation: Double) -> Double { translation - room.clamp(translation) }

    /// The distance in points below which the content counts as immovable.
    private static let leastReach = 1.0
}

extension ScrollModel {
    /// The distances in points by which the content can be moved to the left (negative) and to the right until its edge reaches
    /// the view's edge; none if it is narrower.
    var horizontalRoom: ClosedRange<Double> {
        let width = view.boundingSize(of: geometry.contentSize).width
        guard width > geometry.viewportSize.width else { return 0...0 }
        let left = -contentOffset.x
        return min(0, geometry.viewportSize.width - left - width)...max(0, -left)
    }
}
