import Concurrency
import Dispatch
import Glibc
import ToolSupport

/// Waits for SIGINT or SIGTERM; a second one ends the process at once, unless it is the same one as for a ``SignalWatcher``.
final class StopSignals {
    private let arrived = DispatchSemaphore(value: 0)
    private let signals: [WatchedSignal]

    init() {
        let first = Locked<DispatchTime?>(nil)
        signals = [SIGINT, SIGTERM].map { [arrived] number in
            WatchedSignal(number) {
                let now = DispatchTime.now()
                let former = first.withLock { first in
                    defer { first = first ?? now }
                    return first
                }
                guard let former else {
                    arrived.signal()
                    return
                }
                if now < former + SignalWatcher.repetitionTime { return }
                _exit(ExitStatus.interrupted(bySignal: number).rawValue)
            }
        }
    }

    func wait() { arrived.wait() }
}
