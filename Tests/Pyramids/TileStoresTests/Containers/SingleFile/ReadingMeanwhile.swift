import Dispatch
import Concurrency
import Testing

/// Reads repeatedly on two threads while `work` runs.
func expectReadable(while work: @escaping @Sendable () throws -> Void, read: @escaping @Sendable () throws -> Void) {
    let isDone = Locked(false)
    // Iterations start in order, so the work also proceeds with a single processor.
    DispatchQueue.concurrentPerform(iterations: 3) { part in
        do {
            if part == 0 {
                defer { isDone.withLock { $0 = true } }
                try work()
            } else {
                repeat { try read() } while !isDone.withLock { $0 }
            }
        } catch {
            Issue.record(error)
        }
    }
}
