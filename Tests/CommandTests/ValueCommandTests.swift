import ChannelImages
import Foundation
import ImageCodecs
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid
import ZarrArrays

@Suite(.timeLimited) struct `Stored values in tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    private func object(_ outcome: BuiltTool.Outcome) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func tiff(_ name: String) throws -> any ChannelImage {
        try #require(try openChannelImage(.file(folder(name))))
    }

    /// The samples of a plane of 16 bits.
    private func samples(_ image: any ChannelImage, _ plane: ChannelPlane) throws -> [UInt16] {
        let size = image.description.levels[plane.level]
        var values = [UInt16](repeating: 7, count: size.area)
        try values.withUnsafeMutableBytes {
            try image.read(PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: plane, into: $0)
        }
        return values
    }

    /// Expects the values of the slide on the two finest levels.
    private func expectSlide(_ image: any ChannelImage) throws {
        let description = image.description
        #expect(description.sampleType == .uint16 && description.channels.map(\.name) == ChannelFiles.stains)
        #expect(description.pixelSpacing?.x == 0.325 && description.pixelSpacing?.y == 0.325)
        #expect(
            Array(description.levels.prefix(2)) == [
                PixelSize(width: 300, height: 200), PixelSize(width: 150, height: 100),
            ])
        for level in 0..<2 {
            let size = description.levels[level]
            for channel in 0..<4 {
                let expected = (0..<size.area).map { index -> UInt16 in
                    let x = index % size.width
                    let y = index / size.width
                    let isFull = [x < size.width / 2, y < size.height / 2, x >= size.width / 2, true][channel]
                    return isFull ? 1000 : 0
                }
                #expect(try samples(image, ChannelPlane(level: level, channel: channel)) == expected)
            }
        }
    }

    private let silent = BuiltTool.Outcome(status: 0, output: "", messages: "")

    @Test(arguments: [
        ["slide.ome.zarr"], ["slide.zarr", "--zarr", "0.4", "--codec", "blosc"],
        ["slide.ozx", "--codec", "gzip", "--codec-level", "1"], ["slide.zarr.zip", "--codec", "none"],
        ["new/folder/slide.ome.zarr/", "--tile-size", "64", "--threads", "1"],
    ])
    func `OME-Zarr keeps the values of all channels`(output: [String]) throws {
        #expect(try BuiltTool.run(["slide.ome.tif", "-q", "-o"] + output, in: folder) == silent)
        let image = try OMEZarrImage.open(folder(output[0].hasSuffix("/") ? String(output[0].dropLast()) : output[0]))
        try expectSlide(image)
        #expect(image.name == "slide")
    }

    @Test(arguments: [
        ["--tile-size", "128"], ["--tile-size", "256", "--codec", "lzw"], ["--tile-size", "64", "--codec", "none"],
    ])
    func `OME-TIFF keeps the values of all channels`(options: [String]) throws {
        #expect(try BuiltTool.run(["slide.ome.tif", "-q", "-o", "copy.ome.tif"] + options, in: folder) == silent)
        try expectSlide(tiff("copy.ome.tif"))
    }

    @Test func `Sections and time points are kept in their order`() throws {
        let pages = (0..<12).map { page in
            var fixture = TIFFFixture(width: 20, height: 10) { x, y, _ in UInt64(page * 1000 + y * 20 + x) }
            fixture.bits = 16
            guard page == 0 else { return fixture }
            fixture.tags[270] = .text(
                #"<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">"#
                    + #"<Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" SizeX="20" "#
                    + #"SizeY="10" SizeC="2" SizeZ="3" SizeT="2"><TiffData/></Pixels></Image></OME>"#)
            return fixture
        }
        try folder.write(TIFFFixture.encode(pages), to: "stack.ome.tif")
        let outcome = try run("stack.ome.tif", "-o", "stack.ome.zarr")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(
            outcome.output.hasPrefix(
                "stack.ome.zarr: 20×10 pixels, 2 channels of uint16, 3 optical sections, 2 time points, 1 level, 12 chunks, "
            ),
            "\(outcome.output)")
        #expect(try run("convert", "stack.ome.zarr", "copy.ome.tif", "-q") == silent)
        for image in [try OMEZarrImage.open(folder("stack.ome.zarr")), try tiff("copy.ome.tif")] as [any ChannelImage] {
            for page in 0..<12 {
                let plane = ChannelPlane(channel: page % 2, section: page / 2 % 3, time: page / 6)
                #expect(try samples(image, plane) == (0..<200).map { UInt16(page * 1000 + $0) })
            }
        }
        let verified = try run("verify", "copy.ome.tif", "--source", "stack.ome.tif")
        #expect(verified.status == 0)
        #expect(
            verified.output.contains(", all values of full size equal to those of stack.ome.tif, "),
            "\(verified.output)")
    }

    @Test func `The summary has the size, channels, chunks, time, speed and memory`() throws {
        let outcome = try run("slide.ome.tif", "-o", "slide.ome.zarr")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        let line =
            #/slide\.ome\.zarr: 300×200 pixels, 4 channels of uint16, 2 levels, 12 chunks, [^,]+, [0-9.]+ s, [^,]+B/s, peak memory [^,]+\n/#
        #expect(outcome.output.wholeMatch(of: line) != nil, "\(outcome.output)")
        let json = try object(run("slide.ome.tif", "-o", "again.ome.zarr", "--json"))
        #expect(json["format"] as? String == "OME-Zarr" && json["version"] as? String == "0.5")
        #expect(json["codec"] as? String == "zstd" && json["codecLevel"] as? Int == 3)
        #expect(json["chunks"] as? Int == 12 && json["valueBytes"] as? Int == 300 * 200 * 2 * 4)
        #expect((json["levels"] as? [[String: Any]])?.map { $0["columns"] as? Int } == [2, 1])
    }

    @Test func `A dry run prints the levels, and writes nothing`() throws {
        let outcome = try run("slide.ome.tif", "-o", "new/slide.ome.zarr", "--dry-run")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        let first = """
            slide.ome.tif would become new/slide.ome.zarr: OME-Zarr 0.5, 4 channels of uint16, chunks of 256×256 pixels, \
            zstd of level 3
            """
        #expect(lines.first.map(String.init) == first)
        #expect(lines.count == 5 && lines[4].hasPrefix("2 levels, 12 chunks, "))
        #expect(lines[4].hasSuffix("; nothing has been written"))
        #expect(try folder.names() == ["slide.ome.tif"])
    }

    @Test(arguments: [
        ["--format", "png"], ["--quality", "85"], ["--layout", "xyz"], ["--channels", "1,2,3"],
        ["--colormap", "viridis"], ["--composite"], ["--range", "0,1"], ["--overlap", "0"], ["--levels", "2"],
        ["--bounds", "none"], ["--shard", "1/2"], ["--html"], ["--depth", "16"], ["--section", "1"],
    ])
    func `Options for pictures are refused by name`(options: [String]) throws {
        for output in ["a.ome.zarr", "a.ome.tiff"] {
            let outcome = try BuiltTool.run(["slide.ome.tif", "-o", output] + options, in: folder)
            #expect(outcome.status == 64)
            #expect(
                outcome.messages.hasPrefix(
                    "tilecut: \(options[0]) is for pyramids of pictures, and \(output == "a.ome.zarr" ? "OME-Zarr" : "OME-TIFF") "
                        + "keeps the stored values of all channels. Leave \(options[0]) out, or choose another --output.\n"
                ),
                "\(outcome.messages)")
        }
    }

    @Test(arguments: [
        (
            ["-o", "a.dzi", "--codec", "zstd"],
            "--codec is for stored values. Give the output the extension .ome.zarr or .ome.tif, or leave --codec out."
        ),
        (
            ["-o", "a.ome.tif", "--codec", "zstd"],
            "chunks of OME-TIFF are compressed by deflate, lzw or none. Choose another --codec."
        ),
        (
            ["-o", "a.ome.zarr", "--codec-level", "23"],
            "the codec zstd has levels from 1 to 22; 23 is out of range."
        ),
        (
            ["-o", "a.ome.tif", "--tile-size", "100"],
            "the tiles of a TIFF are a multiple of 16 pixels a side, not 100. Choose another --tile-size."
        ),
        (
            ["-o", "a.ome.zarr", "--tile-size", "8"],
            "chunks of 8 pixels a side are outside 16 to 8192. Choose another --tile-size."
        ),
        (
            ["b.tif", "-o", "a.ome.zarr"],
            "a.ome.zarr is one pyramid of stored values, but several images are given. Write them one at a time."
        ),
    ])
    func `Options that do not suit the format are refused`(options: [String], message: String) throws {
        let outcome = try BuiltTool.run(["slide.ome.tif"] + options, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("tilecut: \(message)\n"), "\(outcome.messages)")
        #expect(try folder.names() == ["slide.ome.tif"])
    }

    @Test(arguments: ["slide.ome.zarr", "copy.ome.tif", "slide.ozx"])
    func `An existing output is kept unless --force is given`(output: String) throws {
        #expect(try run("slide.ome.tif", "-q", "-o", output, "--codec", "none") == silent)
        let isFolder = output == "slide.ome.zarr"
        let old = try isFolder ? folder.tree(output) : [output: folder.bytes(output)]
        let refused = try run("slide.ome.tif", "-o", output)
        #expect(refused.status == 73)
        #expect(refused.messages.hasPrefix("tilecut: \(output): this exists already. "), "\(refused.messages)")
        #expect(try (isFolder ? folder.tree(output) : [output: folder.bytes(output)]) == old)
        #expect(try folder.names() == [output, "slide.ome.tif"].sorted())
        #expect(try run("slide.ome.tif", "-q", "-o", output, "--force") == silent)
        #expect(try (isFolder ? folder.tree(output) : [output: folder.bytes(output)]) != old)
        #expect(try folder.names() == [output, "slide.ome.tif"].sorted())
    }

    @Test(arguments: ["new/big.ome.zarr", "new/big.ome.tif"])
    func `An interrupted run leaves nothing`(output: String) throws {
        try folder.write(`Interruptions of tilecut`.image.get(), to: "big.jpg")
        // Small chunks, so that the one that is being encoded ends soon.
        let level = output.hasSuffix("zarr") ? "19" : "9"
        let run = try RunningTool(
            ["big.jpg", "-o", output, "--threads", "1", "--tile-size", "256", "--codec-level", level, "-v"], in: folder)
        #expect(run.waitForMessage("10 %"))
        run.send(SIGINT)
        #expect(run.wait() == 130)
        #expect(
            run.messages.hasSuffix("tilecut: big.jpg: interrupted; nothing is kept. Run the same command again.\n"),
            "\(run.messages)")
        #expect(try folder.names() == ["big.jpg", "slide.ome.tif"])
    }
}
