import Glibc
import TestLimits
import Testing

@testable import Concurrency

@Suite(.timeLimited) struct WorkThreadsTests {
    /// The calls of work, and the threads of those that have begun.
    private struct Calls {
        var count = 0
        var threads: Set<UInt> = []
    }

    @Test(arguments: [true, false]) func `work is called as often as it was said, and all calls have returned`(
        usesDispatch: Bool
    ) {
        for count in 1...9 {
            let calls = Locked(0)
            WorkThreads.perform(count, usesDispatch: usesDispatch) { calls.withLock { $0 += 1 } }
            #expect(calls.withLock { $0 } == count)
        }
    }

    @Test func `threads of the process's own run at once, the calling one among them`() {
        let calls = Locked(Calls())
        let own = UInt(pthread_self())
        WorkThreads.perform(4, usesDispatch: false) {
            calls.withLockAndNotify { calls in
                calls.count += 1
                calls.threads.insert(UInt(pthread_self()))
            }
            // None ends before all have begun.
            calls.wait { $0.count == 4 ? () : nil }
        }
        #expect(calls.withLock { $0.threads.count } == 4)
        #expect(calls.withLock { $0.threads.contains(own) })
    }

    @Test(arguments: [true, false]) func `work in the background has a thread of its own`(usesDispatch: Bool) {
        let thread = Locked<UInt?>(nil)
        WorkThreads.start("work", usesDispatch: usesDispatch) {
            thread.withLockAndNotify { $0 = UInt(pthread_self()) }
        }
        let other = thread.wait { $0 }
        #expect(other != UInt(pthread_self()))
    }
}
