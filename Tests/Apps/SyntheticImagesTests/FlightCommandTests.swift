import Foundation
import TestSupport
import TestLimits
import Testing

/// Runs the built command.
@Suite(.timeLimited) struct FlightCommandTests {
    private static let flight = """
        {"format": "tilekit-flight/1", "image": {"width": 2000, "height": 1000, "tileSize": 256},
         "viewport": {"width": 200, "height": 100},
         "keys": [{"t": 0, "x": 1000, "y": 500, "scale": 0.1, "angle": 0},
                  {"t": 1, "x": 500, "y": 500, "scale": 1, "angle": 10}]}
        """

    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.path("flight.json")
        try folder.write(Data(Self.flight.utf8), to: "flight.json")
    }

    private func run(_ arguments: String...) throws -> MakeImageCommandTests.Outcome {
        try MakeImageCommandTests.run(arguments, command: "flight")
    }

    @Test func `the table has a row for each latency`() throws {
        let outcome = try run(file, "--latency", "0", "--latency", "7.5")
        #expect(outcome.status == 0 && outcome.errors == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first == "\(file): 2000×1000 pixels, viewport 200×100")
        #expect(lines[2].hasPrefix("      0 ms     0.000 ") && lines[3].hasPrefix("      8 ms     0.000 "))
    }

    @Test func `with --json each latency is a JSON object on a line`() throws {
        let outcome = try run(
            file, "--json", "--latency", "0", "--latency", "100", "--failures", "2", "--cache", "64", "--decode", "1")
        #expect(outcome.status == 0 && outcome.errors == "")
        let objects = try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["latencyMs"] as? Double } == [0, 100])
        #expect(objects.allSatisfy { $0["failurePercent"] as? Double == 2 && $0["flight"] as? String == file })
        #expect(objects.allSatisfy { $0["cacheLimitBytes"] as? Int == 64 << 20 && $0["decodeMs"] as? Double == 1 })
        #expect(objects.allSatisfy { $0["blankAfterCoverScreenSeconds"] as? Double == 0 })
        #expect(objects.allSatisfy { $0["holeAtEnd"] as? Bool == false })
    }

    @Test func `a file that is not a flight exits with 65, and a missing one with 66`() throws {
        try folder.write(Data("{}".utf8), to: "empty.json")
        let malformed = try run(folder.path("empty.json"))
        #expect(malformed.status == 65)
        #expect(malformed.errors == "tilebench: \(folder.path("empty.json")): \"format\" is missing\n")
        let missing = try run(folder.path("none.json"))
        #expect(missing.status == 66)
        #expect(missing.errors == "tilebench: \(folder.path("none.json")): there is no such file.\n")
    }

    @Test(arguments: [
        ["--latency", "-1"], ["--failures", "101"], ["--cache", "0"], ["--decoders", "0"], ["--decode", "x"],
    ])
    func `invalid arguments are refused with status 64 and a message`(arguments: [String]) throws {
        let outcome = try MakeImageCommandTests.run(arguments, command: "flight")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
    }
}
