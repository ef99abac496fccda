internal import CSDL2

/// Distributes the events of SDL's single queue to the open windows of the process.
///
/// The waiting window takes each event, and leaves events for other windows here.
@MainActor
final class WindowEventQueues {
    /// The queues of the process.
    static let shared = WindowEventQueues()

    /// The maximum number of events that wait for a window; beyond it the oldest are dropped, as in SDL's own queue.
    static let limit = 4096

    private var waiting: [UInt32: [SDL_Event]] = [:]

    /// Begins to keep the events of a window.
    func open(_ identifier: UInt32) {
        waiting[identifier] = []
    }

    /// Drops the events of a window, and stops keeping them.
    func close(_ identifier: UInt32) {
        waiting.removeValue(forKey: identifier)?.forEach { $0.free() }
    }

    /// Takes the first event that waits for a window.
    func next(for identifier: UInt32) -> SDL_Event? {
        guard waiting[identifier]?.isEmpty == false else { return nil }
        return waiting[identifier]?.removeFirst()
    }

    /// Passes on an event that a window has taken; an event for all windows goes to each of them.
    func deliver(_ event: SDL_Event, takenBy identifier: UInt32) -> Recipient {
        guard let addressee = event.addressee else {
            waiting.keys.filter { $0 != identifier }.forEach { append(event, to: $0) }
            return .taker
        }
        if addressee == identifier || addressee == 0 { return .taker }
        guard waiting[addressee] != nil else {
            event.free()
            return .nobody
        }
        append(event, to: addressee)
        return .otherWindow
    }

    /// The recipient of an event that a window has taken.
    enum Recipient {
        case taker, otherWindow, nobody
    }

    private func append(_ event: SDL_Event, to identifier: UInt32) {
        waiting[identifier]?.append(event)
        if let count = waiting[identifier]?.count, count > Self.limit {
            waiting[identifier]?.removeFirst().free()
        }
    }
}

extension SDL_Event {
    /// The identifier of the event's window; 0 if it names none, and nil if it is for all windows.
    fileprivate var addressee: UInt32? {
        // Reading any member of the union is safe; only those of the event's type are used.
        switch SDL_EventType(type) {
        case SDL_QUIT, SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET: nil
        case SDL_WINDOWEVENT: window.windowID
        case SDL_KEYDOWN, SDL_KEYUP: key.windowID
        case SDL_TEXTINPUT: text.windowID
        case SDL_MOUSEMOTION: motion.windowID
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button.windowID
        case SDL_MOUSEWHEEL: wheel.windowID
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: tfinger.windowID
        case SDL_DROPFILE: drop.windowID
        case SDL_EventType(Waker.eventType): user.windowID
        default: 0
        }
    }

    /// Frees the resources of an event that is not handled.
    fileprivate func free() {
        if type == SDL_DROPFILE.rawValue { SDL_free(drop.file) }
    }
}
