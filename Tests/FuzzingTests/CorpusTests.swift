import Foundation
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct CorpusTests {
    /// A part of what `Tools/fuzz` does, in every run of the tests: the inputs of the corpus, intact and damaged.
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `the inputs of the corpus, intact and damaged, are parsed or refused`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let inputs = try Corpus.inputs(of: name).map(\.bytes)
        for input in inputs {
            #expect(try target.run(input), "an intact input is accepted")
        }
        let isParser = FuzzTarget.parsers.contains { $0.name == name }
        let fuzzing = Fuzzing(name, seed: 2026, count: isParser ? 300 : 30)
        var accepted = 0
        try fuzzing.run(
            prepare: { number, damage in
                let input = inputs[number % inputs.count]
                let isText = input.allSatisfy { $0 < 0x80 && $0 != 0 }
                let damaged = isText ? damage.damaged(text: input) : damage.damaged(input)
                return target.repair(Array(damaged.prefix(target.longestInput)))
            }, isExpected: { _ in false }
        ) { input in
            if try target.run(input) { accepted += 1 }
        }
        if isParser { fuzzing.expect(reached: accepted, atLeast: 10) }
    }

    @Test func `every target has a small corpus, and nothing else has one`() throws {
        #expect(try Corpus.names() == FuzzTarget.all.map(\.name).sorted())
        for name in try Corpus.names() {
            let inputs = try Corpus.inputs(of: name)
            #expect(!inputs.isEmpty && inputs.reduce(0) { $0 + $1.bytes.count } <= Corpus.byteLimit, "\(name)")
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil, "TILEKIT_RECORD is not set"))
    func `the corpus is recorded`() throws {
        let seeds = try CorpusSeeds.all()
        for (target, inputs) in seeds { try Corpus.record(inputs, of: target) }
    }
}
