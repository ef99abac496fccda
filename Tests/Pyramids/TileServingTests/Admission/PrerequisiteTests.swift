import Concurrency
import TestLimits
import TestSupport
import Testing

@testable import TileServing

/// Work that waits for an event, such as the opening of an image by another worker.
@Suite(.timeLimited)
struct PrerequisiteTests {
    /// Collects what completions are called with.
    private final class Results: Sendable {
        private let state = Locked<[String]>([])

        func add(_ result: Result<ServerAnswer, any Error>) {
            let text: String =
                switch result {
                case .success(let answer): String(decoding: answer.bytes, as: UTF8.self)
                case .failure(let error as RequestError): "\(error.status)"
                case .failure(let error): "\(type(of: error))"
                }
            state.withLockAndNotify { $0.append(text) }
        }

        func wait(_ count: Int) -> [String] { state.wait { $0.count >= count ? $0.sorted() : nil } }
        var count: Int { state.withLock(\.count) }
    }

    private let time = Locked(1000)
    private let results = Results()
    private let event = OneShotEvent()

    private func admission(workers: Int = 1, waiting: Int = 10) -> Admission {
        Admission(
            limits: AdmissionLimits(workers: workers, memory: 100, waitingTiles: waiting, waitingRegions: waiting)
        ) { [time] in time.withLock { $0 } }
    }

    private func answer(_ text: String) -> ServerAnswer {
        ServerAnswer(.bytes(Array(text.utf8)), type: "text/plain")
    }

    /// Work that says whether the event has occurred when it is performed.
    private func waiting(_ text: String, atMost limit: Duration = .seconds(1)) -> AnswerWork {
        .waiting(for: event, atMost: limit) { [event] in
            .answer(answer(text + (event.hasOccurred ? "" : " too early")))
        }
    }

    @Test func `work that waits for an event holds no worker, and is performed once the event has occurred`() {
        let admission = admission()
        for text in ["a", "b", "c"] { admission.submit(waiting(text), completion: results.add) }
        admission.submit(AnswerWork(.tile, memory: 0) { answer("other") }, completion: results.add)
        #expect(results.wait(1) == ["other"])
        #expect(admission.parkedCount == 3)
        event.signal()
        #expect(results.wait(4) == ["a", "b", "c", "other"])
        #expect(admission.parkedCount == 0)
        admission.submit(waiting("d"), completion: results.add)
        #expect(results.wait(5) == ["a", "b", "c", "d", "other"])
    }

    @Test func `the step of work that waits for an event gives its worker back`() {
        let admission = admission()
        let next = waiting("a")
        admission.submit(.replanning(.region, memory: 100) { .work(next) }, completion: results.add)
        admission.submit(.replanning(.region, memory: 100) { .answer(answer("other")) }, completion: results.add)
        #expect(results.wait(1) == ["other"])
        event.signal()
        #expect(results.wait(2) == ["a", "other"])
        #expect(admission.control.reservedMemory == 0)
    }

    @Test func `work that has waited long enough is performed without the event`() {
        let admission = admission()
        admission.submit(waiting("a", atMost: .milliseconds(50)), completion: results.add)
        admission.submit(waiting("b", atMost: .milliseconds(51)), completion: results.add)
        time.withLock { $0 = 1049 }
        admission.endLongWaits()
        time.withLock { $0 = 1050 }
        admission.endLongWaits()
        #expect(results.wait(1) == ["a too early"])
        event.signal()
        #expect(results.wait(2) == ["a too early", "b"])
    }

    @Test func `a request that nobody waits for is not planned after the event`() throws {
        let admission = admission()
        let ticket = try #require(admission.submit(waiting("a"), completion: results.add))
        admission.submit(waiting("b"), completion: results.add)
        admission.cancel(ticket)
        event.signal()
        #expect(results.wait(1) == ["b"])
        admission.submit(AnswerWork(.tile, memory: 0) { answer("last") }, completion: results.add)
        #expect(results.wait(2) == ["b", "last"])
    }

    @Test func `more requests than may wait are refused, and make room when they are answered`() throws {
        let admission = admission(waiting: 2)
        let ticket = try #require(admission.submit(waiting("a"), completion: results.add))
        admission.submit(waiting("b"), completion: results.add)
        admission.submit(waiting("c"), completion: results.add)
        #expect(results.wait(1) == ["503"])
        admission.cancel(ticket)
        admission.submit(waiting("d"), completion: results.add)
        event.signal()
        #expect(results.wait(3) == ["503", "b", "d"])
        let other = OneShotEvent()
        for text in ["e", "f"] {
            admission.submit(
                .waiting(for: other, atMost: .seconds(1)) { .answer(answer(text)) }, completion: results.add)
        }
        other.signal()
        #expect(results.wait(5) == ["503", "b", "d", "e", "f"])
    }

    @Test func `requests that do not fit into the lane after the event are refused`() {
        let admission = admission(waiting: 2)
        let gate = Gate()
        for text in ["a", "b"] { admission.submit(waiting(text), completion: results.add) }
        let work = AnswerWork(.tile, memory: 0) {
            gate.pass()
            return answer("w")
        }
        admission.submit(work, completion: results.add)
        gate.waitForArrivals(1)
        admission.submit(work, completion: results.add)
        event.signal()
        #expect(results.wait(1) == ["503"])
        gate.open()
        #expect(results.wait(4) == ["503", "a", "w", "w"])
    }
}
