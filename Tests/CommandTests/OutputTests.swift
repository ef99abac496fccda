import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct `Output of tilecut` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    /// Returns the text with `#` for figures that differ from run to run.
    static func withoutFigures(_ text: String) -> String {
        text
            .replacing(#/[0-9.]+ (s\b|MP/s)/#) { "# \($0.output.1)" }
            .replacing(#/memory [0-9.]+ MB/#, with: "memory # MB")
            .replacing(#/[0-9.]+ kB/#, with: "# kB")
    }

    @Test func `Quick work shows no progress, unless it is to be verbose`() throws {
        #expect(try BuiltTool.run(["big.jpg", "-o", "a"], in: folder).messages.isEmpty)
        #expect(try BuiltTool.run(["convert", "a.dzi", "b.dzi"], in: folder).messages.isEmpty)
        #expect(try BuiltTool.run(["verify", "a.dzi"], in: folder).messages.isEmpty)
        #expect(try BuiltTool.run(["big.jpg", "-o", "c", "-v"], in: folder).messages.hasSuffix("big.jpg: 100 %\n"))
    }

    @Test func `A pyramid is written beside the image, with progress and a summary`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "-v"], in: folder)
        #expect(outcome.status == 0)
        #expect(
            Self.withoutFigures(outcome.output)
                == "big.dzi: 300×200 pixels, 10 levels, 11 tiles, 2 copied without re-encoding, # kB, # s, # MP/s, peak memory # MB\n"
        )
        let lines = outcome.messages.split(separator: "\n").drop { $0.hasPrefix("tilecut: big.jpg: JPEG, ") }
        #expect(lines.last == "big.jpg: 100 %")
        #expect(lines.dropLast().allSatisfy { $0.wholeMatch(of: #/big.jpg: [1-9]0 %.*/#) != nil })
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files"])
        #expect(try folder.names("big_files") == (0...9).map(String.init))
        #expect(try folder.names("big_files/9") == ["0_0.jpg", "1_0.jpg"])
    }

    @Test func `Quiet prints nothing`() throws {
        #expect(
            try BuiltTool.run(["big.jpg", "--quiet"], in: folder)
                == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files"])
    }

    @Test func `Verbose prints the plan first`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "--verbose"], in: folder)
        #expect(
            outcome.messages.split(separator: "\n").first.map { Self.withoutFigures(String($0)) }
                == "tilecut: big.jpg: JPEG, 300×200 pixels, color, 8 bits per sample; 10 levels, 11 tiles of 256 pixels, "
                + "overlap 0, jpg, quality 85, chroma 420, about # kB, into big.dzi")
    }

    @Test(arguments: [
        (["-o", "p"], ["p.dzi", "p_files"]),
        (["-o", "p.dzi"], ["p.dzi", "p_files"]),
        (["-o", "p.v2"], ["p.v2.dzi", "p.v2_files"]),
        (["-o", "new/"], ["new/big.dzi", "new/big_files"]),
        (["-o", "new/deep/"], ["new/deep/big.dzi", "new/deep/big_files"]),
        (["-o", "there"], ["there/big.dzi", "there/big_files"]),
        (["-o", "there/p"], ["there/p.dzi", "there/p_files"]),
        (["cut", "-o", "p"], ["p.dzi", "p_files"]),
    ])
    func `Output names the pyramid or its folder`(arguments: [String], expected: [String]) throws {
        try FileManager.default.createDirectory(atPath: folder("there"), withIntermediateDirectories: false)
        let words = arguments.first == "cut" ? ["cut", "big.jpg"] + arguments.dropFirst() : ["big.jpg"] + arguments
        #expect(try BuiltTool.run(words, in: folder).status == 0)
        for name in expected {
            #expect(FileManager.default.fileExists(atPath: folder(name)), "\(name) is there")
        }
    }

    @Test(arguments: [
        (["-o", "web/map"], ["web/map.dzi", "web/map_files"]),
        (["-o", "a/b/c.pmtiles"], ["a/b/c.pmtiles"]),
        (["-o", "a/b/c.tif"], ["a/b/c.tif"]),
        (["-o", "web/zoom", "--layout", "zoomify"], ["web/zoom/ImageProperties.xml"]),
        (["-o", "web/map", "--layout", "xyz"], ["web/map/0/0/0.jpg"]),
        (["-o", "web/flat", "--layout", "flat"], ["web/flat_00_00.jpg"]),
    ])
    func `The folders above an output are created`(arguments: [String], expected: [String]) throws {
        let outcome = try BuiltTool.run(["big.jpg", "--quiet"] + arguments, in: folder)
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        for name in expected {
            #expect(FileManager.default.fileExists(atPath: folder(name)), "\(name) is there")
        }
    }

    @Test func `A conversion creates the folders above its output`() throws {
        #expect(try BuiltTool.run(["big.jpg", "--quiet"], in: folder).status == 0)
        let words = ["convert", "big.dzi", "web/deep/zoom", "--layout", "zoomify", "--quiet"]
        #expect(try BuiltTool.run(words, in: folder) == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        #expect(FileManager.default.fileExists(atPath: folder("web/deep/zoom/ImageProperties.xml")))
    }

    @Test func `A dry run creates no folders, and a failed run leaves none`() throws {
        #expect(try BuiltTool.run(["big.jpg", "-o", "web/map", "--dry-run"], in: folder).status == 0)
        #expect(try folder.names() == ["big.jpg"])
        try folder.write(Data(try folder.bytes("big.jpg").prefix(3000)), to: "cut.jpg")
        #expect(try BuiltTool.run(["cut.jpg", "-o", "web/deep/map"], in: folder).status == 65)
        #expect(try folder.names() == ["big.jpg", "cut.jpg"])
    }

    @Test func `A file in place of a folder is named`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "-o", "big.jpg/map"], in: folder)
        #expect(outcome.status == 73)
        #expect(outcome.messages.hasPrefix("tilecut: big.jpg: this is a file, and an output cannot lie in it."))
        #expect(try folder.names() == ["big.jpg"])
    }

    @Test func `Several images are written into a folder, which is created`() throws {
        try folder.write(TestImage.jpeg(20, 20), to: "small.jpg")
        let outcome = try BuiltTool.run(["big.jpg", "small.jpg", "-v", "-o", "out"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("1/2 big.jpg: 100 %\n"))
        #expect(outcome.messages.hasSuffix("2/2 small.jpg: 100 %\n"))
        #expect(
            outcome.output.split(separator: "\n").map { $0.prefix { $0 != ":" } } == ["out/big.dzi", "out/small.dzi"])
        #expect(try folder.names("out") == ["big.dzi", "big_files", "small.dzi", "small_files"])
    }

    @Test func `A file named like a subcommand is given with its folder`() throws {
        try folder.write(TestImage.jpeg(20, 20), to: "cut")
        #expect(try BuiltTool.run(["./cut", "-q"], in: folder).status == 0)
        #expect(try folder.names().contains("cut.dzi"))
    }

    @Test func `The flat layout has the full-size tiles side by side`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "--layout", "flat"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("big: 300×200 pixels, 1 level, 2 tiles, "))
        #expect(try folder.names() == ["big.jpg", "big_00_00.jpg", "big_01_00.jpg"])
    }

    @Test(arguments: [(2048, 2048, 8, 8, 256, 256), (1000, 700, 4, 3, 232, 188)])
    func `A flat layout has 64 tiles for 2048×2048 pixels, and 12 for 1000×700, whose last one is 232×188`(
        width: Int, height: Int, columns: Int, rows: Int, lastWidth: Int, lastHeight: Int
    ) throws {
        try folder.write(TestImage.jpeg(width, height), to: "Snowman.jpg")
        #expect(try BuiltTool.run(["Snowman.jpg", "--layout", "flat", "-q", "-o", "flat/"], in: folder).status == 0)
        let names = (0..<columns).flatMap { column in (0..<rows).map { "Snowman_0\(column)_0\($0).jpg" } }
        #expect(try folder.names("flat") == names)
        let last = try openImage(.file(folder("flat/Snowman_0\(columns - 1)_0\(rows - 1).jpg"))).info.size
        #expect(last == PixelSize(width: lastWidth, height: lastHeight))
        let first = try openImage(.file(folder("flat/Snowman_00_00.jpg"))).info.size
        #expect(first == PixelSize(width: 256, height: 256))
    }

    @Test func `Options reach the tiles`() throws {
        #expect(
            try BuiltTool.run(
                ["big.jpg", "--tile-size", "100", "--overlap", "2", "--levels", "2", "--format", "PNG", "-q"],
                in: folder
            ).status == 0)
        #expect(try folder.names("big_files") == ["8", "9"])
        #expect(try folder.names("big_files/9") == ["0_0.png", "0_1.png", "1_0.png", "1_1.png", "2_0.png", "2_1.png"])
        let descriptor = String(decoding: try folder.bytes("big.dzi"), as: UTF8.self)
        #expect(descriptor.contains(#"Format="png" Overlap="2" TileSize="100""#))
    }

    @Test func `The number of threads does not change the pyramid`() throws {
        #expect(try BuiltTool.run(["big.jpg", "--threads", "1", "-o", "one"], in: folder).status == 0)
        #expect(try BuiltTool.run(["big.jpg", "--threads", "7", "-o", "seven"], in: folder).status == 0)
        #expect(try folder.tree("one_files") == folder.tree("seven_files"))
    }

    @Test func `A dry run lists the levels and writes nothing`() throws {
        let outcome = try BuiltTool.run(["big.jpg", "--dry-run", "--levels", "3", "-o", "new/"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(
            Self.withoutFigures(outcome.output) == """
                big.jpg would become new/big.dzi: deepzoom, jpg tiles of 256 pixels, overlap 0
                  level             size       tiles
                      9          300×200         2×1
                      8          150×100         1×1
                      7            75×50         1×1
                3 levels, 4 tiles, about # kB; nothing has been written

                """)
        #expect(try folder.names() == ["big.jpg"])
    }
}
