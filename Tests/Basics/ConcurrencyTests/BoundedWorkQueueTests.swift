import TestLimits
import Testing

@testable import Concurrency

@Suite(.timeLimited) struct BoundedWorkQueueTests {
    private struct Broken: Error {}

    @Test(arguments: [1, 2, 5])
    func `every item is processed once`(threads: Int) throws {
        let seen = Locked<[Int]>([])
        let work = BoundedWorkQueue<Int, Int>(threads: threads, makeWorkerContext: { 0 }) { item, _ in
            seen.withLock { $0.append(item) }
        }
        for item in 0..<1000 {
            try work.add(item)
        }
        try work.finish()
        #expect(seen.withLock { $0.sorted() } == Array(0..<1000))
    }

    @Test(arguments: [1, 3])
    func `the first error ends all work and is thrown`(threads: Int) {
        let count = Locked(0)
        let work = BoundedWorkQueue<Int, Int>(threads: threads, makeWorkerContext: { 0 }) { item, _ in
            count.withLock { $0 += 1 }
            if item == 5 { throw Broken() }
        }
        #expect(throws: Broken.self) {
            for item in 0..<100_000 {
                try work.add(item)
            }
            try work.finish()
        }
        #expect(throws: Broken.self) { try work.finish() }
        #expect(count.withLock { $0 } < 100_000)
    }

    @Test func `items added together are all worked on`() throws {
        let sum = Locked(0)
        let work = BoundedWorkQueue<Int, Int>(threads: 3, limit: .max, makeWorkerContext: { 0 }) { item, _ in
            sum.withLock { $0 += item }
        }
        try work.add(Array(1...100))
        try work.add([])
        try work.finish()
        #expect(sum.withLock { $0 } == 5050)
    }

    // MARK: Backpressure by helping

    /// Memory of which each item holds one unit from the moment it is made until it has been worked on.
    private final class Memory: Sendable {
        private let limit: Int
        private let state = Locked((inUse: 0, peak: 0))

        init(limit: Int) { self.limit = limit }

        var peak: Int { state.withLock { $0.peak } }

        func take() -> Bool? {
            state.withLock { state in
                guard state.inUse < limit else { return nil }
                state.inUse += 1
                state.peak = max(state.peak, state.inUse)
                return true
            }
        }

        func release() { state.withLock { $0.inUse -= 1 } }
    }

    @Test(arguments: [1, 2, 4], [1, 2, 7])
    func `a thread that waits for memory works until some is free`(threads: Int, limit: Int) throws {
        let memory = Memory(limit: limit)
        let done = Locked(0)
        let work = BoundedWorkQueue<Int, Int>(threads: threads, limit: .max, makeWorkerContext: { 0 }) { _, _ in
            done.withLock { $0 += 1 }
            memory.release()
        }
        for item in 0..<1000 {
            _ = try work.help { memory.take() }
            try work.add(item)
        }
        try work.finish()
        #expect(done.withLock { $0 } == 1000)
        #expect(memory.peak <= limit)
    }

    @Test func `one thread works on no more items than the condition needs`() throws {
        let done = Locked<[Int]>([])
        let work = BoundedWorkQueue<Int, Int>(threads: 1, limit: .max, makeWorkerContext: { 0 }) { item, _ in
            done.withLock { $0.append(item) }
        }
        try work.add([1, 2, 3, 4])
        let count = try work.help { done.withLock { $0.count >= 2 ? $0.count : nil } }
        #expect(count == 2)
        #expect(done.withLock { $0 } == [1, 2])
        try work.awaitProgress()
        #expect(done.withLock { $0 } == [1, 2, 3])
        try work.finish()
        #expect(done.withLock { $0 } == [1, 2, 3, 4])
        // Nothing is left to wait for.
        try work.awaitProgress()
    }

    @Test func `a thread that waits is woken when another one has finished an item`() throws {
        let started = Locked(false)
        let released = Locked(false)
        let isDone = Locked(false)
        let work = BoundedWorkQueue<Int, Int>(threads: 2, limit: .max, makeWorkerContext: { 0 }) { _, _ in
            started.withLockAndNotify { $0 = true }
            released.wait { $0 ? () : nil }
            isDone.withLock { $0 = true }
        }
        try work.add(1)
        started.wait { $0 ? () : nil }
        // The only item is in the other thread's hands, and ends only once this thread has begun to wait or later.
        let wasDone = Locked(true)
        let result: Bool = try work.help {
            wasDone.withLock { $0 = $0 && isDone.withLock { $0 } }
            released.withLockAndNotify { $0 = true }
            return isDone.withLock { $0 ? true : nil }
        }
        #expect(result)
        #expect(!wasDone.withLock { $0 })
        try work.finish()
    }

    @Test(arguments: [1, 2])
    func `a failure ends the waiting and is thrown`(threads: Int) throws {
        let work = BoundedWorkQueue<Int, Int>(threads: threads, limit: .max, makeWorkerContext: { 0 }) { _, _ in
            throw Broken()
        }
        try work.add(1)
        #expect(throws: Broken.self) { try work.help { nil as Int? } }
        #expect(throws: Broken.self) { try work.awaitProgress() }
        #expect(throws: Broken.self) { try work.checkForFailure() }
        #expect(throws: Broken.self) { try work.add(2) }
        #expect(throws: Broken.self) { try work.finish() }
    }

    @Test func `items that were not begun before a failure are dropped`() {
        final class Item: Sendable {}
        weak var dropped: Item?
        let work = BoundedWorkQueue<Item, Int>(threads: 1, limit: .max, makeWorkerContext: { 0 }) { _, _ in }
        do {
            let item = Item()
            dropped = item
            try? work.add(item)
        }
        #expect(dropped != nil)
        work.fail(Broken())
        #expect(throws: Broken.self) { try work.finish() }
        #expect(dropped == nil)
    }

    @Test func `the processor time of items that the adding thread works on is measured`() throws {
        let itemTime = 0.002
        let queue = BoundedWorkQueue<Int, Void>(threads: 1, makeWorkerContext: {}) { _, _ in
            let end = ThreadClock.now + itemTime
            while ThreadClock.now < end {}
        }
        let start = ThreadClock.now
        for item in 0..<5 { try queue.add(item) }
        #expect(queue.times.helping == 0, "nothing is worked on while few items wait")
        try queue.finish()
        #expect(queue.times.helping >= 5 * itemTime && queue.times.helping <= ThreadClock.now - start)
    }
}
