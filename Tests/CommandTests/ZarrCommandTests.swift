import ChannelImages
import Foundation
import ImageCodecs
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import ZarrArrays

@Suite(.timeLimited) struct `OME-Zarr as a source of tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let outcome = try BuiltTool.run(["slide.ome.tif", "-q", "-o", "slide.ome.zarr"], in: folder)
        #expect(outcome == silent)
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    private let silent = BuiltTool.Outcome(status: 0, output: "", messages: "")

    @Test(arguments: [
        ["--composite", "DAPI,FITC", "--range", "0,1000"],
        ["--channel", "FITC", "--range", "0,1000", "--colormap", "viridis"],
        ["--channels", "1,2,3", "--range", "p0,p100"],
    ])
    func `Tiles are those of the image that it was made of`(options: [String]) throws {
        let common = options + ["-q", "--format", "png"]
        #expect(try BuiltTool.run(["slide.ome.tif", "-o", "tiff"] + common, in: folder) == silent)
        #expect(try BuiltTool.run(["slide.ome.zarr", "-o", "zarr"] + common, in: folder) == silent)
        #expect(try folder.tree("zarr_files") == folder.tree("tiff_files"))
        #expect(try folder.tree("zarr_files").count == 11)
    }

    @Test func `Without options its channels are added up, beside it`() throws {
        let outcome = try run("slide.ome.zarr/")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(
            outcome.output.hasPrefix("slide.ome.dzi: 300×200 pixels, ") && outcome.output.contains("; channels DAPI ("))
        #expect(try folder.names() == ["slide.ome.dzi", "slide.ome.tif", "slide.ome.zarr", "slide.ome_files"])
        #expect(try run("convert", "slide.ome.zarr", "slide.pmtiles", "-q") == silent)
        #expect(try run("verify", "slide.pmtiles", "-q") == silent)
        #expect(try run("slide.ome.zarr", "-q", "-o", "exact", "--format", "png") == silent)
        #expect(
            try run("verify", "exact.dzi", "--source", "slide.ome.zarr", "--min-psnr", "1000", "-q") == silent)
    }

    @Test func `It is not an image of a mosaic`() throws {
        let outcome = try run("--mosaic", "slide.ome.zarr", "slide.ome.tif", "-o", "all")
        #expect(outcome.status == 64)
        #expect(
            outcome.messages.contains(
                "slide.ome.zarr is an OME-Zarr, and --mosaic joins image files. Convert it first: tilecut convert slide.ome.zarr "
                    + "NAME.ome.tif"), "\(outcome.messages)")
    }

    @Test func `It has neither pages nor 16 bits in pictures`() throws {
        let page = try run("slide.ome.zarr", "-o", "a", "--page", "2")
        #expect(page.status == 64)
        #expect(
            page.messages
                == "tilecut: slide.ome.zarr: OME-Zarr has no pages. Choose what is shown with --section and --time.\n")
        let depth = try run("slide.ome.zarr", "-o", "a", "--depth", "16", "--format", "png")
        #expect(depth.status == 64)
        #expect(depth.messages.contains("channels are shown in colors of 8 bits, and cannot keep 16."))
    }

    @Test func `The most pixels of an image are those of an image of arrays, too`() throws {
        for output in ["a.dzi", "a.ome.tif"] {
            let refused = try run("slide.ome.zarr", "-o", output, "--limit-pixels", "59999")
            #expect(refused.status != 0)
            #expect(
                refused.messages.contains(
                    "the image has 60000 pixels, and up to 59999 are allowed. If you trust it, raise the limit with "
                        + "--limit-pixels 60000."), "\(refused.messages)")
            #expect(try run("slide.ome.zarr", "-q", "-o", output, "--limit-pixels", "60000") == silent)
        }
    }

    @Test func `Values are equal after conversions in both directions`() throws {
        #expect(try run("convert", "slide.ome.zarr", "b.ome.tif", "-q") == silent)
        #expect(try run("convert", "b.ome.tif", "c.ozx", "-q", "--codec", "blosc") == silent)
        #expect(try run("convert", "c.ozx", "d.zarr", "-q", "--zarr", "0.4", "--tile-size", "64") == silent)
        for name in ["slide.ome.zarr", "b.ome.tif", "c.ozx", "d.zarr"] {
            let outcome = try run("verify", name, "--source", "slide.ome.tif")
            #expect(outcome.status == 0 && outcome.messages.isEmpty)
            #expect(outcome.output.hasPrefix("\(name): valid; 4 channels of uint16, "), "\(outcome.output)")
            #expect(outcome.output.contains(", all values of full size equal to those of slide.ome.tif, "))
        }
    }

    @Test func `Channels have the colors and ranges with which they are shown, and one of a single value no range`()
        throws
    {
        let channels = try OMEZarrImage.open(folder("slide.ome.zarr")).description.channels
        #expect(channels.map(\.name) == ChannelFiles.stains)
        #expect(channels.map(\.displayRange) == [0...1000, 0...1000, 0...1000, nil])
        #expect(channels.allSatisfy { $0.isVisible && $0.color != nil && $0.color != .white })
        #expect(Set(channels.map(\.color)).count == 4)
    }

    /// Unnamed bands of 16 bits in one page; each has other values.
    private func bands(_ count: Int) -> [UInt8] {
        var page = TIFFFixture(width: 80, height: 60) { x, y, band in UInt64(10 * x + 3 * y + 100 * band) }
        page.bits = 16
        page.samplesPerPixel = count
        page.extraSamples = [Int](repeating: 0, count: count - 1)
        return page.encoded()
    }

    @Test(arguments: ["slide", "scene", "bands", "elevation", "gray"])
    func `An image is shown as that which it was made of`(name: String) throws {
        let file =
            switch name {
            case "slide": ChannelFiles.slide
            case "scene": ChannelFiles.scene()
            case "bands": bands(12)
            case "elevation": ChannelFiles.elevation(width: 90, height: 70) { x, y in Float(2 * x + y) }
            default: bands(1)
            }
        try folder.write(file, to: "x.tif")
        func rendering(_ path: String) throws -> ChannelRendering {
            let image: any ChannelImage =
                path.hasSuffix("tif")
                ? try #require(try openChannelImage(.file(folder(path)))) : try OMEZarrImage.open(folder(path))
            return try ChannelRendering.automatic(for: image)
        }
        for version in ["0.4", "0.5"] {
            #expect(try run("x.tif", "-q", "-o", "\(version).ome.zarr", "--zarr", version) == silent)
            let found = try rendering("\(version).ome.zarr")
            #expect(try found == rendering("x.tif"))
        }
        let channels = try OMEZarrImage.open(folder("0.5.ome.zarr")).description.channels
        switch name {
        case "scene":
            #expect(channels.map(\.isVisible) == [true, true, true, false])
            #expect(channels.prefix(3).map(\.color) == [.blue, .green, .red])
            #expect(Set(channels.prefix(3).map(\.displayRange)).count == 1)
        case "bands":
            #expect(channels.map(\.isVisible) == [true, true, true] + [Bool](repeating: false, count: 9))
            #expect(channels.prefix(3).map(\.color) == [.red, .green, .blue])
            #expect(channels.allSatisfy { $0.displayRange != nil })
        default: #expect(channels.allSatisfy { $0.isVisible })
        }
    }

    @Test func `A value that differs is found, with its place`() throws {
        var page = TIFFFixture(width: 300, height: 200) { x, y, _ in x == 211 && y == 97 ? 9 : 8 }
        page.bits = 16
        try folder.write(page.encoded(), to: "other.tif")
        page.sample = { _, _, _ in 8 }
        try folder.write(page.encoded(), to: "gray.tif")
        #expect(try run("gray.tif", "-q", "-o", "gray.zarr") == silent)
        let outcome = try run("verify", "gray.zarr", "--source", "other.tif")
        #expect(outcome.status == 65 && outcome.messages.isEmpty)
        #expect(outcome.output.hasPrefix("gray.zarr: not valid, 1 issue; 1 channel of uint16, "), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "\n  gray.zarr: it differs from other.tif: the values of channel 0, section 0, time 0 differ on level 0 at "
                    + "column 211, row 97.\n"), "\(outcome.output)")
        let channels = try run("verify", "gray.zarr", "--source", "slide.ome.tif")
        #expect(channels.status == 65)
        #expect(
            channels.output.contains(
                "it differs from slide.ome.tif: the numbers of channels, sections or times differ."))
    }

    @Test func `A damaged chunk is found`() throws {
        #expect(try run("slide.ome.tif", "-q", "-o", "plain.zarr", "--zarr", "0.4") == silent)
        let chunks = try folder.tree("plain.zarr").keys.filter { $0.hasPrefix("0/") && !$0.contains("/.") }
        let name = try #require(chunks.sorted().first)
        try folder.write(Data([1, 2, 3]), to: "plain.zarr/\(name)")
        let outcome = try run("verify", "plain.zarr", "--json")
        #expect(outcome.status == 65)
        let json = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(json["valid"] as? Bool == false && json["issueCount"] as? Int == 1)
        let issues = try #require(json["issues"] as? [[String: Any]])
        #expect((issues.first?["location"] as? String)?.hasSuffix(name) == true, "\(issues)")
        #expect(json["checkedChunks"] as? Int == 12)
    }

    @Test func `Info prints levels, chunks, shards, the codec and channels`() throws {
        let outcome = try run("info", "slide.ome.zarr")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(
            outcome.output.hasPrefix(
                """
                slide.ome.zarr: OME-Zarr in Zarr 3, 300×200 pixels, 4 channels of uint16; cut it with: tilecut slide.ome.zarr
                  Chunks: 256×256 pixels, zstd of level 3
                  Shards: 512×256 pixels
                  Pixel size: 0.325 × 0.325 µm
                  Channels: 4 of uint16

                """), "\(outcome.output)")
        #expect(
            outcome.output.hasSuffix(
                """
                  level             size      chunks
                      0          300×200         2×1
                      1          150×100         1×1

                """), "\(outcome.output)")
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(run("info", "slide.ome.zarr", "--json").output.utf8))
                as? [String: Any])
        #expect(
            json["chunkShape"] as? [Int] == [1, 1, 1, 256, 256] && json["shardShape"] as? [Int] == [1, 1, 1, 256, 512])
        #expect(json["codecs"] as? [String] == ["zstd"] && json["zarrFormat"] as? Int == 3)
        #expect((json["channels"] as? [[String: Any]])?.map { $0["name"] as? String } == ChannelFiles.stains)
    }

    @Test func `A pyramid of pictures has no stored values`() throws {
        try folder.write(TestImage.jpeg(30, 20), to: "photo.jpg")
        #expect(try run("photo.jpg", "-q", "-o", "photo.dzi") == silent)
        let outcome = try run("convert", "photo.dzi", "photo.ome.zarr")
        #expect(outcome.status == 65)
        #expect(
            outcome.messages
                == "tilecut: photo.dzi: this is a pyramid of pictures (Deep Zoom), which has no stored values. Convert it to another "
                + "one, such as .pmtiles.\n")
        let inside = try run("convert", "slide.ome.zarr", "slide.ome.zarr/a.ome.zarr")
        #expect(inside.status == 64)
        #expect(
            inside.messages == "tilecut: the pyramid would replace the image or lie inside it. Choose another output.\n"
        )
        #expect(
            try folder.names() == ["photo.dzi", "photo.jpg", "photo_files", "slide.ome.tif", "slide.ome.zarr"])
    }

    @Test func `An address is described, cut, converted and verified as a folder is`() throws {
        let answers = FolderAnswers(folder: folder.path)
        let server = try ScriptedServer { answers.answer(to: $0) }
        defer { server.close() }
        func run(_ arguments: String...) throws -> BuiltTool.Outcome {
            try BuiltTool.run(arguments, in: folder, shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
        }
        let url = server.url("/slide.ome.zarr")
        let described = try run("info", url)
        #expect(described.status == 0)
        #expect(described.output.hasPrefix("\(url): OME-Zarr in Zarr 3, 300×200 pixels, "), "\(described.output)")
        for (source, output) in [(url, "remote"), ("slide.ome.zarr", "local")] {
            #expect(try run(source, "-q", "-o", output, "--channel", "DAPI", "--format", "png") == silent)
        }
        #expect(try folder.tree("remote_files") == folder.tree("local_files"))
        #expect(try run("convert", url, "copy.ome.tif", "-q") == silent)
        #expect(try run("verify", "copy.ome.tif", "--source", "slide.ome.tif", "-q") == silent)
        #expect(try run("verify", url, "--source", "slide.ome.tif", "-q") == silent)
        let nowhere = try run(url)
        #expect(nowhere.status == 64)
        #expect(
            nowhere.messages.hasPrefix(
                "tilecut: an address has no folder to write to. Name the pyramid with --output.\n"))
    }

    @Test func `An address is cut with the headers of the options`() throws {
        let answers = FolderAnswers(folder: folder.path)
        let server = try ScriptedServer { answers.answer(to: $0) }
        defer { server.close() }
        let outcome = try BuiltTool.run(
            [
                server.url("/slide.ome.zarr"), "-q", "-o", "remote", "--channel", "DAPI", "--format", "png", "--header",
                "X-Key: secret",
            ], in: folder, shell: #"XDG_CACHE_HOME="$PWD/cache" exec "$@""#)
        #expect(outcome == silent)
        #expect(!server.requests.isEmpty && server.requests.allSatisfy { $0.headers["x-key"] == "secret" })
    }
}
