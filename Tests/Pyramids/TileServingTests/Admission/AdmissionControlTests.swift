import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct AdmissionControlTests {
    private func control(workers: Int, memory: Int = 100, waiting: Int = 10) -> AdmissionControl {
        AdmissionControl(
            limits: AdmissionLimits(workers: workers, memory: memory, waitingTiles: waiting, waitingRegions: waiting))
    }

    /// Adds entries of a lane, with numbers from a first one.
    private func add(
        _ count: Int, _ lane: AnswerWork.Lane, from first: Int = 0, memory: Int = 1, to control: inout AdmissionControl
    ) throws {
        for id in first..<first + count { try control.add(.init(id: id, lane: lane, memory: memory)) }
    }

    /// Starts all that can start.
    private func start(_ control: inout AdmissionControl) -> [Int] {
        var started: [Int] = []
        while let entry = control.startNext() { started.append(entry.id) }
        return started
    }

    @Test(arguments: [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (16, 8, 8)])
    func `half of the workers, rounded up, are for tiles alone`(workers: Int, tiles: Int, regions: Int) {
        let limits = control(workers: workers).limits
        #expect(limits.tileWorkers == tiles && limits.regionWorkers == regions)
    }

    @Test(arguments: 2...9)
    func `however many regions wait, tiles start at once`(workers: Int) throws {
        var control = control(workers: workers)
        try add(10, .region, to: &control)
        #expect(start(&control).count == workers - (workers + 1) / 2)
        try add(10, .tile, from: 100, to: &control)
        #expect(start(&control).count == (workers + 1) / 2)
    }

    @Test func `tiles may have all workers`() throws {
        var control = control(workers: 4)
        try add(6, .tile, to: &control)
        #expect(start(&control) == [0, 1, 2, 3])
        #expect(control.waitingCount(.tile) == 2 && control.runningCount(.tile) == 4)
    }

    @Test func `with one worker, tiles go first`() throws {
        var control = control(workers: 1)
        let region = AdmissionControl.Entry(id: 0, lane: .region, memory: 1)
        try control.add(region)
        try add(1, .region, from: 1, to: &control)
        #expect(start(&control) == [0])
        try add(1, .tile, from: 2, to: &control)
        #expect(start(&control) == [])
        control.end(region)
        #expect(start(&control) == [2])
    }

    @Test func `a region starts when its memory is free, and is not overtaken`() throws {
        var control = control(workers: 8, memory: 100)
        let first = AdmissionControl.Entry(id: 0, lane: .region, memory: 60)
        try control.add(first)
        try control.add(.init(id: 1, lane: .region, memory: 41))
        try control.add(.init(id: 2, lane: .region, memory: 1))
        #expect(start(&control) == [0])
        #expect(control.reservedMemory == 60)
        control.end(first)
        #expect(start(&control) == [1, 2])
        #expect(control.reservedMemory == 42)
    }

    @Test func `a region that can never fit is refused as too large, and a tile is not`() throws {
        var control = control(workers: 2, memory: 100)
        try control.add(.init(id: 0, lane: .region, memory: 100))
        let error = #expect(throws: RequestError.self) { try control.add(.init(id: 1, lane: .region, memory: 101)) }
        #expect(error?.status == 413)
        try control.add(.init(id: 2, lane: .tile, memory: .max))
        #expect(start(&control) == [2, 0])
        #expect(control.reservedMemory == 100)
    }

    @Test(arguments: [1, 2, 3]) func `regions start however many tiles wait`(workers: Int) throws {
        var control = control(workers: workers, waiting: 100)
        try add(90, .tile, to: &control)
        var running = (0..<workers).compactMap { _ in control.startNext() }
        try add(3, .region, from: 1000, to: &control)
        var order: [AnswerWork.Lane] = []
        for _ in 0..<6 {
            control.end(running.removeFirst())
            let next = control.startNext()
            let started = try #require(next)
            order.append(started.lane)
            running.append(started)
        }
        #expect(order.first == .region)
        #expect(order.count(where: { $0 == .region }) >= 6 / (workers + 1))
        #expect(order.contains(.tile))
    }

    @Test func `what has waited too long is removed from both lanes`() throws {
        var control = control(workers: 1)
        for (id, lane) in [AnswerWork.Lane.tile, .region, .tile, .region].enumerated() {
            try control.add(.init(id: id, lane: lane, memory: 1, time: 10 * id))
        }
        let removed = control.removeWaiting(since: 10).map(\.id)
        #expect(removed.sorted() == [0, 1])
        #expect(control.waitingCount(.tile) == 1 && control.waitingCount(.region) == 1)
    }

    @Test func `a full lane refuses, and the other lane does not`() throws {
        var control = control(workers: 1, waiting: 2)
        try add(2, .region, to: &control)
        #expect(start(&control) == [0])
        try add(1, .region, from: 2, to: &control)
        let error = #expect(throws: RequestError.self) { try add(1, .region, from: 3, to: &control) }
        #expect(error?.status == 503)
        try add(2, .tile, from: 4, to: &control)
    }

    @Test func `what is removed leaves its lane, unless it has started`() throws {
        var control = control(workers: 1)
        let entries = (0..<3).map { AdmissionControl.Entry(id: $0, lane: .tile, memory: 0) }
        for entry in entries { try control.add(entry) }
        let started = control.startNext()
        #expect(started == entries[0])
        let removed = [entries[0], entries[1], entries[1]].map { control.remove($0) }
        #expect(removed == [false, true, false])
        control.end(entries[0])
        #expect(start(&control) == [2])
    }

    @Test func `in any order of events nothing is lost, and no limit is passed`() throws {
        var random = SeededRandom(seed: 24)
        for workers in 1...5 {
            var control = control(workers: workers, memory: 50, waiting: 5)
            var (running, waiting, started): ([AdmissionControl.Entry], Set<Int>, Int) = ([], [], 0)
            for id in 0..<2000 {
                let entry = AdmissionControl.Entry(
                    id: id, lane: Bool.random(using: &random) ? .tile : .region,
                    memory: Int.random(in: 0...50, using: &random))
                if (try? control.add(entry)) != nil { waiting.insert(id) }
                while let entry = control.startNext() {
                    #expect(waiting.remove(entry.id) != nil)
                    running.append(entry)
                    started += 1
                }
                #expect(running.count <= workers)
                #expect(running.filter { $0.lane == .region }.count <= control.limits.regionWorkers)
                let memory = running.filter { $0.lane == .region }.map(\.memory).reduce(0, +)
                #expect(memory == control.reservedMemory && memory <= 50)
                if !running.isEmpty, Bool.random(using: &random) {
                    control.end(running.remove(at: Int.random(in: 0..<running.count, using: &random)))
                }
            }
            while let entry = running.popLast() {
                control.end(entry)
                while let entry = control.startNext() {
                    running.append(entry)
                    waiting.remove(entry.id)
                }
            }
            #expect(waiting.isEmpty && started > 500 && control.reservedMemory == 0)
        }
    }
}
