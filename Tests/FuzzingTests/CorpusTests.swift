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
        let fuzzing = Fuzzing(name, seed: 2026, count: target.testCount)
        var accepted = 0
        try fuzzing.run(
            prepare: { number, damage in
                let input = inputs[number % inputs.count]
                let isText = input.allSatisfy { $0 < 0x80 && $0 != 0 }
                // As in the fuzzer, one of four inputs may begin like anything.
                var damaged: [UInt8] = []
                for _ in 0..<(number.isMultiple(of: 4) ? 1 : 8) {
                    damaged = isText ? damage.damaged(text: input) : damage.damaged(input)
                    if target.hasBitFields, Bool.random(using: &damage.random) {
                        damaged = BitShift.shifted(damaged, number: damage.random.next())
                    }
                    damaged = target.repair(Array(damaged.prefix(target.longestInput)))
                    if target.hasHeader(damaged) { break }
                }
                return damaged
            }, isExpected: { _ in false }
        ) { input in
            if try target.run(input) { accepted += 1 }
        }
        fuzzing.expect(reached: accepted, atLeast: 30)
    }

    @Test func `a shift of bits keeps the length and what precedes it`() {
        let bytes = [UInt8](repeating: 0b1010_0101, count: 40)
        var random = SeededRandom(seed: 5)
        var moved = 0
        for place in (0..<320).shuffled(using: &random) {
            let number = UInt64(place) << 16 | random.next() & 0xFFFF
            let shifted = BitShift.shifted(bytes, number: number)
            #expect(shifted.count == bytes.count && shifted.prefix(place / 8) == bytes.prefix(place / 8))
            if shifted != bytes { moved += 1 }
        }
        #expect(moved > 300)
        #expect(BitShift.shifted([], number: 7).isEmpty)
    }

    @Test func `every target has a small corpus, and nothing else has one`() throws {
        #expect(try Corpus.names() == FuzzTarget.all.map(\.name).sorted())
        for name in try Corpus.names() {
            let inputs = try Corpus.inputs(of: name)
            #expect(!inputs.isEmpty && inputs.reduce(0) { $0 + $1.bytes.count } <= Corpus.byteLimit, "\(name)")
        }
    }

    @Test func `Tools/fuzz lists the targets`() throws {
        let tool = Process()
        let output = Pipe()
        tool.executableURL =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Tools/fuzz").standardizedFileURL
        tool.arguments = ["--list"]
        tool.standardOutput = output
        try tool.run()
        let names = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        tool.waitUntilExit()
        #expect(names.split(separator: "\n").map(String.init) == FuzzTarget.all.map(\.name))
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil, "TILEKIT_RECORD is not set"))
    func `the corpus is recorded`() throws {
        let seeds = try CorpusSeeds.all()
        for (target, inputs) in seeds { try Corpus.record(inputs, of: target) }
    }
}
