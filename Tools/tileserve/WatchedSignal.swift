import Dispatch

/// A signal that calls a function in place of its default action, for as long as the object exists.
final class WatchedSignal {
    private let source: any DispatchSourceSignal

    /// Begins to watch a signal, and returns when it is watched: one that is sent from then on calls the function.
    ///
    /// - Parameters:
    ///   - number: the signal, such as SIGTERM.
    ///   - receive: called on a global queue.
    init(_ number: Int32, receive: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: receive)
        let isWatched = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isWatched.signal() }
        source.resume()
        isWatched.wait()
    }

    deinit { source.cancel() }
}
