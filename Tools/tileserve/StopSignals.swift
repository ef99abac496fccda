import Concurrency
import Dispatch
import Glibc
import ToolSupport

/// Waits for SIGINT or SIGTERM; a second one ends the process at once.
final class StopSignals {
    private let arrived = DispatchSemaphore(value: 0)
    private let sources: [any DispatchSourceSignal]

    init() {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let count = Locked(0)
        for source in sources {
            let number = Int32(source.handle)
            source.setEventHandler { [arrived] in
                let isSecond = count.withLock { count in
                    count += 1
                    return count > 1
                }
                if isSecond { _exit(ExitStatus.interrupted(bySignal: number).rawValue) }
                arrived.signal()
            }
            source.resume()
        }
    }

    func wait() { arrived.wait() }
}
