import Dispatch
import Concurrency
import Testing

/// Reads again and again on two threads until something that goes on beside it has been done.
func expectReadable(while work: @escaping @Sendable () throws -> Void, read: @escaping @Sendable () throws -> Void) {
    let isDone = Locked(false)
    // The parts are begun in their order, so that the work goes on also where there is one processor.
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
