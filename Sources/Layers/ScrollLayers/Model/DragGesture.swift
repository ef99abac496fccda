internal import Glibc
internal import LayerTree

/// Content that is held, by a button of the mouse, by fingers on the screen, or by two on a trackpad.
///
/// The place of the content that lies in the middle of what holds it stays there, from absolute positions: however
/// uneven the events are, nothing adds up.
struct DragGesture: Sendable {
    enum Source: Hashable, Sendable {
        case pointer, touch, trackpad
    }

    let source: Source
    /// When it was taken up.
    let start: Double
    /// The place that is held, in the content's points.
    let anchor: Point
    /// The scale that the fingers would have made, without a rubber band, when it was taken up.
    private let octaves: Double
    private let angle: Double
    /// Where it was taken up.
    let origin: [Point]
    /// Whether two fingers held it before.
    let followsPinch: Bool

    /// Where it is held now.
    private(set) var points: [Point]
    /// How fast the middle moves.
    private(set) var tracker = VelocityTracker()
    /// By how many degrees the fingers have turned, over any number of turns.
    private var turned = 0.0
    /// How many of these the content did not follow; nil until it has begun to follow.
    private var slack: Double?
    /// Whether it has moved.
    var isDragging = false
    /// Whether two fingers have moved.
    var isZooming = false

    /// What is taken up.
    ///
    /// - Parameters:
    ///   - source: what holds it.
    ///   - points: the fingers, at least one.
    ///   - view: what is shown.
    ///   - limits: what a view may be.
    ///   - time: when.
    ///   - previous: how it was held until now, by other fingers.
    init(
        _ source: Source, at points: [Point], of view: ViewState, within limits: RubberBandLimits, time: Double,
        after previous: DragGesture?
    ) {
        self.source = source
        self.points = points
        start = time
        origin = points
        octaves = limits.freeOctaves(shown: view.octaves, angle: view.angle)
        angle = view.angle
        var free = view
        free.center = limits.freeCenter(shown: view)
        anchor = free.contentPoint(at: Self.middle(of: points), in: limits.geometry.viewportSize)
        tracker.add(Self.middle(of: points), at: time)
        isDragging = previous?.isDragging ?? false
        isZooming = points.count > 1 && previous?.isZooming ?? false
        followsPinch = points.count == 1 && (previous?.points.count ?? 1) > 1
        // Once the content turns with the fingers, it goes on when another one comes or goes.
        slack = previous?.slack == nil ? nil : 0
    }

    /// Whether the content turns with the fingers.
    var isTurning: Bool { slack != nil }

    /// The middle of what holds it.
    var middle: Point { Self.middle(of: points) }

    /// Follows the fingers; there are as many as there were.
    mutating func move(to points: [Point], at time: Double, settings: ScrollSettings) {
        self.points = points
        tracker.add(middle, at: time)
        guard points.count > 1, settings.rotatesByTouch else { return }
        turned += remainder(similarity.angle - turned, 360)
        if slack == nil, abs(turned) > settings.rotationThreshold {
            slack = settings.rotationThreshold * (turned < 0 ? -1 : 1)
        }
    }

    /// Scale and angle of the content as the fingers have it, without a rubber band; nil for one finger, which keeps both.
    var freeScaleAndAngle: (octaves: Double, angle: Double)? {
        guard points.count > 1 else { return nil }
        return (octaves + similarity.octaves, angle + (slack.map { turned - $0 } ?? 0))
    }

    /// How much larger, and by how many degrees turned, the fingers' figure is than it was: the best fit by least squares.
    ///
    /// As complex numbers from the middle, it is the sum of the products of each finger with its conjugate at the
    /// beginning, divided by the sum of the latter's squares. For two fingers it is exact.
    private var similarity: (octaves: Double, angle: Double) {
        let (from, to) = (Self.middle(of: origin), middle)
        var (real, imaginary, square) = (0.0, 0.0, 0.0)
        for (old, new) in zip(origin, points) {
            let (old, new) = (old - from, new - to)
            real += new.x * old.x + new.y * old.y
            imaginary += new.y * old.x - new.x * old.y
            square += old.x * old.x + old.y * old.y
        }
        // Fingers on one place have no figure, and those that meet make nothing of it.
        let size = hypot(real, imaginary)
        guard square > 1, size > 0 else { return (square > 1 ? Self.leastOctaves : 0, turned) }
        return (max(log2(size / square), Self.leastOctaves), atan2(imaginary, real) * 180 / .pi)
    }

    /// A thousandth of the size counts as nothing.
    private static let leastOctaves = -10.0

    private static func middle(of points: [Point]) -> Point {
        points.reduce(.zero, +) * (1 / Double(max(1, points.count)))
    }
}
