internal import CSDL2
internal import Concurrency

/// Wakes a window's event loop from any thread, without keeping the window open.
///
/// Calls before the loop takes the event are merged into one.
public struct Waker: Sendable {
    private struct State {
        var isPending = false
        var isClosed = false
    }

    /// SDL's event type for all wakers (SDL_RegisterEvents).
    static let eventType = SDL_RegisterEvents(1)

    private let state = Locked(State())
    private let identifier: UInt32

    /// Creates a waker for the window with this identifier.
    init(identifier: UInt32) {
        self.identifier = identifier
    }

    /// Makes ``WindowPresenter/nextEvent(timeout:)`` return `.woken`; does nothing once the window is closed.
    ///
    /// It may be called from any thread: its only call into SDL is the thread-safe SDL_PushEvent.
    public func wake() {
        state.withLock { state in
            guard !state.isPending, !state.isClosed else { return }
            var event = SDL_Event()
            event.user.type = Self.eventType
            event.user.windowID = identifier
            // The push fails only when SDL's queue of 65,535 events is full, and the next event in it wakes the loop
            // anyway.
            state.isPending = SDL_PushEvent(&event) == 1
        }
    }

    /// Returns whether an SDL event came from ``wake()``; if so, the next call pushes a new one.
    func accept(_ event: SDL_Event) -> Bool {
        guard event.type == Self.eventType, event.user.windowID == identifier else { return false }
        state.withLock { $0.isPending = false }
        return true
    }

    /// Stops pushing events, since SDL's queue may be destroyed.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
