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
