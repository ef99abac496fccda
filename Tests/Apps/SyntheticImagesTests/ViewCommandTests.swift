import Foundation
import TestSupport
import TestLimits
import Testing

/// Runs the built command.
@Suite(.timeLimited) struct ViewCommandTests {
    private static let flight = """
        {"format": "tilekit-flight/1", "image": {"width": 600, "height": 400, "tileSize": 256},
         "viewport": {"width": 200, "height": 100},
         "keys": [{"t": 0, "x": 300, "y": 200, "scale": 0.25, "angle": 0},
                  {"t": 1, "x": 200, "y": 100, "scale": 1, "angle": 10}]}
        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data(Self.flight.utf8), to: "flight.json")
    }

    private func run(_ arguments: String...) throws -> MakeImageCommandTests.Outcome {
        try MakeImageCommandTests.run(arguments, command: "view")
    }

    @Test func `an image is opened, cut and shown in a flight, and the report is one JSON object`() throws {
        let image = folder.path("big.jpg")
        #expect(try MakeImageCommandTests.run([image, "--size", "600x400"]).status == 0)
        let outcome = try run(
            image, "--flight", folder.path("flight.json"), "--size", "200x100", "--cache", "8", "--runs", "1", "--rest",
            "0", "--json")
        #expect(outcome.status == 0 && outcome.errors == "")
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let flight = try #require(report["flight"] as? [String: Any])
        for key in ["firstFrameMs", "completeFrameMs", "openingPeakMemoryBytes", "frameBuildP99Ms"] {
            #expect(try #require(report[key] as? Double) > 0, "\(key)")
        }
        #expect(report["file"] as? String == image && flight["blankAfterCoverScreenSeconds"] as? Double == 0)
        #expect(try #require(flight["frames"] as? Int) > 5)
        #expect(try #require(flight["cacheHighWaterBytes"] as? Int) <= 8 << 20)
    }

    @Test func `a missing file exits with 66`() throws {
        let outcome = try run(folder.path("none.dzi"), "--runs", "1")
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("none.dzi"))
    }
}
