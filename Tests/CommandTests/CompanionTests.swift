import Foundation
import TestLimits
import Testing

@testable import CutCommand

/// Many images at once, as a pattern of names gives them: with the files that belong to them, and with equal names.
@Suite(.timeLimited) struct `Images among other files` {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Writes a small image under each name.
    private func write(_ names: String...) throws {
        for name in names { try folder.write(TestImage.jpeg(20, 10), to: name) }
    }

    @Test func `What belongs to an image has its name, with or without its extension`() {
        let images = ["p/a.jpg", "p/b.tif", "c", "-", "https://example.org/d.zarr"]
        let companions = [
            "p/a.geojson", "p/a.json", "p/a.jpg.xmp", "p/a.XMP", "p/a.jgw", "p/a.dzi", "p/a_files/", "p/b.tfw",
            "p/b.prj",
            "p/b.tif.ovr", "p/b.tif.aux.xml", "p/b.aux.xml", "p/b.icc",
        ]
        let found = CutImages(images + companions)
        #expect(found.images == images && found.companions == companions)
        #expect(
            found.message == "a.geojson, a.json, a.jpg.xmp and 10 other files belong to images and are passed over.")
        let reversed = CutImages(companions.reversed() + images)
        #expect(reversed.images == images && reversed.companions == companions.reversed())
    }

    @Test func `A file that belongs to no image given is an image`() {
        for paths in [["a.geojson"], ["a.geojson", "b.jpg"], ["p/a.xmp", "a.jpg"], ["a.json", "a.xmp"]] {
            let found = CutImages(paths)
            #expect(found.images == paths && found.companions.isEmpty && found.message == nil)
        }
        #expect(CutImages(["a.jpg", "a.xmp"]).message == "a.xmp belongs to an image and is passed over.")
    }

    @Test func `Companions are passed over with a line, and the images are cut`() throws {
        try write("IMG_1.jpg", "IMG_2.jpg")
        try folder.write(Data("{}".utf8), to: "IMG_1.geojson")
        try folder.write(Data("{\"type\": \"FeatureCollection\"}".utf8), to: "IMG_1.json")
        try folder.write(Data("<x/>".utf8), to: "IMG_2.xmp")
        let names = try folder.names()
        let outcome = try BuiltTool.run(names, in: folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.messages.hasPrefix(
                "tilecut: IMG_1.geojson, IMG_1.json and IMG_2.xmp belong to images and are passed over.\n"))
        // What has been cut belongs to the images, too.
        let again = try BuiltTool.run(try folder.names() + ["--force", "--quiet"], in: folder)
        #expect(again == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        #expect(try folder.names() == (names + ["IMG_1.dzi", "IMG_1_files", "IMG_2.dzi", "IMG_2_files"]).sorted())
    }

    @Test func `A list of images is none that belongs to an image`() throws {
        try write("a.jpg")
        let list = "{\"mosaic\": {\"images\": []}}"
        try folder.write(Data(list.utf8), to: "a.json")
        let found = CutImages([folder("a.jpg"), folder("a.json")])
        #expect(found.companions.isEmpty)
    }

    @Test func `Images whose pyramids would have one name are named, and the others are cut`() throws {
        try write("a.jpeg", "a.jpg", "b.jpg")
        let outcome = try BuiltTool.run(["a.jpeg", "a.jpg", "b.jpg", "--quiet"], in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        let remedy = "Add --name-by extension, or cut them one at a time, each with its own --output."
        #expect(
            outcome.messages == """
                tilecut: a.jpeg: a.jpg would become a.dzi, too. \(remedy)
                tilecut: a.jpg: a.jpeg would become a.dzi, too. \(remedy)
                tilecut: 2 of 3 images failed:
                  a.jpeg: a.jpg would become a.dzi, too. \(remedy)
                  a.jpg: a.jpeg would become a.dzi, too. \(remedy)

                """)
        #expect(try folder.names() == ["a.jpeg", "a.jpg", "b.dzi", "b.jpg", "b_files"])
    }

    @Test func `Of many images of one name, three and the number of the others are named`() throws {
        let folders = ["1", "2", "3", "4", "5"]
        for name in folders {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
        try write("1/a.jpg", "2/a.jpg", "3/a.jpg", "4/a.jpg", "5/a.jpg", "b.jpg")
        let images = folders.map { "\($0)/a.jpg" }
        let all = try BuiltTool.run(images + ["-o", "out/"], in: folder)
        let remedy = "Cut them one at a time, each with its own --output."
        #expect(all.status == 64)
        #expect(
            all.messages.hasPrefix(
                "tilecut: 1/a.jpg, 2/a.jpg, 3/a.jpg and 2 other images would all become out/a.dzi. \(remedy)\n"))
        let others = try BuiltTool.run(images + ["b.jpg", "-o", "out/", "--quiet"], in: folder)
        let lines = others.messages.split(separator: "\n")
        #expect(others.status == 64 && lines.count == 11)
        #expect(
            lines[0]
                == "tilecut: 1/a.jpg: 2/a.jpg, 3/a.jpg, 4/a.jpg and 1 other image would become out/a.dzi, too. \(remedy)"
        )
        #expect(
            lines[4]
                == "tilecut: 5/a.jpg: 1/a.jpg, 2/a.jpg, 3/a.jpg and 1 other image would become out/a.dzi, too. \(remedy)"
        )
        #expect(try folder.names("out") == ["b.dzi", "b_files"])
    }

    @Test func `With --name-by extension each image has a pyramid of its own`() throws {
        try write("a.jpeg", "a.jpg")
        for output in [[], ["-o", "out"]] {
            let words = ["a.jpeg", "a.jpg", "--name-by", "extension", "--quiet"] + output
            #expect(try BuiltTool.run(words, in: folder) == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        }
        let pyramids = ["a.jpeg.dzi", "a.jpeg_files", "a.jpg.dzi", "a.jpg_files"]
        #expect(try folder.names("out") == pyramids)
        #expect(try folder.names() == (["a.jpeg", "a.jpg", "out"] + pyramids).sorted())
    }
}
