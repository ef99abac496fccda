import TestLimits
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct LeastRecentlyUsedCacheTests {
    private let cache = LeastRecentlyUsedCache<String, Int>(limit: 10)

    @Test func `what was used least recently makes room`() {
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "b", cost: 4)
        #expect(cache.value(for: "a") == 1)
        cache.insert(3, for: "c", cost: 4)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.value(for: "a") == 1)
        #expect(cache.value(for: "c") == 3)
        var counts = CacheCounts()
        counts.hits = 3
        counts.misses = 1
        counts.evictions = 1
        counts.values = 2
        counts.cost = 8
        #expect(cache.counts == counts)
    }

    @Test func `a value takes the place of an earlier one`() {
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "a", cost: 6)
        #expect(cache.value(for: "a") == 2)
        #expect(cache.counts.cost == 6)
        #expect(cache.counts.values == 1)
    }

    @Test func `a value that is larger than the limit is not kept, and nothing is removed for it`() {
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "b", cost: 11)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.value(for: "a") == 1)
    }

    @Test func `a value that is removed is gone, and its cost is free`() {
        cache.insert(1, for: "a", cost: 10)
        cache.remove("a")
        cache.remove("a")
        #expect(cache.value(for: "a") == nil)
        cache.insert(2, for: "b", cost: 10)
        #expect(cache.value(for: "b") == 2)
    }

    @Test func `many operations never exceed the limit and agree with a plain list`() {
        var list: [(key: Int, cost: Int)] = []
        let cache = LeastRecentlyUsedCache<Int, Int>(limit: 50)
        var state: UInt32 = 1
        func random(_ limit: UInt32) -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int((state >> 8) % limit)
        }
        for _ in 0..<5000 {
            let key = random(20)
            if random(2) == 0 {
                let cost = random(12) + 1
                cache.insert(cost, for: key, cost: cost)
                list.removeAll { $0.key == key }
                while list.reduce(0, { $0 + $1.cost }) > 50 - cost { list.removeFirst() }
                list.append((key, cost))
            } else {
                let expected = list.firstIndex { $0.key == key }
                #expect(cache.value(for: key) == expected.map { list[$0].cost })
                if let expected { list.append(list.remove(at: expected)) }
            }
            #expect(cache.counts.cost == list.reduce(0) { $0 + $1.cost })
        }
    }
}
