internal import Concurrency

/// A value that is made once, and for which no thread has to wait.
///
/// Safe to use from any thread.
final class Promise<Value: Sendable>: Sendable {
    /// Happens when the value is there.
    let event = OneShotEvent()
    private let state = Locked<Value?>(nil)

    /// The value; nil as long as it is not there.
    var value: Value? { state.withLock { $0 } }

    /// Sets the value, and signals ``event``; called once.
    func fulfill(_ value: Value) {
        state.withLock { $0 = value }
        event.signal()
    }
}

/// Something that happens once, such as the end of an opening, and for which no thread has to wait.
///
/// Safe to use from any thread.
final class OneShotEvent: Sendable {
    private struct State {
        var hasOccurred = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Whether it has happened.
    var hasOccurred: Bool { state.withLock(\.hasOccurred) }

    /// Calls an action once it has happened: at once if it has, or else on the thread that signals it.
    ///
    /// The action is kept until then; an ``Admission`` adds one for all requests that wait.
    func whenSignaled(_ action: @escaping @Sendable () -> Void) {
        let hasOccurred = state.withLock { state in
            if !state.hasOccurred { state.actions.append(action) }
            return state.hasOccurred
        }
        if hasOccurred { action() }
    }

    /// Signals that the event has happened; the second call does nothing.
    func signal() {
        let actions = state.withLock { state in
            defer { state.actions = [] }
            state.hasOccurred = true
            return state.actions
        }
        for action in actions { action() }
    }
}
