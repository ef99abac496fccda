import Concurrency
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// Whatever fails and whenever: the error is thrown unchanged, and no thread goes on.
@Suite(.timeLimited) struct CutEngineFailureTests {
    /// The part that fails.
    enum Culprit: CaseIterable {
        case source, encoder, store, cancellation
    }

    /// A cut of 89 tiles from 128 rows, in which `culprit` fails at tile or row `step`.
    private func failing(_ culprit: Culprit, at step: Int, threads: Int) -> Cut {
        var cut = Cut(128, 128, tileSize: 16)
        cut.threads = threads
        let failure = StubFailure(what: "\(culprit) at \(step)")
        let fail: @Sendable (Int) throws -> Void = { if $0 >= step { throw failure } }
        switch culprit {
        case .source:
            cut.rowsPerBand = 2
            cut.beforeBand = { if $0.upperBound > step { throw failure } }
        case .encoder: cut.beforeEncoding = fail
        case .store: cut.beforeStoring = fail
        case .cancellation:
            let cancellation = cut.cancellation
            cut.beforeStoring = { if $0 == step { cancellation.cancel() } }
        }
        return cut
    }

    @Test(arguments: Culprit.allCases, [1, 2, 4])
    func `an error is thrown unchanged after all work has ended`(culprit: Culprit, threads: Int) {
        for step in [0, 1, 2, 17, 40, 63, 88] {
            let result = failing(culprit, at: step, threads: threads).run()
            #expect(result.outcome == nil)
            if culprit == .cancellation {
                #expect((result.error as? CuttingError)?.code == .interrupted)
            } else {
                #expect(result.error as? StubFailure == StubFailure(what: "\(culprit) at \(step)"))
            }
            #expect(result.store.writesUnderWay == 0)
            #expect(result.encoded.atReturn == result.encoded.inTheEnd)
            #expect(result.store.lifecycleCalls.isEmpty, "the caller finishes or discards the store")
        }
    }

    @Test(arguments: [1, 2, 4])
    func `tiles stored before an interruption are exact, and a later run resumes from them`(threads: Int) {
        for step in [0, 5, 33, 70, 88] {
            var cut = failing(.cancellation, at: step, threads: threads)
            let first = cut.run()
            let plain = ReferenceCutter(cut.pyramid, layout: cut.layout).tiles
            #expect(first.store.tiles.count > step)
            #expect(first.store.tiles.allSatisfy { plain[$0.key] == $0.value })
            cut.finished = first.store.tiles
            cut.cancellation = Cancellation()
            cut.beforeStoring = { _ in }
            let second = cut.run()
            #expect(second.error == nil)
            #expect(second.store.tiles == plain)
            #expect(second.store.written.count == plain.count - first.store.tiles.count)
        }
    }

    @Test func `a run that was cancelled before it began stores nothing`() {
        let cut = Cut(64, 64)
        cut.cancellation.cancel()
        let result = cut.run()
        #expect((result.error as? CuttingError)?.code == .interrupted)
        #expect(result.store.written.isEmpty)
    }

    @Test(arguments: [1, 4])
    func `the first of several errors is thrown`(threads: Int) {
        var cut = Cut(128, 128, tileSize: 16)
        cut.threads = threads
        cut.beforeEncoding = { throw StubFailure(what: "tile \($0)") }
        let error = cut.run().error as? StubFailure
        #expect((0..<threads).map { "tile \($0)" }.contains(error?.what ?? ""))
    }
}
