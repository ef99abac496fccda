/// Recognizes a press that stays down in one place for some time.
///
/// The gesture begins while the press is down, changes when the press moves, and ends when it is lifted.
public final class LongPressRecognizer: GestureRecognizer {
    /// The minimum duration of the press in seconds; 0.5 by default.
    public let duration: Double

    private let action: @MainActor (LongPressRecognizer) -> Void
    private var begin: Double?

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - duration: the minimum duration of the press in seconds, not negative.
    ///   - action: called when the gesture begins, changes and ends.
    public init(duration: Double = 0.5, action: @escaping @MainActor (LongPressRecognizer) -> Void) {
        precondition(duration >= 0, "a duration is not negative")
        self.duration = duration
        self.action = action
    }

    override func contactsChanged(_ phase: ContactPhase, _ contact: Contact) {
        switch phase {
        case .down:
            guard contacts.count == 1 else {
                if progress != .active { finish() }
                return
            }
            location = contact.position
            begin = contact.time
        case .moved:
            if progress == .active {
                location = contact.position
                setState(.changed)
            } else if contact.isBeyondSlop {
                finish()
            }
        case .up:
            let wasActive = progress == .active
            location = contact.position
            finish()
            if wasActive { setState(.ended) }
        case .cancelled: break
        }
    }

    override func timePassed(to time: Double) {
        guard progress == .undecided, let begin, time >= begin + duration else { return }
        self.time = time
        progress = .proposed
    }

    override var deadline: Double? { progress == .undecided ? begin.map { $0 + duration } : nil }

    override func reset() {
        super.reset()
        begin = nil
    }

    override func sendAction() { action(self) }
}
