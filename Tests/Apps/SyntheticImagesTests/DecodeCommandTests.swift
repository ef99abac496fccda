import TestLimits
import Testing

/// Tests of `tilebench decode`, run as a built tool.
@Suite(.timeLimited) struct DecodeCommandTests {
    private func run(_ arguments: String...) throws -> MakeImageCommandTests.Outcome {
        try MakeImageCommandTests.run(arguments, command: "decode")
    }

    @Test(arguments: [
        ([], ["jpg 32, libjpeg", "png 32, libvips", "png 32, inflate", "webp 32, libwebp"]),
        (["--alpha"], ["png 32, libvips", "png 32, inflate", "webp 32, libwebp"]),
    ])
    func `every format is measured on one and two workers`(options: [String], kinds: [String]) throws {
        let outcome = try MakeImageCommandTests.run(
            ["--size", "70x40", "--runs", "1", "--tile-size", "32"] + options, command: "decode")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "70×40 pixels, medians of 1 runs in turn")
        let rows = lines.dropFirst(2)
        #expect(rows.count == 2 * kinds.count)
        for kind in kinds {
            let found = rows.filter { $0.hasPrefix(kind + " ") }
            #expect(found.count == 2, "\(kind)")
            for (line, workers) in zip(found, ["1", "2"]) {
                let cells = line.split(separator: " ").suffix(5)
                #expect(cells.first == workers[...])
                #expect(cells.allSatisfy { Double($0) != nil })
            }
        }
    }

    @Test func `files of each format are loaded, and those of KTX 2.0 have 4 bytes a pixel and a page`() throws {
        let outcome = try run(
            "--files", "--size", "96x64", "--runs", "1", "--tile-size", "32", "--format", "jpg", "--format", "png",
            "--format", "ktx2")
        #expect(outcome.status == 0 && outcome.errors == "")
        let rows = outcome.output.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
        #expect(rows.map { $0.prefix(2).joined(separator: " ") } == ["jpg 32", "png 32", "ktx2 32"])
        for row in rows {
            #expect(row.count == 5 && row.dropFirst(2).allSatisfy { Double($0) != nil })
        }
        #expect(rows.first?.last == "1.0")
        #expect(rows.last?[2] == "8.0")
    }

    @Test(arguments: [
        ["--runs", "0"], ["--workers", "0"], ["--tile-size", "0"], ["--size", "9"], ["--format", "gif"],
    ])
    func `invalid arguments are refused with status 64 and a message`(arguments: [String]) throws {
        let outcome = try MakeImageCommandTests.run(arguments, command: "decode")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
    }

    @Test func `the help has an example`() throws {
        let outcome = try run("--help")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("tilebench decode --files --format jpg --format png --format ktx2"))
    }
}
