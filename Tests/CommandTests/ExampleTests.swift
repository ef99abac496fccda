import TestLimits
import Testing

/// The programs of the folder Tools/Examples that need no window.
@Suite(.timeLimited) struct ExampleTests {
    @Test func `cutting an image prints its progress and a summary, and the second time why it is refused`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(960, 600), to: "big.jpg")
        let outcome = try BuiltTool.run([], in: folder, tool: "CutExample")
        #expect(outcome.status == 0 && outcome.messages == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains("100 %"))
        #expect(try #require(lines.last).wholeMatch(of: #/\d+ tiles in [0-9.e-]+ s/#) != nil)
        let again = try BuiltTool.run([], in: folder, tool: "CutExample")
        #expect(again.status == 0 && again.messages == "")
        #expect(again.output.hasPrefix("big.dzi") && again.output.contains("exists"))
    }

    @Test func `the Mandelbrot set is cut as it is drawn`() throws {
        let folder = try ScratchFolder()
        let outcome = try BuiltTool.run(["set.dzi"], in: folder, tool: "MandelbrotExample")
        #expect(outcome.status == 0 && outcome.messages == "")
        #expect(outcome.output.wholeMatch(of: #/\d+ tiles\n/#) != nil)
        #expect(try BuiltTool.run(["verify", "set.dzi"], in: folder).status == 0)
    }

    @Test(arguments: ["photodemo", "mapdemo", "layerdemo", "tilebench"])
    func `a demo prints its help without a screen`(tool: String) throws {
        for option in ["--help", "-h"] {
            let outcome = try BuiltTool.run([option], in: ScratchFolder(), tool: tool)
            #expect(outcome.status == 0 && outcome.messages == "")
            #expect(outcome.output.contains("USAGE: \(tool) "))
        }
    }

    @Test func `an image that does not exist is said to be missing`() throws {
        let outcome = try BuiltTool.run([], in: ScratchFolder(), tool: "CutExample")
        #expect(outcome.status == 0 && outcome.output.hasPrefix("big.jpg"))
    }
}
