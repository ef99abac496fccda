import TestLimits
import Testing

/// Progress as JSON, as programs read it from standard error.
@Suite(.timeLimited) struct ProgressEventTests {
    private func lines(_ arguments: [String], in folder: ScratchFolder) throws -> [String] {
        let outcome = try BuiltTool.run(arguments + ["--json", "--json-progress"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("{") && outcome.output.split(separator: "\n").count == 1)
        return outcome.messages.split(separator: "\n").map(String.init)
    }

    private func event(_ image: String, _ finished: Int, of total: Int) -> String {
        #"{"event":"progress","image":"\#(image)","finishedTiles":\#(finished),"totalTiles":\#(total)}"#
    }

    @Test func `cutting begins with a first tile and ends with all tiles`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        let lines = try lines(["big.jpg"], in: folder)
        #expect(lines.count >= 2)
        #expect(lines.last == event("big.jpg", 17, of: 17))
        // Only the last event has all tiles.
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix(#"{"event":"progress","image":"big.jpg""#) })
        #expect(!lines.dropLast().contains(event("big.jpg", 17, of: 17)))
    }

    @Test func `converting and stored values have the same events`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q"], in: folder).status == 0)
        #expect(try lines(["convert", "big.dzi", "big.szi"], in: folder).last == event("big.dzi", 17, of: 17))
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let last = try #require(try lines(["slide.ome.tif", "-o", "slide.ome.zarr"], in: folder).last)
        #expect(last.hasPrefix(#"{"event":"progress","image":"slide.ome.tif","finishedTiles":"#))
    }

    @Test func `an image without progress has none`() throws {
        let folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "big.jpg")
        let outcome = try BuiltTool.run(["big.jpg", "--json", "--json-progress", "--dry-run"], in: folder)
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
    }
}
