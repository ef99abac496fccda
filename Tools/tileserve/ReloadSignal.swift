import Dispatch
import Glibc

/// Calls a function on SIGHUP, which does not end the process.
final class ReloadSignal {
    private let source: any DispatchSourceSignal

    /// Begins to wait for the signal, for as long as the object exists.
    init(_ reload: @escaping @Sendable () -> Void) {
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler(handler: reload)
        source.resume()
    }

    deinit { source.cancel() }
}
