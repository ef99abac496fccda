import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Pyramids over others in tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(600, 400), to: "base.jpg")
        try folder.write(TestImage.white(256, 256), to: "over.jpg")
        for name in ["base", "over"] { #expect(try run("\(name).jpg", "-q") == silent) }
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    private let silent = BuiltTool.Outcome(status: 0, output: "", messages: "")

    @Test func `A pyramid is laid over another, and the report says where tiles come from`() throws {
        let merge = try run("merge", "over.dzi", "--over", "base.dzi", "-o", "new.dzi", "--at", "256,0", "--json")
        #expect(merge.status == 0 && merge.messages.isEmpty)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(merge.output.utf8)) as? [String: Any])
        let names = ["tiles", "unchangedTiles", "replacedTiles", "addedTiles", "compositedTiles", "rerenderedTiles"]
        #expect(names.map { object[$0] as? Int } == [17, 6, 1, 0, 0, 10])
        #expect(try folder.bytes("new_files/10/1_0.jpg") == folder.bytes("over_files/8/0_0.jpg"))
        #expect(try folder.bytes("new_files/10/2_1.jpg") == folder.bytes("base_files/10/2_1.jpg"))
        #expect(try run("verify", "new.dzi", "-q") == silent)
    }

    @Test func `What cannot be laid over another is refused, and leaves nothing`() throws {
        let names = try folder.names(".")
        let shifted = try run("merge", "over.dzi", "--over", "base.dzi", "-o", "new.dzi", "--at", "100,0")
        #expect(shifted.status == 65 && shifted.messages.contains("over.dzi: its position 100,0 is not a multiple"))
        #expect(try run("merge", "over.dzi", "--over", "base.dzi").status == 64)
        #expect(try run("merge", "over.dzi", "--at", "0,0").status == 64)
        #expect(try run("merge", "over.dzi", "--over", "base.dzi", "-o", "base.dzi", "--force").status == 64)
        #expect(try folder.names(".") == names)
    }

    @Test func `A list of images is described`() throws {
        try folder.write(
            Data(#"{"mosaic": 1, "images": [{"path": "base.jpg", "x": 0, "y": 0}]}"#.utf8), to: "list.json")
        let info = try run("info", "list.json")
        #expect(
            info.output
                == "list.json: a list of 1 image, 600×400 pixels, 3 × 8 bits; cut it with: tilecut list.json\n")
        #expect(info.status == 0)
    }
}
