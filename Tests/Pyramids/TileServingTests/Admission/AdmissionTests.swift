import Concurrency
import Glibc
import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct AdmissionTests {
    private func admission(workers: Int = 2, waiting: Int = 10) -> Admission {
        Admission(
            limits: AdmissionLimits(workers: workers, memory: 100, waitingTiles: waiting, waitingRegions: waiting))
    }

    private static func answer(_ text: String) -> ServerAnswer {
        ServerAnswer(.bytes(Array(text.utf8)), type: "text/plain")
    }

    /// Collects what completions are called with.
    private final class Results: Sendable {
        private let state = Locked<[String]>([])

        func add(_ result: Result<ServerAnswer, any Error>) {
            let text: String =
                switch result {
                case .success(let answer):
                    if case .bytes(let bytes) = answer.body { String(decoding: bytes, as: UTF8.self) } else { "file" }
                case .failure(let error as RequestError): "\(error.status)"
                case .failure(let error): "\(type(of: error))"
                }
            state.withLockAndNotify { $0.append(text) }
        }

        func wait(_ count: Int) -> [String] { state.wait { $0.count >= count ? $0.sorted() : nil } }
        var count: Int { state.withLock(\.count) }
    }

    @Test func `work is done, and errors are handed on`() {
        let admission = admission()
        let results = Results()
        admission.submit(AnswerWork(.tile, memory: 1) { Self.answer("a") }, completion: results.add)
        admission.submit(AnswerWork(.region, memory: 1) { throw RequestError(404, "no.") }, completion: results.add)
        admission.submit(AnswerWork(.region, memory: 101) { Self.answer("b") }, completion: results.add)
        #expect(results.wait(3) == ["404", "413", "a"])
    }

    @Test func `many pieces of work on few workers are all done`() {
        let admission = admission(workers: 3, waiting: 1000)
        let results = Results()
        for number in 0..<500 {
            let lane: AnswerWork.Lane = number % 3 == 0 ? .region : .tile
            admission.submit(AnswerWork(lane, memory: 30) { Self.answer("\(number)") }, completion: results.add)
        }
        #expect(Set(results.wait(500)) == Set((0..<500).map { "\($0)" }))
    }

    @Test func `equal work is done once`() {
        let admission = admission()
        let results = Results()
        let gate = Gate()
        let work = AnswerWork(.tile, memory: 0, key: "k") {
            gate.pass()
            return Self.answer("a")
        }
        for _ in 0..<5 { admission.submit(work, completion: results.add) }
        gate.waitForArrivals(1)
        gate.open()
        #expect(results.wait(5) == ["a", "a", "a", "a", "a"])
        #expect(gate.arrivals == 1)
        admission.submit(work, completion: results.add)
        #expect(results.wait(6).count == 6 && gate.arrivals == 2)
    }

    @Test func `work that nobody waits for leaves its lane`() throws {
        let admission = admission(workers: 1)
        let results = Results()
        let gate = Gate()
        admission.submit(
            AnswerWork(.tile, memory: 0) {
                gate.pass()
                return Self.answer("first")
            }, completion: results.add)
        gate.waitForArrivals(1)
        let cancelled = AnswerWork(.tile, memory: 0) { Self.answer("cancelled") }
        let ticket = try #require(admission.submit(cancelled, completion: results.add))
        admission.submit(AnswerWork(.tile, memory: 0) { Self.answer("last") }, completion: results.add)
        #expect(admission.control.waitingCount(.tile) == 2)
        admission.cancel(ticket)
        admission.cancel(ticket)
        #expect(admission.control.waitingCount(.tile) == 1)
        gate.open()
        #expect(results.wait(2) == ["first", "last"])
    }

    @Test func `work that runs is cancelled when the last who waits has left`() throws {
        let admission = admission(workers: 1)
        let results = Results()
        let gate = Gate()
        let ended = Gate()
        let work = AnswerWork(.region, memory: 7, key: "k") {
            gate.pass()
            let isCancelled = Task.isCancelled && Cancellation.current?.isCancelled == true
            ended.open()
            return Self.answer(isCancelled ? "cancelled" : "not")
        }
        let tickets = try (0..<2).map { _ in try #require(admission.submit(work, completion: results.add)) }
        gate.waitForArrivals(1)
        admission.cancel(tickets[0])
        #expect(admission.control.reservedMemory == 7)
        admission.cancel(tickets[1])
        // It is not joined any more.
        admission.submit(
            AnswerWork(.region, memory: 0, key: "k") { Self.answer("other") }, completion: results.add)
        gate.open()
        ended.pass()
        #expect(results.wait(1) == ["other"])
        #expect(admission.control.reservedMemory == 0)
    }

    @Test func `work that remains is refused as if it had been known at first`() {
        let admission = admission()
        let results = Results()
        let work = AnswerWork.replanning(.tile, memory: 1) {
            .work(AnswerWork(.region, memory: 101) { Self.answer("a") })
        }
        admission.submit(work, completion: results.add)
        #expect(results.wait(1) == ["413"])
        #expect(admission.control.runningCount(.tile) == 0)
    }

    @Test func `work that remains waits in its lane, and for its memory`() throws {
        let admission = admission(workers: 4)
        let results = Results()
        let gate = Gate()
        let region = AnswerWork(.region, memory: 60) {
            gate.pass()
            return Self.answer("region")
        }
        admission.submit(region, completion: results.add)
        gate.waitForArrivals(1)
        admission.submit(AnswerWork.replanning(.tile, memory: 1) { .work(region) }, completion: results.add)
        try eventually("a request that waits") { admission.control.waitingCount(.region) > 0 }
        #expect(admission.control.runningCount(.tile) == 0)
        #expect(admission.control.reservedMemory == 60 && gate.arrivals == 1)
        gate.open()
        #expect(results.wait(2) == ["region", "region"])
        try eventually("the end of the work") { admission.control.reservedMemory == 0 }
        #expect(admission.control.runningCount(.region) == 0)
    }

    @Test func `work that needs no more than it has goes on without waiting`() {
        let admission = admission(workers: 1)
        let results = Results()
        let gate = Gate()
        let work = AnswerWork.replanning(.tile, memory: 1) {
            gate.pass()
            return .work(AnswerWork(.tile, memory: 1) { Self.answer("a") })
        }
        admission.submit(work, completion: results.add)
        gate.waitForArrivals(1)
        for _ in 0..<10 {
            admission.submit(AnswerWork(.tile, memory: 1) { Self.answer("b") }, completion: results.add)
        }
        // The lane is full.
        admission.submit(AnswerWork(.tile, memory: 1) { Self.answer("c") }, completion: results.add)
        #expect(results.wait(1) == ["503"])
        gate.open()
        #expect(results.wait(12).count(where: { $0 == "a" }) == 1)
    }

    @Test func `work that remains and is made already is shared`() throws {
        let admission = admission(workers: 4)
        let results = Results()
        let gate = Gate()
        let region = AnswerWork(.region, memory: 1, key: "k") {
            gate.pass()
            return Self.answer("a")
        }
        admission.submit(region, completion: results.add)
        gate.waitForArrivals(1)
        admission.submit(AnswerWork.replanning(.tile, memory: 1) { .work(region) }, completion: results.add)
        try eventually("the end of the work") { admission.control.runningCount(.tile) == 0 }
        gate.open()
        #expect(results.wait(2) == ["a", "a"])
        #expect(gate.arrivals == 1)
    }

    @Test func `work that is cancelled in its first step has no second one`() throws {
        let admission = admission(workers: 1)
        let results = Results()
        let gate = Gate()
        let work = AnswerWork.replanning(.tile, memory: 1) {
            gate.pass()
            return .work(AnswerWork(.region, memory: 70) { Self.answer("a") })
        }
        let ticket = try #require(admission.submit(work, completion: results.add))
        gate.waitForArrivals(1)
        admission.cancel(ticket)
        gate.open()
        try eventually("the end of the work") { admission.control.runningCount(.tile) == 0 }
        #expect(admission.control.waitingCount(.region) == 0 && admission.control.reservedMemory == 0)
        admission.submit(AnswerWork(.region, memory: 100) { Self.answer("b") }, completion: results.add)
        #expect(results.wait(1) == ["b"])
    }

    @Test func `work that has waited too long is answered with 503`() {
        let time = Locked(1000)
        let results = Results()
        let gate = Gate()
        var limits = AdmissionLimits(workers: 1, memory: 100, waitingTiles: 10, waitingRegions: 10)
        limits.waitingMilliseconds = 50
        let admission = Admission(limits: limits) { time.withLock { $0 } }
        let running = AnswerWork(.tile, memory: 0) {
            gate.pass()
            return Self.answer("first")
        }
        admission.submit(running, completion: results.add)
        gate.waitForArrivals(1)
        admission.submit(AnswerWork(.tile, memory: 0) { Self.answer("a") }, completion: results.add)
        time.withLock { $0 = 1049 }
        admission.submit(AnswerWork(.region, memory: 0) { Self.answer("b") }, completion: results.add)
        admission.endLongWaits()
        #expect(admission.control.waitingCount(.tile) == 1)
        time.withLock { $0 = 1050 }
        admission.endLongWaits()
        #expect(results.wait(1) == ["503"])
        #expect(admission.control.waitingCount(.tile) == 0 && admission.control.waitingCount(.region) == 1)
        gate.open()
        #expect(results.wait(3) == ["503", "b", "first"])
    }

    @Test func `after the end nothing is accepted, also if it waits for an event`() {
        let admission = admission()
        let results = Results()
        let event = OneShotEvent()
        admission.submit(
            .waiting(for: event, atMost: .seconds(1)) { .answer(Self.answer("a")) }, completion: results.add)
        admission.close()
        event.signal()
        admission.submit(AnswerWork(.tile, memory: 0) { Self.answer("a") }, completion: results.add)
        #expect(results.wait(1) == ["503"])
    }

    @Test func `after the end nothing is accepted`() {
        let admission = admission(workers: 1)
        let results = Results()
        let gate = Gate()
        admission.submit(
            AnswerWork(.tile, memory: 0) {
                gate.pass()
                return Self.answer("first")
            }, completion: results.add)
        gate.waitForArrivals(1)
        admission.submit(AnswerWork(.tile, memory: 0) { Self.answer("a") }, completion: results.add)
        admission.close()
        admission.submit(AnswerWork(.tile, memory: 0) { Self.answer("a") }, completion: results.add)
        #expect(results.wait(1) == ["503"])
        gate.open()
    }
}
