import TestLimits
import Testing

@testable import Compositing

@Suite(.timeLimited) struct ByteLimitedCacheTests {
    @Test func `the least recently used values are evicted, and the limit holds`() {
        let cache = ByteLimitedCache<Int, String>(limit: 100)
        for key in 0..<4 {
            cache.beginFrame()
            cache.insert("\(key)", for: key, byteCount: 25)
        }
        #expect(cache.byteCount == 100)
        cache.beginFrame()
        #expect(cache.value(for: 0) == "0")
        cache.insert("4", for: 4, byteCount: 25)
        #expect(cache.value(for: 1) == nil && cache.value(for: 0) == "0" && cache.value(for: 4) == "4")
        #expect(cache.byteCount <= 100)
    }

    @Test func `what the present frame uses is never evicted for more of it`() {
        let cache = ByteLimitedCache<Int, Int>(limit: 100)
        cache.beginFrame()
        for key in 0..<10 { cache.insert(key, for: key, byteCount: 30) }
        #expect(cache.count == 3 && cache.byteCount == 90)
        #expect((0..<3).allSatisfy { cache.value(for: $0) == $0 })
    }

    @Test func `a value that is larger than the limit is not kept, and evicts nothing`() {
        let cache = ByteLimitedCache<Int, Int>(limit: 100)
        cache.insert(1, for: 1, byteCount: 100)
        cache.beginFrame()
        cache.insert(2, for: 2, byteCount: 101)
        #expect(cache.value(for: 1) == 1 && cache.value(for: 2) == nil)
    }

    @Test func `a value that is replaced counts once`() {
        let cache = ByteLimitedCache<Int, Int>(limit: 100)
        for value in 0..<5 { cache.insert(value, for: 1, byteCount: 40 + value) }
        #expect(cache.byteCount == 44 && cache.count == 1 && cache.value(for: 1) == 4)
    }
}
