public import LayerTree

extension ScrollModel {
    /// Whether the user holds the content, moved or not.
    public var isTracking: Bool { gesture != nil }

    /// Whether the user holds the content and has moved it.
    public var isDragging: Bool { gesture?.isDragging ?? false }

    /// Whether the view goes on by itself after it was let go.
    public var isDecelerating: Bool {
        if case .moving(_, .deceleration) = phase { true } else { false }
    }

    /// Whether the view moves: it goes on by itself, or what is held was moved during the last tenth of a second.
    ///
    /// Whoever loads pictures can load coarser ones meanwhile.
    public var isMoving: Bool {
        switch phase {
        case .rest: false
        case .held(let gesture): gesture.isDragging && time < gesture.stillnessTime
        case .moving: true
        }
    }

    /// How fast the view changes: where it goes, whoever loads pictures can load ahead.
    public var velocity: ViewVelocity {
        switch phase {
        case .rest: .zero
        case .held(let gesture): ViewVelocity(center: view.contentVector(gesture.tracker.velocity(at: time) * -1))
        case .moving(let motion, _): motion.velocity(at: time)
        }
    }

    /// When ``update(at:)`` has to be called next: now while the view moves by itself, later while something held may
    /// come to a stop, and nil for not until the next event.
    public var nextFrameTime: Double? {
        switch phase {
        case .rest: nil
        case .moving: time
        case .held(let gesture): isMoving || gesture.source == .trackpad ? max(time, gesture.stillnessTime) : nil
        }
    }

    /// What is seen of the content: the smallest upright rectangle of it that holds the view, in the content's points.
    ///
    /// It may reach beyond the content.
    public var visibleRect: Rect { view.visibleRect(in: geometry.viewportSize) }

    /// The place of the content at a point of the view.
    public func contentPoint(at point: Point) -> Point { view.contentPoint(at: point, in: geometry.viewportSize) }

    /// The point of the view at which a place of the content is seen.
    public func viewPoint(of contentPoint: Point) -> Point {
        view.viewPoint(of: contentPoint, in: geometry.viewportSize)
    }

    /// The extent of the content as it is seen, turned and scaled, in points of the view.
    public var scaledContentSize: Size { view.boundingSize(of: geometry.contentSize) }

    /// How far the view's upper left corner is from that of ``scaledContentSize``, in points of the view: for content
    /// that is not turned, its center times its scale, less half of the view.
    public var contentOffset: Point {
        view.viewVector(view.center) - scaledContentOrigin - geometry.viewportSize.middle
    }

    /// Where the content's bounding box begins, seen from the content's origin, in points of the view.
    var scaledContentOrigin: Point { Rect(enclosing: geometry.contentRect.corners.map(view.viewVector)).origin }
}

extension DragGesture {
    /// From when on what is held counts as still.
    var stillnessTime: Double { (tracker.lastTime ?? start) + VelocityTracker.stillness }
}
