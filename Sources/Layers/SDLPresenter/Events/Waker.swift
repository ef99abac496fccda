internal import CSDL2
internal import Concurrency

/// Wakes the loop of a window from any thread; does not keep the window open.
///
/// Calls that come before the loop has looked are one event.
public struct Waker: Sendable {
    private struct State {
        var isPending = false
        var isClosed = false
    }

    /// SDL's number for this kind of event (SDL_RegisterEvents), the same in all windows.
    static let eventType = SDL_RegisterEvents(1)

    private let state = Locked(State())
    private let identifier: UInt32

    /// A waker for the window of that number.
    init(identifier: UInt32) {
        self.identifier = identifier
    }

    /// Makes ``WindowPresenter/nextEvent(timeout:)`` return with `.woken`; does nothing once the window is closed.
    ///
    /// The only call of SDL that may come from any thread (SDL_PushEvent).
    public func wake() {
        state.withLock { state in
            guard !state.isPending, !state.isClosed else { return }
            var event = SDL_Event()
            event.user.type = Self.eventType
            event.user.windowID = identifier
            // Only a queue of 65,535 events is too full; the next of those wakes the loop too.
            state.isPending = SDL_PushEvent(&event) == 1
        }
    }

    /// Whether an event of SDL's is a call of ``wake()``; from now on, the next call makes another one.
    func accept(_ event: SDL_Event) -> Bool {
        guard event.type == Self.eventType, event.user.windowID == identifier else { return false }
        state.withLock { $0.isPending = false }
        return true
    }

    /// Pushes no event from now on: SDL's queue is about to go.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
