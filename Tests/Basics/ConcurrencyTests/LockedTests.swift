import Concurrency
import TestLimits
import Testing

@Suite(.timeLimited)
struct LockedTests {
    @Test func `a wait with a limit ends with the value, or without one`() {
        let state = Locked(0)
        let none: Int? = state.wait(atMost: .milliseconds(1)) { $0 == 1 ? $0 : nil }
        #expect(none == nil)
        let task = startBlockingTask { state.withLockAndNotify { $0 = 1 } }
        let one = state.wait(atMost: .seconds(100)) { $0 == 1 ? $0 : nil }
        #expect(one == 1)
        #expect(state.wait(atMost: .zero) { $0 } == 1)
        _ = task
    }
}
