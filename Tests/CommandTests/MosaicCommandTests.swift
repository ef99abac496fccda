import Foundation
import TestLimits
import Testing

/// `tilecut --mosaic`, which joins georeferenced images.
@Suite(.timeLimited) struct MosaicCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(60, 40), to: "big.jpg")
        for (name, west) in [("left.tif", 10), ("right.tif", 12)] {
            let bounds = "\(west),50,\(west + 1),51"
            _ = try BuiltTool.run(["big.jpg", "-o", name, "--bounds", bounds, "-q"], in: folder)
        }
    }

    @Test func `images are joined to a pyramid, whose gaps are transparent`() throws {
        let words = ["--mosaic", "left.tif", "right.tif", "-o", "all.dzi", "--json", "-q"]
        let outcome = try BuiltTool.run(words + ["--format", "png"], in: folder)
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(outcome.output.contains(#""source":{"path":"mosaic of 2 images","width":180,"height":40}"#))
        let opaque = try BuiltTool.run(words + ["--force"], in: folder)
        #expect(
            opaque.status == 0
                && opaque.messages.hasPrefix(
                    "tilecut: mosaic of 2 images: warning: the file says that some pixels are invalid")
        )
        #expect(try BuiltTool.run(words + ["--resume"], in: folder).status == 0)
    }

    @Test func `shards of joined images become the same pyramid`() throws {
        let images = ["--mosaic", "left.tif", "right.tif", "-q", "--format", "png"]
        #expect(try BuiltTool.run(images + ["-o", "all.pmtiles", "--zoom", "9"], in: folder).status == 0)
        for number in 1...2 {
            let shard = ["-o", "parts.pmtiles", "--zoom", "9", "--shard", "\(number)/2"]
            let outcome = try BuiltTool.run(images + shard, in: folder)
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
    }

    @Test func `an image that cannot be joined is named`() throws {
        let outcome = try BuiltTool.run(["--mosaic", "left.tif", "big.jpg", "-o", "all.mbtiles"], in: folder)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages == """
                tilecut: mosaic of 2 images: big.jpg: it is not georeferenced, so that its place in the mosaic is not known. \
                Leave it out, or write a list of images that says where each lies.

                """)
    }

    private func write(list path: String, to name: String) throws {
        try folder.write(Data(#"{"mosaic": 1, "images": [{"path": "\#(path)", "x": 0, "y": 0}]}"#.utf8), to: name)
    }

    @Test func `an image whose content is a list names no other files`() throws {
        try write(list: "big.jpg", to: "upload.jpg")
        let outcome = try BuiltTool.run(["upload.jpg", "-o", "upload.dzi"], in: folder)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages == """
                tilecut: upload.jpg: this is a list of images by its content, but not by its name. If you trust it, cut what it \
                names: tilecut --mosaic-list upload.jpg

                """)
        let fromPipe = try BuiltTool.run(
            [], in: folder, shell: #""\#(BuiltTool.folder)/tilecut" - -o upload.dzi < upload.jpg"#)
        #expect(fromPipe.status == 65 && !fromPipe.messages.contains("big.jpg"))
        #expect(try BuiltTool.run(["info", "upload.jpg"], in: folder).status == 65)
        let trusted = ["--mosaic-list", "upload.jpg", "-o", "upload.dzi", "-q"]
        #expect(try BuiltTool.run(trusted, in: folder).status == 0)
    }

    @Test func `images of a list lie in its folder unless another is allowed`() throws {
        try FileManager.default.createDirectory(atPath: folder("lists"), withIntermediateDirectories: true)
        try write(list: "../big.jpg", to: "lists/list.json")
        for words in [["lists/list.json", "-o", "all.dzi"], ["info", "lists/list.json"]] {
            let outcome = try BuiltTool.run(words, in: folder)
            #expect(outcome.status != 0)
            #expect(
                outcome.messages == """
                    tilecut: lists/list.json: the list names lists/../big.jpg, which is neither in its folder nor below. Put \
                    the image there, or allow its folder with --allow-files FOLDER.

                    """)
            let allowed = try BuiltTool.run(words + ["--allow-files", "."], in: folder)
            #expect(allowed.status == 0, "\(allowed.messages)")
        }
        let words = ["verify", "all.dzi", "--source", "lists/list.json", "-q"]
        #expect(try BuiltTool.run(words, in: folder).status != 0)
        #expect(try BuiltTool.run(words + ["--allow-files", "."], in: folder).status == 0)
    }
}
