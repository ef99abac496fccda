import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileViewing
import ToolSupport
import VectorDrawing

@Suite(.timeLimited) struct `Commands of tileview` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, tool: "tileview")
    }

    /// Cuts an image of 600×400 pixels into big.dzi.
    private func cut() throws {
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
    }

    @Test func `The whole help, with the table of keys, in lines of at most 80 columns`() throws {
        let outcome = try run("--help")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(outcome.output == Self.help)
        #expect(outcome.output.contains("\nIn the window:\n\(ViewerKeyBindings.standard.text())\n\n"))
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `The version is one line`() throws {
        #expect(
            try run("--version")
                == BuiltTool.Outcome(status: 0, output: "tileview \(Version.number)\n", messages: ""))
    }

    @Test func `The keys in effect are printed as a key file, and the faults of one are named by line`() throws {
        try folder.write(Data("e none\nx export\ny exprt\n".utf8), to: "keys")
        let outcome = try run("--keys", "keys", "--print-keys")
        #expect(outcome.status == 0)
        #expect(
            outcome.messages == "tileview: keys:3: there is no command \"exprt\". tileview --print-keys lists them.\n")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains("x export") && lines.contains("Ctrl+e export") && !lines.contains("e export"))
        let missing = try run("--keys", "none", "--print-keys")
        #expect(missing.status == 66 && missing.output.isEmpty)
        #expect(
            missing.messages
                == "tileview: none: there is no such file. Name a key file, or leave out --keys.\n")
    }

    @Test(arguments: [
        (["a.dzi", "--view", "1,2"], "The value '1,2' is invalid for '--view <x,y,zoom[,angle]>'"),
        (["a.dzi", "--view", "1,2,0"], "The value '1,2,0' is invalid for '--view <x,y,zoom[,angle]>'"),
        (["a.dzi", "--size", "640"], "The value '640' is invalid for '--size <WxH>'"),
        (["a.dzi", "--size", "15x640"], "The value '15x640' is invalid for '--size <WxH>'"),
        (["a.dzi", "--cache", "15"], "--cache takes 16 to 1000000 megabytes; 15 is out of range."),
        (["a.dzi", "--latency", "60001"], "--latency takes 0 to 60000 milliseconds; 60001 is out of range."),
        (["--screenshot", "c.png"], "--screenshot takes one file; 0 are given."),
        (["--flight", "standard"], "--flight takes one file; 0 are given."),
        (["a.dzi", "b.dzi", "--screenshot", "c.png"], "--screenshot takes one file; 2 are given."),
        (["a.dzi", "b.dzi", "--flight", "standard"], "--flight takes one file; 2 are given."),
        (["a.dzi", "--flight", "standard", "--screenshot", "c.png"], "--screenshot and --flight cannot be combined."),
        (
            ["a.dzi", "--screenshot", "c.jpg"],
            "c.jpg: the picture is a PNG file, and .jpg is the extension of another. Give it the extension .png."
        ),
        (["a.dzi", "--json"], "--json needs --flight."),
        (["a.dzi", "--compare"], "--compare takes 2 to 9 files; 1 is given."),
        (
            ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "--compare-by", "blink"],
            "--compare takes 2 to 9 files; 10 are given."
        ),
        (["a", "b", "--compare-by", "curtain,2"], "The value 'curtain,2' is invalid for '--compare-by <way>'"),
        (["a", "b", "--compare-by", "overlay,3"], "The value 'overlay,3' is invalid for '--compare-by <way>'"),
        (["a", "b", "--placement", "1,0"], "The value '1,0' is invalid for '--placement <a,b,c,d,tx,ty>'"),
        (["a", "b", "--correction", "1"], "The value '1' is invalid for '--correction <x,y[,scale]>'"),
        (["a", "b", "--compare", "--flight", "standard"], "--flight takes one file; 2 are given."),
    ])
    func `Invalid arguments are refused with a message`(arguments: [String], message: String) throws {
        let outcome = try BuiltTool.run(arguments, in: folder, tool: "tileview")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == "tileview: \(message)")
    }

    @Test func `A view is written as an image without a screen, with the exact pixels at its position`() throws {
        try cut()
        let outcome = try run(
            "big.dzi", "--plain", "--view", "310,205,1", "--size", "100x50", "--screenshot", "view.png")
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let screenshot = try pixels("view.png")
        let image = try pixels("big.jpg")
        #expect(screenshot.size.width == 100 && screenshot.size.height == 50)
        for (x, y) in [(0, 0), (99, 49), (37, 12)] {
            #expect(screenshot[x, y] == image[x + 260, y + 180])
        }
    }

    @Test func `Two files are compared in a picture, each with its exact pixels`() throws {
        try cut()
        let copy = ["big.jpg", "--quiet", "--format", "png", "-o", "copy.dzi"]
        #expect(try BuiltTool.run(copy, in: folder).status == 0)
        let outcome = try run(
            "big.dzi", "copy.dzi", "--compare-by", "curtain,0.25", "--correction", "7,0", "--plain", "--view",
            "310,205,1",
            "--size", "100x50", "--screenshot", "view.png")
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let screenshot = try pixels("view.png")
        let image = try pixels("big.jpg")
        for (x, y) in [(0, 0), (20, 49), (22, 3)] { #expect(screenshot[x, y] == image[x + 260, y + 180]) }
        for (x, y) in [(28, 0), (60, 49), (99, 3)] { #expect(screenshot[x, y] == image[x + 260 - 7, y + 180]) }
    }

    @Test func `A tile that cannot be decoded is named, and the rest of the image is written`() throws {
        try cut()
        try folder.write(Data("no picture".utf8), to: "big_files/10/1_0.png")
        let outcome = try run("big.dzi", "--plain", "--size", "600x400", "--screenshot", "view.png")
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("tileview: big.dzi: tile 10/1_0: "))
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(try pixels("view.png")[10, 10] == pixels("big.jpg")[10, 10])
    }

    @Test func `A missing input and an unwritable output are reported with their statuses`() throws {
        let missing = try run("nothing.dzi", "--screenshot", "view.png")
        #expect(missing.status == 66)
        #expect(missing.messages == "tileview: nothing.dzi: no such file or folder. Check the spelling.\n")
        try cut()
        let unwritable = try run("big.dzi", "--size", "16x16", "--screenshot", "nowhere/view.png")
        #expect(unwritable.status == 73)
        #expect(unwritable.messages.hasPrefix("tileview: nowhere/view.png: the file cannot be created"))
    }

    @Test func `A view beside the image is refused, and a truncated photo is warned of`() throws {
        try cut()
        for view in ["99999,100,1", "-60,100,1"] {
            let outcome = try run("big.dzi", "--view=\(view)", "--size", "100x50", "--screenshot", "view.png")
            #expect(
                outcome.messages
                    == "tileview: big.dzi: the view has nothing of the image, which has 600×400 pixels. Choose a center in it.\n"
            )
            #expect(outcome.status != 0)
        }
        #expect(try run("big.dzi", "--view=-40,100,1", "--size", "100x50", "--screenshot", "edge.png").status == 0)
        try folder.write(TestImage.noise(640, 480).dropLast(100_000), to: "cut.jpg")
        let outcome = try run("cut.jpg", "--size", "100x50", "--screenshot", "cut.png")
        #expect(outcome.messages.hasPrefix("tileview: cut.jpg: "), "\(outcome)")
    }

    @Test func `A screenshot replaces a file only with --force`() throws {
        try cut()
        try folder.write(Data("mine".utf8), to: "view.png")
        let refused = try run("big.dzi", "--size", "16x16", "--screenshot", "view.png")
        #expect(refused.status == 73)
        #expect(
            refused.messages
                == "tileview: view.png: this exists already. Replace it with --force, or choose another name.\n")
        #expect(try folder.bytes("view.png") == Data("mine".utf8))
        #expect(try run("big.dzi", "--size", "16x16", "--screenshot", "view.png", "--force").status == 0)
        #expect(try pixels("view.png").size.width == 16)
    }

    @Test func `Without a screen no window is opened, and nothing is left running`() throws {
        try cut()
        let outcome = try run("big.dzi")
        #expect(outcome.status == 69)
        #expect(outcome.messages.contains("tileview: No screen can be used"))
        #expect(try run().status == 69)
    }

    private func pixels(_ name: String) throws -> PixelBuffer { try PixelBuffer.read(folder(name)) }
}
