public import VectorDrawing

/// Recognizes a drag with the mouse or with one or more fingers.
///
/// ```swift
/// var start = Point.zero
/// pin.addGesture(
///     PanRecognizer { pan in
///         if pan.state == .began { start = pin.position }
///         if let moved = pan.translation(in: map) { pin.position = start + moved }
///     })
/// ```
public final class PanRecognizer: GestureRecognizer {
    /// The vector from the start of the press to its current position, in points of the scene.
    ///
    /// It includes the motion before the gesture was recognized.
    public private(set) var translation = Point.zero
    /// The velocity over the last 0.1 seconds, in points of the scene per second; zero for a press at rest.
    public var velocity: Point {
        guard let last = samples.last, let first = samples.first(where: { $0.time >= time - Self.velocityInterval }),
            last.time > first.time
        else { return .zero }
        let seconds = last.time - first.time
        let way = last.translation - first.translation
        return Point(x: way.x / seconds, y: way.y / seconds)
    }

    /// The seconds over which the velocity is measured.
    private static let velocityInterval = 0.1

    private let action: @MainActor (PanRecognizer) -> Void
    /// The translation before a finger was added or lifted, and the center since then.
    private var base = Point.zero
    private var origin = Point.zero
    private var samples: [(time: Double, translation: Point)] = []

    /// Creates a recognizer with an action for the begin, each change, the end and the cancellation of the gesture.
    public init(action: @escaping @MainActor (PanRecognizer) -> Void) {
        self.action = action
    }

    /// Returns the translation as a vector in a layer's coordinates, for example to move a sublayer.
    ///
    /// - Parameter layer: a layer of the scene; nil, the default, for the superlayer of the recognizer's layer.
    /// - Returns: the vector; nil if there is no such layer, or if it is edge-on.
    public func translation(in layer: Layer? = nil) -> Point? {
        guard let layer = layer ?? self.layer?.superlayer, let end = layer.convertFromScene(location),
            let start = layer.convertFromScene(location - translation)
        else { return nil }
        return end - start
    }

    override func contactsChanged(_ phase: ContactPhase, _ contact: Contact) {
        switch phase {
        case .down:
            anchor()
        case .moved:
            location = center
            translation = base + (location - origin)
            record()
            if progress == .active {
                setState(.changed)
            } else if contact.isBeyondSlop {
                progress = .proposed
            }
        case .up where contacts.isEmpty:
            let wasActive = progress == .active
            finish()
            if wasActive { setState(.ended) }
        case .up, .cancelled:
            anchor()
        }
    }

    /// Continues the translation from the center of other contacts.
    private func anchor() {
        base = translation
        origin = center
        location = origin
        record()
    }

    private func record() {
        samples.removeAll { $0.time < time - Self.velocityInterval }
        samples.append((time, translation))
    }

    override func canAccompany(_ other: GestureRecognizer) -> Bool { other is PinchRecognizer }

    override func reset() {
        super.reset()
        translation = .zero
        base = .zero
        samples = []
    }

    override func sendAction() { action(self) }
}
