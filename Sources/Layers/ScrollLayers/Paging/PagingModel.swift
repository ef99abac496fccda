internal import LayerTree
internal import VectorDrawing

/// The model of pages side by side, one of which is shown at rest: their offset, and its motion by drags and springs.
///
/// It is a value without layers, window or clock: calls carry their time in seconds. A drag moves the pages with the finger, on
/// a rubber band beyond the first and the last page. The end of the drag selects a page: a flick selects the next page in its
/// direction, a slower drag the nearest page, but at most one page from the start of the drag. A spring takes over the
/// velocity, as a closed formula of time.
///
/// ```swift
/// var model = PagingModel(pageCount: 12, pageWidth: 800)
/// model.beginDrag(at: 1)
/// model.drag(by: -300, at: 1.1)
/// model.endDrag(at: 1.1)
/// model.update(at: 2)  // page 1
/// ```
public struct PagingModel: Sendable {
    /// The number of pages.
    public private(set) var pageCount: Int
    /// The width of a page in points.
    public private(set) var pageWidth: Double
    /// The space between two pages in points.
    public let gap: Double
    /// The constants of the motions.
    public var physics = ScrollPhysics()
    /// Whether pages follow a drag beyond the first and the last one; the default is `true`.
    public var bounces = true
    /// Whether motion is reduced: pages change at once; the default is `false`.
    public var reducesMotion = false

    /// The distance by which the pages are scrolled to the left, in points: 0 for the first page.
    public private(set) var offset: Double
    /// The latest time that was passed to the model, in seconds.
    public private(set) var time = 0.0
    private var phase: Phase

    /// The minimum speed of a flick, in points per second.
    public static let flickSpeed = 250.0

    private enum Phase {
        case rest(page: Int)
        case held(Drag)
        case moving(CriticallyDampedSpring, start: Double, page: Int)
    }

    private struct Drag {
        /// The page at the start of the drag.
        var page: Int
        /// The time at the start of the drag.
        var start: Double
        /// The offset at the beginning, without the rubber band.
        var origin: Double
        /// The distance to the right since then.
        var translation = 0.0
        var tracker = VelocityTracker()

        /// The velocity of the finger to the right, in points per second.
        func velocity(at moment: Double) -> Double {
            guard let last = tracker.lastTime, last <= start else { return tracker.velocity(at: moment).x }
            // While a frame takes long, the events of a whole swipe wait, and then have one time. How fast it was is unknown;
            // a finger that stops for longer is still.
            return moment < start + VelocityTracker.stillness ? translation / VelocityTracker.stillness : 0
        }
    }

    /// Creates a model that shows a page.
    ///
    /// - Parameters:
    ///   - pageCount: the number of pages, which may be 0.
    ///   - page: the initial page, counted from 0; a number without a page stands for the nearest page.
    ///   - pageWidth: the width of a page in points, not negative.
    ///   - gap: the space between two pages in points; the default is 20.
    public init(pageCount: Int, page: Int = 0, pageWidth: Double, gap: Double = 20) {
        precondition(pageCount >= 0 && pageWidth >= 0 && gap >= 0, "numbers and lengths must not be negative")
        self.pageCount = pageCount
        self.pageWidth = pageWidth
        self.gap = gap
        let page = max(0, min(page, pageCount - 1))
        phase = .rest(page: page)
        offset = Double(page) * (pageWidth + gap)
    }

    /// The distance from one page to the next, in points.
    public var stride: Double { pageWidth + gap }

    /// The page that is shown, or will be shown when the motion ends; during a drag, the nearest page.
    public var page: Int {
        switch phase {
        case .rest(let page), .moving(_, _, let page): page
        case .held: nearestPage
        }
    }

    /// The pages that are at least partly visible.
    ///
    /// - Complexity: O(1)
    public var visiblePages: Range<Int> {
        guard pageCount > 0, stride > 0 else { return 0..<pageCount.clamped(to: 0...1) }
        let first = Int((offset / stride).rounded(.down)).clamped(to: 0...pageCount - 1)
        let last = Int(((offset + pageWidth) / stride).rounded(.up)).clamped(to: first + 1...pageCount)
        // The gap after a page is not part of it.
        return (offset < Double(first) * stride + pageWidth ? first : min(first + 1, last - 1))..<last
    }

    /// Whether the pages are dragged.
    public var isTracking: Bool { if case .held = phase { true } else { false } }

    /// Whether the pages move by themselves.
    public var isMoving: Bool { if case .moving = phase { true } else { false } }

    /// The time at which ``update(at:)`` is needed next; nil if not until the next call.
    public var nextFrameTime: Double? { isMoving ? time : nil }

    // MARK: Dragging

    /// Begins a drag at the current offset, even in the middle of a motion.
    public mutating func beginDrag(at moment: Double) {
        update(at: moment)
        guard !isTracking else { return }
        var drag = Drag(page: page, start: moment, origin: unstretched(offset))
        drag.tracker.add(Point(x: 0, y: 0), at: moment)
        phase = .held(drag)
    }

    /// Moves the pages with the finger.
    ///
    /// - Parameters:
    ///   - translation: the distance to the right since the start of the drag, in points.
    ///   - moment: the time in seconds.
    public mutating func drag(by translation: Double, at moment: Double) {
        guard case .held(var drag) = phase, translation.isFinite else { return }
        time = max(time, moment)
        drag.tracker.add(Point(x: translation, y: 0), at: moment)
        drag.translation = translation
        phase = .held(drag)
        offset = stretched(drag.origin - translation)
    }

    /// Ends the drag: the pages move on to one of them.
    ///
    /// - Parameters:
    ///   - isFlick: whether the velocity counts; otherwise the nearest page is shown. The default is `true`.
    ///   - moment: the time in seconds.
    public mutating func endDrag(isFlick: Bool = true, at moment: Double) {
        guard case .held(let drag) = phase else { return }
        time = max(time, moment)
        let limit = physics.maximumFlingSpeed
        let velocity = isFlick ? max(-limit, min(-drag.velocity(at: moment), limit)) : 0
        var target = nearestPage
        if abs(velocity) >= Self.flickSpeed {
            // A flick back to where the drag began shows the page from which it did.
            let isReturn = drag.translation != 0 && (drag.translation < 0) == (velocity < 0)
            target = isReturn ? drag.page : drag.page + (velocity < 0 ? -1 : 1)
        }
        move(to: target.clamped(to: drag.page - 1...drag.page + 1).clamped(to: pageRange), velocity: velocity)
    }

    // MARK: Other motions

    /// Shows another page.
    ///
    /// - Parameters:
    ///   - page: the page, counted from 0; a number without a page stands for the nearest page.
    ///   - animated: whether the pages slide there; otherwise they jump. The default is `true`.
    ///   - moment: the time in seconds.
    public mutating func show(_ page: Int, animated: Bool = true, at moment: Double) {
        update(at: moment)
        let page = page.clamped(to: pageRange)
        guard animated else { return rest(at: page) }
        var velocity = 0.0
        if case .moving(let spring, let start, _) = phase { velocity = spring.velocity(at: time - start) }
        move(to: page, velocity: velocity)
    }

    /// Changes the number and the width of the pages; the shown page stays, and motions end.
    public mutating func setPages(count: Int, width: Double, at moment: Double) {
        update(at: moment)
        guard count != pageCount || width != pageWidth else { return }
        precondition(count >= 0 && width >= 0, "numbers and lengths must not be negative")
        let page = page
        pageCount = count
        pageWidth = width
        rest(at: page.clamped(to: pageRange))
    }

    /// Advances the pages to a time in seconds.
    public mutating func update(at moment: Double) {
        time = max(time, moment)
        guard case .moving(let spring, let start, let page) = phase else { return }
        let elapsed = time - start
        if elapsed >= spring.duration(within: Self.restDistance) {
            rest(at: page)
        } else {
            offset = Double(page) * stride + spring.displacement(at: elapsed)
        }
    }

    // MARK: The parts

    /// The distance in points that is invisible.
    private static let restDistance = 0.25

    private var pageRange: ClosedRange<Int> { 0...max(0, pageCount - 1) }

    private var nearestPage: Int {
        stride > 0 ? Int((offset / stride).rounded()).clamped(to: pageRange) : 0
    }

    private mutating func rest(at page: Int) {
        phase = .rest(page: page)
        offset = Double(page) * stride
    }

    private mutating func move(to page: Int, velocity: Double) {
        let displacement = offset - Double(page) * stride
        guard !reducesMotion, displacement != 0 || velocity != 0 else { return rest(at: page) }
        // A spring that would carry the page past its place shows its neighbor for a moment.
        let isInward = (displacement < 0) == (velocity > 0) && displacement != 0
        let limit = physics.flightFrequency * abs(displacement)
        let speed = isInward ? max(-limit, min(velocity, limit)) : 0
        phase = .moving(
            CriticallyDampedSpring(displacement: displacement, velocity: speed, frequency: physics.flightFrequency),
            start: time, page: page)
    }

    /// The largest offset at rest.
    private var end: Double { Double(pageRange.upperBound) * stride }

    private func stretched(_ free: Double) -> Double {
        let edge = max(0, min(free, end))
        guard bounces, !reducesMotion else { return edge }
        return edge + physics.rubberBand(length: pageWidth).stretch(for: free - edge)
    }

    private func unstretched(_ shown: Double) -> Double {
        let edge = max(0, min(shown, end))
        return edge + physics.rubberBand(length: pageWidth).distance(for: shown - edge)
    }
}
