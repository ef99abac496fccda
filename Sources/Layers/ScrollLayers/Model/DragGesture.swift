internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// A drag of the content with a mouse button, with fingers on a touch screen, or with two fingers on a trackpad.
///
/// The content point under the center of the touch points stays there. It is computed from absolute positions, so
/// uneven events cause no drift.
struct DragGesture: Sendable {
    enum Source: Hashable, Sendable {
        case pointer, touch, trackpad
    }

    let source: Source
    /// The time at which the gesture began.
    let start: Double
    /// The content point under the center of the touch points, in the content's points.
    let anchor: Point
    /// The octaves of the scale at the beginning, without the rubber band.
    private let octaves: Double
    private let angle: Double
    /// The touch points at the beginning.
    let origin: [Point]
    /// Whether the gesture continues one with two fingers.
    let followsPinch: Bool

    /// The current touch points.
    private(set) var points: [Point]
    /// Tracks the velocity of the center.
    private(set) var tracker = VelocityTracker()
    /// The rotation of the fingers in degrees; may exceed a full turn.
    private var turned = 0.0
    /// The degrees of that rotation that the content did not follow; nil until the content starts to rotate.
    private var slack: Double?
    /// Whether the touch points have moved.
    var isDragging = false
    /// Whether two fingers have moved.
    var isZooming = false

    /// Begins a gesture with at least one touch point: a new drag, or a drag that continues with other fingers.
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
        // A rotation that has begun goes on when a finger is added or lifted.
        slack = previous?.slack == nil ? nil : 0
    }

    /// Whether the content rotates with the fingers.
    var isTurning: Bool { slack != nil }

    /// The center of the touch points.
    var middle: Point { Self.middle(of: points) }

    /// Moves the touch points; their number must not change.
    mutating func move(to points: [Point], at time: Double, settings: ScrollSettings) {
        self.points = points
        tracker.add(middle, at: time)
        guard points.count > 1, settings.rotatesByTouch else { return }
        turned += remainder(similarity.angle - turned, 360)
        if slack == nil, abs(turned) > settings.rotationThreshold {
            slack = settings.rotationThreshold * (turned < 0 ? -1 : 1)
        }
    }

    /// The scale in octaves and the angle that follow the fingers, without the rubber band; nil for one finger.
    var freeScaleAndAngle: (octaves: Double, angle: Double)? {
        guard points.count > 1 else { return nil }
        return (octaves + similarity.octaves, angle + (slack.map { turned - $0 } ?? 0))
    }

    /// The least-squares similarity transform from the first touch points to the current ones: scale in octaves and
    /// rotation in degrees.
    ///
    /// With points as complex numbers relative to their center, it is Σ new·conj(old) / Σ |old|². For two fingers it is
    /// exact.
    private var similarity: (octaves: Double, angle: Double) {
        let from = Self.middle(of: origin)
        let to = middle
        var real = 0.0
        var imaginary = 0.0
        var square = 0.0
        for (old, new) in zip(origin, points) {
            let old = old - from
            let new = new - to
            real += new.x * old.x + new.y * old.y
            imaginary += new.y * old.x - new.x * old.y
            square += old.x * old.x + old.y * old.y
        }
        // Fingers that start at one point define no scale, and neither do fingers that meet.
        let size = hypot(real, imaginary)
        guard square > 1, size > 0 else { return (square > 1 ? Self.leastOctaves : 0, turned) }
        return (max(log2(size / square), Self.leastOctaves), atan2(imaginary, real) * 180 / .pi)
    }

    /// The smallest scale change of a gesture: about a thousandth.
    private static let leastOctaves = -10.0

    private static func middle(of points: [Point]) -> Point {
        points.reduce(.zero, +) * (1 / Double(max(1, points.count)))
    }
}
