import TestLimits
import Testing

@testable import Concurrency

@Suite(.timeLimited) struct ContextPoolTests {
    private struct Broken: Error {}

    /// A pool of contexts numbered in the order in which they are made.
    private func makePool() -> ContextPool<Int> {
        let made = Locked(0)
        return ContextPool {
            made.withLock { made in
                made += 1
                return made
            }
        }
    }

    @Test func `a context is used again by the next caller`() throws {
        let pool = makePool()
        #expect(try pool.withContext { $0 } == 1)
        #expect(try pool.withContext { $0 } == 1)
    }

    @Test func `callers at the same time have contexts of their own`() throws {
        let pool = makePool()
        let both = try pool.withContext { outer in try pool.withContext { inner in [outer, inner] } }
        #expect(both == [1, 2])
    }

    @Test func `a context that failed is not used again`() throws {
        let pool = makePool()
        #expect(throws: Broken.self) { try pool.withContext { _ in throw Broken() } }
        #expect(try pool.withContext { $0 } == 2)
    }
}
