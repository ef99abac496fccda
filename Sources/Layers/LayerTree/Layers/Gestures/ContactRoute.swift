/// The route of a contact's events: to the recognizers that may claim it, and to a controller if none does.
@MainActor
struct ContactRoute {
    enum Status {
        /// Events are held back until their recipient is decided.
        case held
        /// Events go to the controller.
        case forwarded
        /// A gesture has claimed the contact.
        case claimed
    }

    var contact: Contact
    /// The hit layer; nil if there was none.
    weak var layer: Layer?
    /// The recognizers of the contact, from the deepest layer to the root.
    let recognizers: [GestureRecognizer]
    /// The number of recognizers before the controller: on its layer and inside it.
    let innerCount: Int
    let controller: (any LayerController)?
    var status = Status.held
    var isDown = true
    /// The held-back events.
    var events: [InputEvent] = []

    /// Whether a recognizer may still take the contact from the controller.
    var isUndecided: Bool {
        recognizers.prefix(innerCount).contains {
            $0.isExclusive && $0.isOpen && $0.holdsContacts && $0.contactNumbers.contains(contact.number)
        }
    }

    /// Whether the contact can have no further effect.
    var isOver: Bool {
        guard !isDown, status != .held else { return false }
        return !recognizers.contains { $0.isOpen && $0.contactNumbers.contains(contact.number) }
    }
}
