import TestLimits
import Testing

@testable import Caching

@Suite(.timeLimited)
struct CostLimitedCacheTests {
    private let cache = SharedCache<String, Int>(limit: 10)

    @Test func `what was used least recently makes room`() {
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "b", cost: 4)
        #expect(cache.value(for: "a") == 1)
        cache.insert(3, for: "c", cost: 4)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.value(for: "a") == 1)
        #expect(cache.value(for: "c") == 3)
        var statistics = CacheStatistics()
        statistics.hits = 3
        statistics.misses = 1
        statistics.evictions = 1
        statistics.values = 2
        statistics.cost = 8
        #expect(cache.statistics == statistics)
    }

    @Test func `a value takes the place of an earlier one`() {
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "a", cost: 6)
        #expect(cache.value(for: "a") == 2)
        #expect(cache.statistics.cost == 6)
        #expect(cache.statistics.values == 1)
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

    @Test func `what the present round uses is never evicted for more of it`() {
        let cache = SharedCache<Int, Int>(limit: 100)
        cache.beginRound()
        for key in 0..<10 { cache.insert(key, for: key, cost: 30) }
        #expect(cache.statistics.values == 3 && cache.statistics.cost == 90)
        #expect((0..<3).allSatisfy { cache.value(for: $0) == $0 })
    }

    @Test func `what no round has used since makes room, the oldest first`() {
        let cache = SharedCache<Int, String>(limit: 100)
        for key in 0..<4 {
            cache.beginRound()
            cache.insert("\(key)", for: key, cost: 25)
        }
        cache.beginRound()
        #expect(cache.value(for: 0) == "0")
        cache.insert("4", for: 4, cost: 25)
        #expect(cache.value(for: 1) == nil && cache.value(for: 0) == "0" && cache.value(for: 4) == "4")
        #expect(cache.statistics.cost == 100)
    }

    @Test func `a lower limit removes at once what was used least recently`() {
        var cache = CostLimitedCache<Int, Int>(costLimit: 10)
        for key in 0..<5 { cache.insert(key, for: key, cost: 2) }
        cache.costLimit = 5
        #expect((0..<5).map { cache.contains($0) } == [false, false, false, true, true])
        cache.removeAll { $0 == 4 }
        #expect(cache.statistics.values == 1 && cache.statistics.cost == 2)
        cache.removeAll()
        #expect(cache.statistics.values == 0 && cache.value(for: 3) == nil)
        cache.insert(7, for: 7, cost: 5)
        #expect(cache.value(for: 7) == 7)
    }

    @Test func `many operations never exceed the limit and agree with a plain list`() {
        var list: [(key: Int, cost: Int)] = []
        let cache = SharedCache<Int, Int>(limit: 50)
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
            #expect(cache.statistics.cost == list.reduce(0) { $0 + $1.cost })
        }
    }
}
