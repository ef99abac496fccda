/// Recognizes taps and clicks: one press, two, or more in quick succession at the same place.
///
/// ```swift
/// pin.addGesture(TapRecognizer { _ in showDetails() })
/// photo.addGesture(TapRecognizer(count: 2) { tap in zoom(to: tap.location) })
/// ```
public final class TapRecognizer: GestureRecognizer {
    /// The number of taps; 1 by default.
    public let count: Int
    /// Whether scroll controllers wait until the press is known to be no tap; the default is true.
    ///
    /// If it is false, they get the press at once, so that it stops a motion; it is withdrawn when the tap is recognized.
    public var delaysScrolling = true
    /// The maximum time between the end of a tap and the beginning of the next, in seconds.
    public static let maximumInterval = 0.35
    /// The maximum distance between taps of a finger, in points.
    ///
    /// For a mouse, the limit is the distance that a press may move.
    public static let maximumFingerDistance = 40.0

    private let action: @MainActor (TapRecognizer) -> Void
    /// The number of taps so far.
    private var taps = 0
    /// The first tap.
    private var first: Contact?
    /// The time by which the next tap must begin; nil while one is down.
    private var nextDeadline: Double?

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - count: the number of taps, at least 1.
    ///   - action: called when the taps have been recognized.
    public init(count: Int = 1, action: @escaping @MainActor (TapRecognizer) -> Void) {
        precondition(count > 0, "a gesture has at least one tap")
        self.count = count
        self.action = action
    }

    override var holdsContacts: Bool { delaysScrolling }

    override func contactsChanged(_ phase: ContactPhase, _ contact: Contact) {
        switch phase {
        case .down:
            location = contact.position
            nextDeadline = nil
            guard contacts.count == 1, isNear(contact) else { return finish() }
            first = first ?? contact
        case .moved:
            if contact.isBeyondSlop { finish() }
        case .up:
            guard !contact.isBeyondSlop else { return finish() }
            taps += 1
            if taps == count {
                progress = .proposed
            } else {
                nextDeadline = contact.time + Self.maximumInterval
            }
        case .cancelled: break
        }
    }

    /// Whether a contact is at the place of the first one.
    private func isNear(_ contact: Contact) -> Bool {
        guard let first else { return true }
        let limit = contact.source == .pointer ? contact.source.slop : Self.maximumFingerDistance
        return contact.position.distance(to: first.start) <= limit
    }

    override func timePassed(to time: Double) {
        guard progress == .undecided, let nextDeadline, time > nextDeadline else { return }
        finish()
    }

    override var deadline: Double? { progress == .undecided ? nextDeadline : nil }

    override func recognized() {
        finish()
        setState(.ended)
    }

    override func reset() {
        super.reset()
        taps = 0
        first = nil
        nextDeadline = nil
    }

    override func sendAction() { action(self) }
}
