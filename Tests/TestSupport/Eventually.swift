internal import Glibc

/// Polls until there is a value, and returns it.
///
/// It waits for an effect of another process or thread without a notification. A correct test passes on any machine, however
/// slow: polling ends only after five minutes, for tests that would wait forever.
///
/// - Parameters:
///   - event: the expected event, as the subject of "did not happen".
///   - interval: the time between two calls of `look` in milliseconds; 20 by default, which
///     leaves the processor to others.
///   - look: returns the value; nil as long as there is none.
/// - Returns: the value.
/// - Throws: ``NeverHappened``, and errors of `look`.
@discardableResult
public func eventually<Value>(_ event: String, interval: Int = 20, _ look: () throws -> Value?) throws -> Value {
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
        if let value = try look() { return value }
        guard ContinuousClock.now < deadline else { throw NeverHappened(event: event) }
        usleep(UInt32(clamping: 1000 * interval))
    }
}

/// Polls until a condition holds, like the other function for a value.
public func eventually(_ event: String, interval: Int = 20, _ holds: () throws -> Bool) throws {
    let _: Void = try eventually(event, interval: interval) { try holds() ? () : nil }
}

/// An expected event that did not happen in time.
public struct NeverHappened: Error, CustomStringConvertible {
    var event: String

    /// The message: the event and the waiting time.
    public var description: String { "\(event) did not happen within five minutes" }
}
