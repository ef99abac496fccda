internal import LayerTree
public import VectorDrawing

extension ScrollModel {
    /// Whether a drag is in progress, even if it has not moved yet.
    public var isTracking: Bool { gesture != nil }

    /// Whether a drag is in progress and has moved.
    public var isDragging: Bool { gesture?.isDragging ?? false }

    /// Whether the view moves by itself after a drag.
    public var isDecelerating: Bool {
        if case .moving(_, .deceleration) = phase { true } else { false }
    }

    /// Whether the view moves: by itself, or by a drag that moved during the last 0.1 s.
    ///
    /// While it moves, an image loader may prefer coarser images.
    public var isMoving: Bool {
        switch phase {
        case .rest: false
        case .held(let gesture): gesture.isDragging && time < gesture.stillnessTime
        case .moving: true
        }
    }

    /// The velocity of the view, with which an image loader can look ahead.
    public var velocity: ViewVelocity {
        switch phase {
        case .rest: .zero
        case .held(let gesture): ViewVelocity(center: view.contentVector(gesture.tracker.velocity(at: time) * -1))
        case .moving(let motion, _): motion.velocity(at: time)
        }
    }

    /// The time at which ``update(at:)`` is needed next; nil if not until the next event.
    ///
    /// While the view moves by itself, it is the current time. During a drag, it is the time at which the drag counts as still,
    /// and at a stop of a tour, that of the next flight.
    public var nextFrameTime: Double? {
        switch phase {
        case .rest: tour?.departure
        case .moving: time
        case .held(let gesture): isMoving || gesture.source == .trackpad ? max(time, gesture.stillnessTime) : nil
        }
    }

    /// The smallest axis-aligned rectangle of the content that contains the view, in the content's points.
    ///
    /// It may extend beyond the content.
    public var visibleRect: Rect { view.visibleRect(in: geometry.viewportSize) }

    /// Returns the content point at a point of the view.
    public func contentPoint(at point: Point) -> Point { view.contentPoint(at: point, in: geometry.viewportSize) }

    /// Returns the point of the view at which a content point is shown.
    public func viewPoint(of contentPoint: Point) -> Point {
        view.viewPoint(of: contentPoint, in: geometry.viewportSize)
    }

    /// The position of the view's upper left corner in the content's bounding box, in points of the view.
    ///
    /// For upright content it is the center times the scale, minus half the viewport.
    public var contentOffset: Point {
        view.viewVector(view.center) - scaledContentOrigin - geometry.viewportSize.middle
    }

    /// The origin of the content's bounding box relative to the content's origin, in points of the view.
    var scaledContentOrigin: Point { Rect(enclosing: geometry.contentRect.corners.map(view.viewVector)).origin }
}

extension DragGesture {
    /// The time from which the drag counts as still.
    var stillnessTime: Double { (tracker.lastTime ?? start) + VelocityTracker.stillness }
}
