public import VectorDrawing

/// Recognizes a gesture of the mouse or of fingers on a layer and its sublayers.
///
/// This is the base class of ``TapRecognizer``, ``LongPressRecognizer``, ``PanRecognizer`` and ``PinchRecognizer``. They treat
/// the pointer's primary button and a finger alike. An ``InputDispatcher`` passes events to the recognizers of the hit layer
/// and of its superlayers, and decides between them:
///
/// - Of gestures that are recognized at the same time, the gesture of the deepest layer counts; on one layer, the gesture that
///   was added first. The others, and scroll controllers, then lose the press. A pan and a pinch of one layer continue
///   together.
/// - A tap waits until recognizers of more taps, on its layer or on sublayers, have failed.
/// - A scroll controller begins when no recognizer on its layer or inside it can still claim the press. It then gets the
///   held-back events, with their original times.
@MainActor
public class GestureRecognizer {
    /// The state of a gesture.
    public enum State: Hashable, Sendable, CaseIterable {
        /// The gesture has not been recognized.
        case possible
        /// A continuous gesture has been recognized.
        case began
        /// The gesture has changed.
        case changed
        /// The gesture has ended; a tap is recognized and ends at once.
        case ended
        /// The gesture was interrupted, for example because the window lost the focus.
        case cancelled
    }

    /// The progress of a recognizer with the contacts that it has seen.
    enum Progress {
        /// The recognizer has seen no contacts.
        case idle
        /// The contacts may become the gesture.
        case undecided
        /// The contacts are the gesture, unless another recognizer has precedence.
        case proposed
        /// The gesture is in progress.
        case active
        /// The contacts are not the gesture, or it has ended.
        case finished
    }

    /// The layer that the recognizer was added to; nil if there is none.
    public internal(set) weak var layer: Layer?
    /// The state, for use in actions.
    public private(set) var state = State.possible
    /// The position of the press, or the center of several presses, in points of the scene.
    public internal(set) var location = Point.zero
    /// The time of the event that last changed the state, in seconds on the clock of the events.
    public internal(set) var time = 0.0
    /// Whether gestures are recognized; the default is true.
    ///
    /// A change takes effect with the next press.
    public var isEnabled = true
    /// Whether the gesture takes the press from other recognizers and from scroll controllers; the default is true.
    ///
    /// If it is false, the gesture is recognized together with them, such as a tap on a map that can still be dragged and
    /// zoomed.
    public var isExclusive = true
    /// The layer that the first press hit: the recognizer's layer, or one inside it; nil if that layer was released.
    public internal(set) weak var hitLayer: Layer?
    /// Whether an exclusive gesture of any layer has claimed the press in the meantime.
    ///
    /// A gesture that is not ``isExclusive`` is still recognized; its action may then have nothing to do.
    public internal(set) var isClaimedByAnother = false

    var progress = Progress.idle
    /// The contacts that are down.
    private(set) var contacts: [Contact] = []
    /// The numbers of all contacts of the gesture, down or lifted.
    private(set) var contactNumbers: Set<Int> = []

    init() {}

    /// Returns the position in a layer's coordinates.
    ///
    /// - Parameter layer: a layer of the scene; nil, the default, for the recognizer's layer.
    /// - Returns: the position; nil if the layer was released or is edge-on.
    public func location(in layer: Layer? = nil) -> Point? { (layer ?? self.layer)?.convertFromScene(location) }

    // MARK: What kinds of gestures do

    /// Called after a contact has begun, moved, or ended; ``contacts`` is already updated.
    func contactsChanged(_ phase: ContactPhase, _ contact: Contact) {}

    /// Called when time has passed and the recognizer has a ``deadline``.
    func timePassed(to time: Double) {}

    /// Called when the gesture is recognized; it sets the state.
    func recognized() { setState(.began) }

    /// The time at which the recognizer decides without an event; nil if there is none.
    var deadline: Double? { nil }

    /// Whether the contacts are kept from scroll controllers until the recognizer has decided.
    var holdsContacts: Bool { true }

    /// Whether the gesture can continue together with another gesture of the same layer.
    func canAccompany(_ other: GestureRecognizer) -> Bool { false }

    /// Calls the action of the gesture.
    func sendAction() {}

    // MARK: What the dispatcher does

    /// Whether the recognizer may still claim its contacts.
    var isOpen: Bool { progress == .undecided || progress == .proposed }

    func begin(_ contact: Contact, on hit: Layer?) {
        guard progress != .finished else { return }
        if progress == .idle {
            progress = .undecided
            hitLayer = hit
        }
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

    /// Cancels the gesture, because another one counts.
    func cancel() {
        let wasActive = progress == .active
        finish()
        if wasActive { setState(.cancelled) }
    }

    /// Finishes: the contacts are not the gesture, or it is over.
    func finish() {
        progress = .finished
        contacts = []
    }

    /// Resets the recognizer when none of its contacts is left.
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
