import Foundation
import TestLimits
import TestSupport
import Testing

/// Tests of `tilebench maps`, run as a built tool.
@Suite(.timeLimited) struct MapsCommandTests {
    private func run(_ arguments: [String]) throws -> MakeImageCommandTests.Outcome {
        try MakeImageCommandTests.run(arguments, command: "maps")
    }

    @Test(arguments: ["jpg", "png"])
    func `tiles of all zooms are measured`(_ format: String) throws {
        let folder = try TemporaryFolder()
        var image = GeoTIFFFixture(epsg: 32633, corner: (400_000, 5_500_000), pixel: 10, width: 700, height: 500)
        image.tileSide = 128
        try folder.write(Data(image.encoded()), to: "utm.tif")
        let outcome = try run([folder.path("utm.tif"), "--runs", "1", "--tiles", "3", "--format", format])
        #expect(outcome.status == 0 && outcome.errors == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("utm.tif, \(format), medians of 1 runs") == true)
        let rows = lines.dropFirst(2).map { $0.split(separator: " ") }
        #expect(rows.count >= 3)
        for row in rows {
            #expect(row.count == 5 && row.allSatisfy { Double($0) != nil })
            #expect((1...3).contains(Int(row[1]) ?? 0))
        }
    }

    @Test func `a file that is not a map is refused by its name`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data("no image".utf8), to: "other.tif")
        let outcome = try run([folder.path("other.tif")])
        #expect(outcome.status != 0 && outcome.errors.contains("other.tif"))
    }

    @Test(arguments: [["--runs", "0"], ["--tiles", "0"], ["--format", "gif"], ["--size", "9"]])
    func `invalid arguments are refused with status 64 and a message`(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
    }
}
