import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `JSON of tilecut` {
    private struct Report: Decodable, Equatable {
        struct Source: Decodable, Equatable {
            var path: String
            var width: Int
            var height: Int
        }
        struct Level: Decodable, Equatable {
            var level: Int
            var width: Int
            var height: Int
            var columns: Int
            var rows: Int
        }
        var source: Source
        var output: String
        var container: String
        var layout: String?
        var tileSize: Int
        var overlap: Int
        var format: String
        var levels: [Level]
        var tiles: Int
        var passthroughTiles: Int?
        var paddedTiles: Int?
        var passthroughBlocker: String?
        var reusedLevels: Int?
        var skippedTiles: Int?
        var deduplicatedTiles: Int?
        var savedBytes: Int?
        var bytes: Int?
        var seconds: Double?
        var times: [String: Double]?
        var peakMemoryBytes: Int?
        var estimatedBytes: Int?
        var warnings: [String]
    }

    private func keys(_ line: some StringProtocol) throws -> Set<String> {
        Set(try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]).keys)
    }

    private let folder: ScratchFolder
    private let levels = [
        Report.Level(level: 8, width: 150, height: 100, columns: 2, rows: 1),
        Report.Level(level: 9, width: 300, height: 200, columns: 3, rows: 2),
    ]

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "a \"big\" ü.jpg")
    }

    @Test func `Each image is one object with exactly these keys`() throws {
        try folder.write(TestImage.jpeg(10, 10), to: "small.jpg")
        let outcome = try BuiltTool.run(
            [
                "a \"big\" ü.jpg", "small.jpg", "--json", "-o", "out", "--tile-size", "128", "--overlap", "1",
                "--levels", "2",
            ],
            in: folder)
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(
                try keys(line) == [
                    "source", "output", "container", "layout", "tileSize", "overlap", "format", "levels", "tiles",
                    "passthroughTiles", "paddedTiles", "passthroughBlocker", "reusedLevels", "skippedTiles",
                    "deduplicatedTiles",
                    "savedBytes",
                    "bytes", "seconds", "times", "peakMemoryBytes", "warnings",
                ])
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(lines[0].utf8))
        let files = try folder.tree("out/a \"big\" ü_files")
        #expect(
            report
                == Report(
                    source: .init(path: "a \"big\" ü.jpg", width: 300, height: 200), output: "out/a \"big\" ü.dzi",
                    container: "folder", layout: "deepzoom", tileSize: 128, overlap: 1, format: "jpg", levels: levels,
                    tiles: 8, passthroughTiles: 0, paddedTiles: 0, passthroughBlocker: "the tiles are to overlap",
                    reusedLevels: 0,
                    skippedTiles: 0, deduplicatedTiles: 0, savedBytes: 0,
                    bytes: files.values.reduce(0) { $0 + $1.count }, seconds: report.seconds,
                    times: report.times, peakMemoryBytes: report.peakMemoryBytes, warnings: []))
        #expect(files.count == 8)
        #expect(try #require(report.seconds) > 0)
        let times = try #require(report.times)
        #expect(
            times.keys.sorted()
                == ["decoding", "finishing", "processor", "waitingForMemory", "waitingForTiles"])
        #expect(try #require(times["decoding"]) <= #require(times["processor"]))
        #expect(try #require(report.peakMemoryBytes) > 1 << 20)
    }

    @Test func `The peak memory excludes the 200 MB of the shell that executed the tool`() throws {
        let outcome = try BuiltTool.run(
            ["a \"big\" ü.jpg", "--json"], in: folder, shell: #"printf -v ballast %200000000s; exec "$@""#)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(try #require(report.peakMemoryBytes) < 200_000_000)
    }

    @Test func `A dry run has an estimate instead of measurements`() throws {
        let outcome = try BuiltTool.run(
            ["a \"big\" ü.jpg", "--json", "--dry-run", "--tile-size", "128", "--levels", "2"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(
            try keys(outcome.output) == [
                "source", "output", "container", "layout", "tileSize", "overlap", "format", "levels", "tiles",
                "estimatedBytes", "warnings",
            ])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(report.levels == levels)
        #expect(try folder.names() == ["a \"big\" ü.jpg"])
    }

    @Test func `A failure leaves standard output empty`() throws {
        let outcome = try BuiltTool.run(["nope.jpg", "--json"], in: folder)
        #expect(outcome.status == 66)
        #expect(outcome.output.isEmpty)
    }
}
