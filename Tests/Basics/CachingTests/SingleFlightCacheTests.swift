import Concurrency
import TestLimits
import Testing

@testable import Caching

@Suite(.timeLimited) struct SingleFlightCacheTests {
    private struct Failure: Error {}

    private let cache = SingleFlightCache<Int, String>(costLimit: 10)

    private func value(_ key: Int, _ make: () throws -> String) throws -> String {
        try cache.value(for: key, cost: \.utf8.count, make: make)
    }

    @Test func `a value is made once, and again after it has been removed`() throws {
        #expect(cache.value(for: 1) == nil)
        #expect(try value(1) { "first" } == "first")
        #expect(try value(1) { "second" } == "first")
        #expect(cache.value(for: 1) == "first")
        cache.insert("tenletters", for: 2, cost: 10)
        #expect(cache.value(for: 2) == "tenletters" && cache.value(for: 1) == nil)
        #expect(try value(1) { "third" } == "third")
    }

    @Test func `a failure is not kept`() throws {
        #expect(throws: Failure.self) { try value(1) { throw Failure() } }
        #expect(try value(1) { "made" } == "made")
    }

    @Test func `threads that need the same value wait for the one that makes it`() throws {
        let made = Locked(0)
        let found = Locked<Set<String>>([])
        try parallelFor(64, workers: 8, makeContext: {}) { _, _ in
            let text = try cache.value(for: 1, cost: \.utf8.count) {
                made.withLock { $0 += 1 }
                return "value"
            }
            found.withLock { _ = $0.insert(text) }
        }
        #expect(made.withLock { $0 } == 1 && found.withLock { $0 } == ["value"])
    }
}
