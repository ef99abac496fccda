import Foundation
import TestLimits
import Testing

/// The records of `--trace`, in each tool.
@Suite(.timeLimited) struct TraceOptionTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
    }

    private func run(_ tool: String, _ arguments: String...) throws {
        let outcome = try BuiltTool.run(arguments + ["--trace", "trace.json"], in: folder, tool: tool)
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome)")
    }

    /// The names of the spans in the trace, by category.
    private func spans() throws -> [String: Set<String>] {
        let events = try #require(
            JSONSerialization.jsonObject(with: folder.bytes("trace.json")) as? [[String: Any]])
        var spans: [String: Set<String>] = [:]
        for event in events where event["ph"] as? String == "X" {
            let duration = try #require(event["dur"] as? Double)
            #expect(duration >= 0)
            spans[try #require(event["cat"] as? String), default: []].insert(try #require(event["name"] as? String))
        }
        let threads = events.filter { $0["ph"] as? String == "M" }.compactMap { $0["tid"] as? Int }
        #expect(Set(threads) == Set(events.compactMap { $0["tid"] as? Int }) && Set(threads).count == threads.count)
        return spans
    }

    @Test func `tilecut records the stages of a cut`() throws {
        try run("tilecut", "big.jpg", "--quiet", "--format", "png")
        let cutting = try #require(try spans()["cutting"])
        #expect(cutting.isSuperset(of: ["read image", "store", "finish"]))
    }

    @Test func `tileview records frames and loading`() throws {
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
        try run("tileview", "big.dzi", "--screenshot", "view.png", "--size", "100x50")
        let spans = try spans()
        #expect(spans["frames"]?.isSuperset(of: ["display", "animate", "build"]) == true)
        #expect(spans["loading"]?.isSuperset(of: ["read", "decode"]) == true)
    }

    @Test func `tilebench records the frames of layers and of flights, and of the viewer the drawing too`() throws {
        try run("tilebench", "layers", "--frames", "2", "--layers", "10")
        #expect(try spans()["frames"]?.isSuperset(of: ["display", "animate", "build"]) == true)
        try folder.write(
            Data(
                """
                {"format": "tilekit-flight/1", "image": {"width": 600, "height": 400, "tileSize": 256},
                 "viewport": {"width": 200, "height": 100},
                 "keys": [{"t": 0, "x": 300, "y": 200, "scale": 0.25, "angle": 0},
                          {"t": 0.2, "x": 200, "y": 100, "scale": 1, "angle": 10}]}
                """.utf8), to: "flight.json")
        try run("tilebench", "flight", "flight.json", "--latency", "0")
        #expect(try spans()["frames"]?.contains("build") == true)
        #expect(try BuiltTool.run(["big.jpg", "--quiet", "--format", "png"], in: folder).status == 0)
        try run(
            "tilebench", "view", "big.dzi", "--flight", "flight.json", "--size", "200x100", "--runs", "1", "--rest", "0"
        )
        let spans = try spans()
        #expect(spans["frames"]?.isSuperset(of: ["build", "draw"]) == true)
        #expect(spans["loading"]?.isSuperset(of: ["read", "decode"]) == true)
    }

    @Test(arguments: ["tilecut", "tileview", "tilebench"])
    func `a trace that cannot be created is an error, and nothing is done`(tool: String) throws {
        let command = tool == "tilebench" ? ["layers", "--frames", "1"] : ["big.jpg"]
        let outcome = try BuiltTool.run(command + ["--trace", "none/trace.json"], in: folder, tool: tool)
        #expect(outcome.status == 73 && outcome.output.isEmpty)
        #expect(
            outcome.messages
                == "\(tool): none/trace.json: the trace cannot be created: No such file or directory. "
                + "Write it to another folder or disk.\n")
        #expect(try folder.names() == ["big.jpg"])
    }
}
