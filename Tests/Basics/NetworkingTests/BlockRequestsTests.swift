import TestLimits
import Testing

@testable import Networking

@Suite(.timeLimited) struct BlockRequestsTests {
    private var requests = BlockRequests()

    /// Adds a reader of blocks that are not in the cache either.
    private mutating func add(_ reader: Int, _ blocks: [Int], _ priority: HTTPPriority = .visible) -> [Int] {
        let (new, _) = requests.add(reader, missing: blocks, having: [:], priority)
        requests.enqueue(new)
        return new
    }

    private mutating func next(known: Set<Int> = []) -> BlockRequests.Fetch? {
        requests.nextFetch { known.contains($0) }
    }

    @Test mutating func `blocks that follow each other are one request of at most 16`() {
        _ = add(1, Array(3..<40))
        #expect(next()?.blocks == 3..<19)
        #expect(next()?.blocks == 19..<35)
        #expect(next()?.blocks == 35..<40)
        #expect(next() == nil)
    }

    @Test mutating func `a gap of one block is requested along, unless it is known`() {
        _ = add(1, [0, 2, 5])
        #expect(next()?.blocks == 0..<3)
        #expect(next()?.blocks == 5..<6)
        _ = add(2, [10, 12])
        #expect(next(known: [11])?.blocks == 10..<11)
        #expect(next()?.blocks == 12..<13)
    }

    @Test mutating func `no more than six requests are under way, and what waits is joined`() {
        for reader in 0..<6 { _ = add(reader, [reader * 10]) }
        let first = (0..<6).map { _ in next() }
        #expect(first.map { $0?.blocks.lowerBound } == [0, 10, 20, 30, 40, 50])
        // Several readers of neighbors, backward.
        for block in [73, 72, 71, 70] { _ = add(block, [block]) }
        #expect(next() == nil)
        #expect(requests.end(first[2]?.number ?? 0)?.blocks == 20..<21)
        #expect(next()?.blocks == 70..<74)
    }

    @Test mutating func `the most urgent block is first, and takes along only as urgent ones`() {
        _ = add(1, [1, 2], .lookAhead)
        _ = add(2, [3, 4], .visible)
        #expect(next()?.blocks == 3..<5)
        #expect(next() == BlockRequests.Fetch(number: 2, blocks: 1..<3, priority: .lookAhead))
    }

    @Test mutating func `a block that several want is asked for once, and the most urgent decides`() {
        #expect(add(1, [1], .lookAhead) == [1])
        #expect(next()?.priority == .lookAhead)
        let (new, raised) = requests.add(2, missing: [1], having: [:], .visible)
        #expect(new == [] && raised.map(\.priority) == [.visible] && next() == nil)
        #expect(requests.setPriority(.lookAhead, of: 2).map(\.priority) == [.lookAhead])
        #expect(requests.setPriority(.lookAhead, of: 2) == [])
        let ready = requests.deliver([1: [7]])
        #expect(ready.map(\.reader).sorted() == [1, 2] && ready.allSatisfy { $0.blocks == [1: [7]] })
        #expect(requests.isIdle)
    }

    @Test mutating func `the last reader that leaves cancels the request, the others do not`() throws {
        _ = add(1, [1, 2])
        _ = add(2, [2])
        let fetch = try #require(next())
        #expect(fetch.blocks == 1..<3)
        #expect(requests.remove(1).cancelled == [])
        #expect(requests.remove(2).cancelled == [fetch.number])
        #expect(!requests.contains(fetch.number) && requests.fetchCount == 0)
        // It can be asked for again.
        #expect(add(3, [1]) == [1])
        #expect(next()?.blocks == 1..<2)
    }

    @Test mutating func `what is queued or looked up is forgotten with its last reader`() {
        let (new, _) = requests.add(1, missing: [1], having: [:], .visible)
        _ = requests.remove(1)
        requests.enqueue(new)
        #expect(next() == nil)
        _ = add(2, [5])
        _ = requests.remove(2)
        #expect(next() == nil)
    }

    @Test mutating func `a failed request fails those that wait for it, and no others`() throws {
        _ = add(1, [0, 30])
        _ = add(2, [30])
        let fetch = try #require(next())
        let other = try #require(next())
        #expect(requests.end(fetch.number) != nil)
        #expect(requests.fail(fetch) == [1])
        #expect(requests.end(other.number) != nil)
        #expect(requests.deliver([30: [1]]).map(\.reader) == [2])
    }

    @Test mutating func `a block that is looked up is forgotten with the last reader whose request fails`() throws {
        let (new, _) = requests.add(1, missing: [0, 30], having: [:], .visible)
        #expect(new == [0, 30])
        requests.enqueue([0])
        let fetch = try #require(next())
        #expect(requests.end(fetch.number) != nil)
        #expect(requests.fail(fetch) == [1])
        requests.enqueue([30])
        #expect(next() == nil)
        #expect(add(2, [30]) == [30])
        #expect(next()?.blocks == 30..<31)
    }

    @Test mutating func `a reader that has some blocks already gets all of them`() {
        let (new, _) = requests.add(1, missing: [2], having: [1: [1]], .visible)
        #expect(new == [2])
        #expect(requests.deliver([2: [2]]).first?.blocks == [1: [1], 2: [2]])
    }
}
