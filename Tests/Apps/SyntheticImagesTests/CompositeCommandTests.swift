import TestLimits
import Testing

/// Tests of `tilebench composite`, run as a built tool.
@Suite(.timeLimited) struct CompositeCommandTests {
    private func run(_ arguments: String...) throws -> MakeImageCommandTests.Outcome {
        try MakeImageCommandTests.run(arguments, command: "composite")
    }

    @Test func `every kind of frame is measured`() throws {
        let outcome = try run("--size", "60x40", "--runs", "1", "--workers", "2")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "60×40 pixels, 2 threads, 1 runs")
        #expect(
            lines.dropFirst().first?.split(separator: " ") == ["median", "ms", "best", "ms", "CPU", "ms", "ns/pixel"])
        let kinds = [
            "scale 1.37", "scale 1.37, fading", "scale 1.37, fading as one", "pixel on pixel", "nearest, 1.37",
            "rotated by 10°", "perspective", "perspective, trilinear", "scale 0.3, trilinear",
            "scale 0.7, supersampled", "scale 2.5, sharp", "scale 2.5, cubic", "10,000 small images",
        ]
        #expect(lines.dropFirst(2).count == kinds.count)
        for (line, kind) in zip(lines.dropFirst(2), kinds) {
            #expect(line.hasPrefix(kind + " "))
            #expect(line.split(separator: " ").suffix(4).allSatisfy { Double($0) != nil })
        }
    }

    @Test(arguments: [["--runs", "0"], ["--workers", "0"], ["--size", "9"], ["--unknown"]])
    func `invalid arguments are refused with status 64 and a message`(arguments: [String]) throws {
        let outcome = try MakeImageCommandTests.run(arguments, command: "composite")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
    }

    @Test func `the help lists the options and has an example`() throws {
        let outcome = try run("--help")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Example: tilebench composite --size 1280x800 --runs 31"))
        for option in ["--size <WxH>", "--runs <runs>", "--workers <workers>"] {
            #expect(outcome.output.contains(option), "\(option)")
        }
    }
}
