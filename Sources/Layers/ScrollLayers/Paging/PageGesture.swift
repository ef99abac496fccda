internal import LayerTree

/// A press on a page, and what it has become: it moves the content of the page, the pages, or first the one and then the
/// others.
struct PageGesture {
    enum Use {
        /// The press has not moved far enough to decide.
        case undecided
        /// It moves the pages alone: the content reaches no farther in its direction.
        case pages
        /// It moves the content; what leads beyond the content's edge moves the pages, if `handsOver`.
        case content(handsOver: Bool)
        /// Several fingers, or a press that means nothing to the pages: the content gets all events as they are.
        case free
    }

    /// The finger, or the pointer.
    let contact: Int
    /// The page that was pressed.
    let page: Int
    /// The position of the press, in points of the scene.
    let start: Point
    /// The distance in points by which the page was to the right of its place.
    let pageShift: Double
    /// The distances in points by which the content can be moved to the left (negative) and to the right.
    let room: ClosedRange<Double>
    /// The distance in points that a press may move before it decides.
    let slop: Double
    var use = Use.undecided
    /// The distance to the right that is added to the positions of all fingers, so that nothing jumps when the use changes.
    var shift = 0.0

    /// Decides, once the press has moved far enough: a horizontal drag moves the pages where the content cannot follow.
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

    /// The part of a horizontal translation that leads beyond the content's edges.
    func excess(of translation: Double) -> Double { translation - room.clamp(translation) }

    /// The distance in points that counts as none.
    private static let leastReach = 1.0
}

extension ScrollModel {
    /// The distances in points by which the content can be moved to the left (negative) and to the right until its edge is
    /// that of the view; none if it is narrower.
    var horizontalRoom: ClosedRange<Double> {
        let width = view.boundingSize(of: geometry.contentSize).width
        guard width > geometry.viewportSize.width else { return 0...0 }
        let left = -contentOffset.x
        return min(0, geometry.viewportSize.width - left - width)...max(0, -left)
    }
}
