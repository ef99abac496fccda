internal import Glibc
internal import VectorDrawing

/// Recognizes two fingers that move apart, together, or around each other.
public final class PinchRecognizer: GestureRecognizer {
    /// The distance of the fingers, as a factor of their distance when the second one touched.
    public private(set) var scale = 1.0
    /// The rotation of the fingers since the second one touched, in degrees clockwise, from −180 to 180.
    public private(set) var angle = 0.0

    private let action: @MainActor (PinchRecognizer) -> Void
    /// The vector between the fingers when the second one touched.
    private var start: Point?

    /// The minimum distance of fingers in points, so that fingers at the same place define a scale.
    private static let leastDistance = 1.0

    /// Creates a recognizer with an action for the begin, each change, the end and the cancellation of the gesture.
    public init(action: @escaping @MainActor (PinchRecognizer) -> Void) {
        self.action = action
    }

    override func contactsChanged(_ phase: ContactPhase, _ contact: Contact) {
        switch phase {
        case .down:
            guard contacts.count == 2 else { return }
            start = contacts[1].position - contacts[0].position
            location = center
        case .moved:
            guard contacts.count >= 2, let start else { return }
            let vector = contacts[1].position - contacts[0].position
            scale = max(vector.length, Self.leastDistance) / max(start.length, Self.leastDistance)
            angle = remainder((atan2(vector.y, vector.x) - atan2(start.y, start.x)) * 180 / .pi, 360)
            location = Point.center(of: contacts.prefix(2).map(\.position))
            if progress == .active {
                setState(.changed)
            } else if contact.isBeyondSlop {
                progress = .proposed
            }
        case .up where contacts.count < 2:
            let wasActive = progress == .active
            if wasActive || contacts.isEmpty { finish() }
            if wasActive { setState(.ended) }
        case .up, .cancelled: break
        }
    }

    /// Whether contacts are held: a single dragging finger is left to other recognizers.
    override var holdsContacts: Bool { contacts.count != 1 || !contacts[0].isBeyondSlop }

    override func canAccompany(_ other: GestureRecognizer) -> Bool { other is PanRecognizer }

    override func reset() {
        super.reset()
        scale = 1
        angle = 0
        start = nil
    }

    override func sendAction() { action(self) }
}

extension Point {
    /// The length of the vector.
    fileprivate var length: Double { distance(to: .zero) }
}
