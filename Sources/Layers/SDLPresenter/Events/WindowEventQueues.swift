internal import CSDL2

/// Hands the events of SDL's one queue to the open windows of the process.
///
/// Whichever window waits takes what arrives, and leaves here what is for another one.
@MainActor
final class WindowEventQueues {
    /// The queues of the process.
    static let shared = WindowEventQueues()

    /// The maximum events that wait for a window that takes none; the oldest are dropped, as SDL drops those that its
    /// queue has no room for.
    static let limit = 4096

    private var waiting: [UInt32: [SDL_Event]] = [:]

    /// Begins to keep the events of a window.
    func open(_ identifier: UInt32) {
        waiting[identifier] = []
    }

    /// Drops the events of a window, and keeps no more.
    func close(_ identifier: UInt32) {
        waiting.removeValue(forKey: identifier)?.forEach { $0.free() }
    }

    /// Takes the first event that waits for a window.
    func next(for identifier: UInt32) -> SDL_Event? {
        guard waiting[identifier]?.isEmpty == false else { return nil }
        return waiting[identifier]?.removeFirst()
    }

    /// Passes on an event that a window has taken; one for all windows goes to each of them.
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

    /// Who gets an event that a window has taken.
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
    /// The identifier of the window that the event is for; 0 if it names none, and nil if it is for all.
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

    /// Frees what belongs to an event that nobody handles.
    fileprivate func free() {
        if type == SDL_DROPFILE.rawValue { SDL_free(drop.file) }
    }
}
