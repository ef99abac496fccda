import Testing

@testable import Concurrency

@Suite struct BoundedWorkQueueTests {
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
}
