/// Recognizes a gesture of the mouse or of fingers on a layer and its sublayers.
///
/// This is the common part of ``TapRecognizer``, ``LongPressRecognizer``, ``PanRecognizer`` and ``PinchRecognizer``. The
/// pointer's primary button and a finger are the same to them. An ``InputDispatcher`` passes events to the recognizers of
/// the layer that is hit and of its superlayers, and decides between them:
///
/// - Of gestures that are recognized at the same time, that of the deepest layer counts; on one layer, the one added first.
///   The others, and scroll controllers, then lose the press. A pan and a pinch of one layer go on together.
/// - A tap waits for recognizers of more taps, on its layer or on sublayers, until these have failed.
/// - A scroll controller begins when no recognizer on its layer or inside it can still claim the press. It then gets the
///   events that were held back, with their own times.
@MainActor
public class GestureRecognizer {
    /// The state of a gesture.
    public enum State: Hashable, Sendable, CaseIterable {
        /// The gesture has not been recognized.
        case possible
        /// A gesture that lasts has been recognized.
        case began
        /// It has gone on.
        case changed
        /// It has ended; a tap is recognized and ends at once.
        case ended
        /// Something else has taken over, as when the window lost the focus.
        case cancelled
    }

    /// What a recognizer knows of the contacts that it has seen.
    enum Progress {
        /// It has seen none.
        case idle
        /// They may become the gesture.
        case undecided
        /// They are the gesture, unless another recognizer has precedence.
        case proposed
        /// The gesture goes on.
        case active
        /// They are not the gesture, or it has ended.
        case finished
    }

    /// The layer that the recognizer was added to; nil if there is none.
    public internal(set) weak var layer: Layer?
    /// The state, which actions read.
    public private(set) var state = State.possible
    /// The position in points of the scene: that of the press, or the center of several.
    public internal(set) var location = Point.zero
    /// The time in seconds of the event that changed the state last, on the clock of the events.
    public internal(set) var time = 0.0
    /// Whether gestures are recognized; the default is true.
    ///
    /// A change takes effect with the next press.
    public var isEnabled = true
    /// Whether the gesture takes the press from other recognizers and from scroll controllers; the default is true.
    ///
    /// Otherwise it is recognized beside them, as a tap anywhere on a map that can still be dragged and zoomed.
    public var isExclusive = true
    /// The layer that the first press hit: the recognizer's own, or one inside it; nil if it is gone.
    public internal(set) weak var hitLayer: Layer?
    /// Whether an exclusive gesture, of any layer, has claimed the press meanwhile.
    ///
    /// A gesture that is not ``isExclusive`` is recognized all the same, and may then have nothing left to do.
    public internal(set) var isClaimedByAnother = false

    var progress = Progress.idle
    /// The contacts that are down.
    private(set) var contacts: [Contact] = []
    /// The numbers of all contacts that belong to the gesture, in contact or lifted.
    private(set) var contactNumbers: Set<Int> = []

    init() {}

    /// Returns the position in a layer's coordinates.
    ///
    /// - Parameter layer: a layer of the scene; nil, the default, for the one that the recognizer was added to.
    /// - Returns: nil if the layer is gone, or seen edge-on.
    public func location(in layer: Layer? = nil) -> Point? { (layer ?? self.layer)?.convertFromScene(location) }

    // MARK: What kinds of gestures do

    /// Called when a contact has begun, moved, or ended; by then it is, still is, or no longer is among the contacts.
    func contactsChanged(_ phase: ContactPhase, _ contact: Contact) {}

    /// Called when time has passed and the recognizer has a ``deadline``.
    func timePassed(to time: Double) {}

    /// Called when the gesture counts; it sets the state.
    func recognized() { setState(.began) }

    /// The time at which something is decided without an event; nil if there is none.
    var deadline: Double? { nil }

    /// Whether the contacts are kept from scroll controllers while nothing is decided.
    var holdsContacts: Bool { true }

    /// Whether the gesture can go on beside another one of the same layer.
    func canAccompany(_ other: GestureRecognizer) -> Bool { false }

    /// Calls the action of the gesture.
    func sendAction() {}

    // MARK: What the dispatcher does

    /// Whether the recognizer may still claim its contacts.
    var isOpen: Bool { progress == .undecided || progress == .proposed }

    func begin(_ contact: Contact, on hit: Layer?) {
        guard progress != .finished else { return }
        if progress == .idle { (progress, hitLayer) = (.undecided, hit) }
        contacts.append(contact)
        contactNumbers.insert(contact.number)
        time = contact.time
        contactsChanged(.down, contact)
    }

    func update(_ contact: Contact, _ phase: ContactPhase) {
        guard progress != .finished, let index = contacts.firstIndex(where: { $0.number == contact.number }) else {
            return
        }
        time = contact.time
        contacts[index] = contact
        switch phase {
        case .down, .moved: break
        case .up: contacts.remove(at: index)
        case .cancelled: return cancel()
        }
        contactsChanged(phase, contact)
    }

    func recognize() {
        progress = .active
        recognized()
    }

    /// Gives up, because something else counts.
    func cancel() {
        let wasActive = progress == .active
        finish()
        if wasActive { setState(.cancelled) }
    }

    /// Ends what the contacts can become: they are not the gesture, or it is over.
    func finish() {
        progress = .finished
        contacts = []
    }

    /// Forgets everything when no contact that it has seen is left.
    func reset() {
        progress = .idle
        contacts = []
        contactNumbers = []
        state = .possible
        hitLayer = nil
        isClaimedByAnother = false
    }

    /// Sets the state and calls the action.
    func setState(_ state: State) {
        self.state = state
        sendAction()
    }

    /// The center of the contacts.
    var center: Point { Point.center(of: contacts.map(\.position)) }
}
