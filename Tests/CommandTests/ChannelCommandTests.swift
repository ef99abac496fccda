import Foundation
import ImageCodecs
import ImageMetadata
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct `Many channels in tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    private func tile(_ name: String) throws -> DecodedImage {
        try DecodedImage(openImage(.file(folder(name))))
    }

    private func object(_ outcome: BuiltTool.Outcome) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private let silent = BuiltTool.Outcome(status: 0, output: "", messages: "")

    @Test func `Stains are added up in their colors`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let outcome = try run(
            "slide.ome.tif", "-o", "slide", "--composite", "DAPI,FITC", "--range", "0,1000", "--format", "png")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(outcome.output.hasSuffix("; channels DAPI (blue, 0…1000), FITC (green, 0…1000)\n"), "\(outcome.output)")
        let tile = try tile("slide_files/9/0_0.png")
        #expect(tile.pixel(0, 0) == [0, 255, 255] && tile.pixel(149, 99) == [0, 255, 255])
        #expect(tile.pixel(0, 100) == [0, 0, 255] && tile.pixel(150, 0) == [0, 255, 0])
        #expect(tile.pixel(150, 100) == [0, 0, 0])
        // Means of stored pixels, halved.
        #expect(try self.tile("slide_files/8/0_0.png").pixel(74, 49) == [0, 255, 255])
    }

    @Test func `Without an option the channels of a slide are added up, and the summary says so`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let outcome = try run("slide.ome.tif", "-o", "slide", "--format", "png")
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasSuffix(
                "; channels DAPI (blue, 0…1000), FITC (green, 0…1000), TRITC (red, 0…1000), Cy5 (magenta, 1000…1000)\n"),
            "\(outcome.output)")
        let json = try object(run("slide.ome.tif", "-o", "again", "--json"))
        let channels = try #require(json["channels"] as? [String: Any])
        #expect(channels["mode"] as? String == "composite")
        let shown = try #require(channels["shown"] as? [[String: Any]])
        #expect(shown.map { $0["name"] as? String } == ChannelFiles.stains)
        #expect(shown.map { $0["channel"] as? Int } == [1, 2, 3, 4])
        #expect(shown[0]["color"] as? String == "0000FF" && shown[0]["range"] as? [Int] == [0, 1000])
    }

    @Test func `One channel is gray, or has the colors of a scale`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        #expect(
            try run(
                "slide.ome.tif", "-q", "-o", "gray", "--channel", "fitc", "--range", "0,1000", "--format", "png")
                == silent)
        #expect(
            try run(
                "slide.ome.tif", "-q", "-o", "color", "--channel", "2", "--colormap", "viridis", "--range", "0,1000",
                "--format", "png") == silent)
        let gray = try tile("gray_files/9/0_0.png")
        #expect(gray.pixel(0, 0) == [255] && gray.pixel(0, 100) == [0])
        let color = try tile("color_files/9/0_0.png")
        #expect(color.pixel(0, 0) == [253, 231, 37] && color.pixel(0, 100) == [68, 1, 84])
    }

    @Test func `Bands with names are red, green and blue`() throws {
        try folder.write(ChannelFiles.scene(), to: "scene.tif")
        let outcome = try run("scene.tif", "-o", "scene", "--range", "0,1000", "--format", "png")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(
            outcome.output.hasSuffix("; channels B04 (red, 0…1000), B03 (green, 0…1000), B02 (blue, 0…1000)\n"),
            "\(outcome.output)")
        let tile = try tile("scene_files/6/0_0.png")
        #expect(tile.pixel(1, 0) == [255, 255, 0] && tile.pixel(31, 32) == [255, 0, 0])
        #expect(tile.pixel(32, 31) == [0, 255, 0] && tile.pixel(63, 63) == [0, 0, 0])
        #expect(
            try run(
                "scene.tif", "-q", "-o", "infrared", "--channels", "B08,3,2", "--range", "0,1000;0,2000;0,1000",
                "--format",
                "png") == silent)
        let infrared = try self.tile("infrared_files/6/0_0.png")
        #expect(infrared.pixel(63, 0) == [255, 0, 255] && infrared.pixel(63, 63) == [255, 0, 0])
        #expect((127...128).contains(infrared.pixel(1, 63)[1]))
    }

    @Test func `Joined scenes are shown as each of them is, without options`() throws {
        try folder.write(ChannelFiles.scene(), to: "west.tif")
        try folder.write(ChannelFiles.scene(west: 15.0625), to: "east.tif")
        let single = try run("west.tif", "-o", "one", "--format", "png")
        let joined = try run("--mosaic", "west.tif", "east.tif", "-o", "all", "--format", "png")
        #expect(single.status == 0 && joined.status == 0 && joined.messages.isEmpty, "\(joined.messages)")
        let channels = single.output.split(separator: "; ").last
        #expect(channels?.hasPrefix("channels ") == true && joined.output.split(separator: "; ").last == channels)
        let one = try tile("one_files/6/0_0.png")
        let all = try tile("all_files/7/0_0.png")
        for (x, y) in [(1, 0), (40, 10), (63, 63)] {
            #expect(all.pixel(x, y).prefix(3) == one.pixel(x, y).prefix(3))
            #expect(all.pixel(64 + x, y).prefix(3) == one.pixel(x, y).prefix(3))
        }
    }

    @Test func `A joined image without a channel is named`() throws {
        try folder.write(ChannelFiles.scene(), to: "west.tif")
        try folder.write(ChannelFiles.slide, to: "slide.tif")
        let outcome = try run("--mosaic", "west.tif", "slide.tif", "-o", "all", "--channels", "B04,B03,B02")
        #expect(outcome.status == 64)
        #expect(
            outcome.messages.hasPrefix("tilecut: mosaic of 2 images: slide.tif: there is no channel B04; "),
            "\(outcome.messages)")
    }

    @Test func `Joined scenes have the same channels and ranges`() throws {
        try folder.write(ChannelFiles.scene(), to: "west.tif")
        try folder.write(ChannelFiles.scene(west: 15.0625), to: "east.tif")
        let common = ["--mosaic", "west.tif", "east.tif", "-o", "all", "--format", "png"]
        let outcome = try BuiltTool.run(common + ["--channels", "3,2,1", "--range", "p0,p100"], in: folder)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(
            outcome.output.hasSuffix("; channels B04 (red, 0…1000), B03 (green, 0…1000), B02 (blue, 0…252)\n"),
            "\(outcome.output)")
        let tile = try tile("all_files/7/0_0.png")
        for west in [0, 64] {
            #expect(tile.pixel(west + 1, 0).prefix(3) == [255, 255, 0])
            #expect(tile.pixel(west + 40, 10).prefix(3) == [0, 255, 0])
        }
        let terrain = try BuiltTool.run(common + ["--channel", "1", "--terrain-rgb", "--force"], in: folder)
        #expect(terrain.status == 64)
        #expect(
            terrain.messages.hasSuffix(
                "elevations of several images cannot be stored as numbers. Join them to one file first, for example with GDAL: "
                    + "gdalwarp FIRST.tif SECOND.tif ALL.tif\n"))
    }

    @Test func `Elevations keep their values in colors, on coarser levels as well`() throws {
        try folder.write(
            ChannelFiles.elevation(width: 64, height: 64) { x, _ in Float(3000 + 40 * x) }, to: "elevation.tif")
        let outcome = try run("elevation.tif", "-o", "mapbox", "--terrain-rgb")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("; elevations of channel 1 as Mapbox Terrain-RGB\n"), "\(outcome.output)")
        for (level, scale) in [(6, 1), (5, 2), (4, 4)] {
            let tile = try tile("mapbox_files/\(level)/0_0.png")
            for x in 0..<64 / scale {
                let pixel = tile.pixel(x, 0)
                let number = pixel[0] << 16 | pixel[1] << 8 | pixel[2]
                #expect(number == 130_000 + 400 * scale * x + 200 * (scale - 1))
            }
        }
        #expect(try run("elevation.tif", "-q", "-o", "terrarium", "--terrain-rgb", "terrarium") == silent)
        // 3000 + 32768 = 35768 = 139 · 256 + 184.
        #expect(try tile("terrarium_files/6/0_0.png").pixel(0, 0).prefix(3) == [139, 184, 0])
    }

    @Test func `Elevations are resampled to a map as numbers`() throws {
        try folder.write(
            ChannelFiles.elevation(width: 64, height: 64) { x, _ in Float(3000 + 40 * x) }, to: "elevation.tif")
        #expect(try run("elevation.tif", "-q", "-o", "map", "--layout", "xyz", "--terrain-rgb") == silent)
        let names = try folder.tree("map").keys.filter { $0.hasSuffix(".png") }
        #expect(!names.isEmpty)
        for name in names {
            let tile = try tile("map/\(name)")
            // From 3000 m to 5520 m, and up to 200 m more where a filter goes on at the edges.
            let wrong = (0..<256 * 256).count { index in
                let pixel = tile.pixel(index % 256, index / 256)
                let number = pixel[0] << 16 | pixel[1] << 8 | pixel[2]
                return pixel[3] > 0 && !(pixel[3] == 255 && (128_000...157_200).contains(number))
            }
            #expect(wrong == 0, "\(name)")
        }
    }

    @Test func `Flat ground has one shade, which depends on the height of the light`() throws {
        try folder.write(ChannelFiles.elevation(width: 20, height: 10) { _, _ in 100 }, to: "flat.tif")
        #expect(try run("flat.tif", "-q", "-o", "usual", "--hillshade", "--format", "png") == silent)
        #expect(
            try run("flat.tif", "-q", "-o", "noon", "--hillshade", "--altitude", "90", "--format", "png") == silent)
        // 1 + 254 · sin 45° = 180.6
        #expect(try tile("usual_files/5/0_0.png").pixel(10, 5) == [181, 255])
        #expect(try tile("noon_files/5/0_0.png").pixel(10, 5) == [255, 255])
    }

    @Test(arguments: [
        ["--channels", "3,2,1", "--range", "p2,p98"], ["--composite"], ["--channel", "4", "--terrain-rgb"],
    ])
    func `Shards are the whole`(options: [String]) throws {
        try folder.write(ChannelFiles.scene(width: 100, height: 300), to: "scene.tif")
        let common = ["scene.tif", "-q", "--format", "png", "--tile-size", "64", "--threads", "1"] + options
        #expect(try BuiltTool.run(common + ["-o", "one/scene.zip"], in: folder) == silent)
        for number in 1...3 {
            #expect(
                try BuiltTool.run(
                    common + ["-o", "many/scene.zip", "--shard", "\(number)/3", "--shard-levels", "0"], in: folder)
                    == silent)
        }
        #expect(try run("merge", "many/scene.zip", "-q", "--remove-shards") == silent)
        #expect(try folder.bytes("many/scene.zip") == folder.bytes("one/scene.zip"))
    }

    @Test func `A pyramid is compared with the channels that it shows`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let colors = ["--channels", "2,3,1", "--range", "0,2000"]
        let cut = ["slide.ome.tif", "-q", "-o", "slide", "--format", "png"]
        #expect(try BuiltTool.run(cut + colors, in: folder) == silent)
        let verify = ["verify", "slide.dzi", "--source", "slide.ome.tif"]
        #expect(try BuiltTool.run(verify + ["-q", "--min-psnr", "1000"] + colors, in: folder) == silent)
        let same = try BuiltTool.run(verify + colors, in: folder)
        #expect(
            same.output.contains(
                "\n  compared with channels FITC (red, 0…2000), TRITC (green, 0…2000), DAPI (blue, 0…2000)\n"),
            "\(same.output)")
        #expect(!same.output.contains("automatically"))
        // Without the options, the colors are others, which the report says.
        let other = try BuiltTool.run(verify, in: folder)
        #expect(
            other.output.contains("\n  compared with channels DAPI (blue, 0…1000), FITC (green, 0…1000)")
                && other.output.contains("chosen automatically"), "\(other.output)")
        #expect(try BuiltTool.run(verify + ["-q", "--min-psnr", "50"], in: folder).status == 65)
        let json = try object(BuiltTool.run(verify + ["--json"] + colors, in: folder))
        let shown = try #require((json["channels"] as? [String: Any])?["shown"] as? [[String: Any]])
        #expect(shown.map { $0["channel"] as? Int } == [2, 3, 1])
        let usage = try run("verify", "slide.dzi", "--section", "1")
        #expect(usage.status == 64)
        #expect(usage.messages.hasPrefix("tilecut: --section needs --source. Add the image to compare with.\n"))
    }

    @Test func `Elevations in colors are compared as numbers`() throws {
        try folder.write(
            ChannelFiles.elevation(width: 64, height: 50) { x, y in Float(3000 + 41 * x - 17 * y) }, to: "elevation.tif"
        )
        #expect(try run("elevation.tif", "-q", "-o", "mapbox", "--terrain-rgb") == silent)
        #expect(
            try run("verify", "mapbox.dzi", "--source", "elevation.tif", "--terrain-rgb", "--min-psnr", "1000", "-q")
                == silent)
    }

    @Test(arguments: [
        (["--channels", "9"], "there is no channel 9; it has the channels 1 DAPI, 2 FITC, 3 TRITC, 4 Cy5."),
        (["--channel", "NIR"], "there is no channel NIR; it has the channels 1 DAPI, 2 FITC, 3 TRITC, 4 Cy5."),
        (
            ["--colormap", "viridis"],
            "a colormap shows one channel, and it has the channels 1 DAPI, 2 FITC, 3 TRITC, 4 Cy5. Name it with --channel."
        ),
        (["--section", "2"], "it has one optical section; there is no optical section 2."),
        (
            ["--composite", "--range", "0,1;2,3"],
            "2 ranges are given for 4 channels. Give one for all, or one for each."
        ),
    ])
    func `A channel or a section that does not exist is named, with those that do`(
        options: [String], message: String
    ) throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let outcome = try BuiltTool.run(["slide.ome.tif", "-o", "slide"] + options, in: folder)
        #expect(outcome.status != 0 && outcome.messages == "tilecut: slide.ome.tif: \(message)\n")
        #expect(try folder.names() == ["slide.ome.tif"])
    }

    @Test func `An image of one channel has nothing to add up`() throws {
        try folder.write(ChannelFiles.elevation(width: 20, height: 10) { _, _ in 100 }, to: "flat.tif")
        let outcome = try run("flat.tif", "-o", "flat", "--composite")
        #expect(
            outcome.messages
                == "tilecut: flat.tif: it has one channel, and none to add to it. Leave --composite out, or choose a --colormap.\n"
        )
    }

    @Test(arguments: [
        (
            ["--channels", "1,2"],
            "--channels takes one channel for gray, or three for red, green and blue, not 2. Add channels up in colors with "
                + "--composite."
        ),
        (
            ["--terrain-rgb", "mapbxo"],
            "--terrain-rgb has no encoding mapbxo. Name one of mapbox, terrarium, or the image before the option."
        ),
        (
            ["--channels", "1,2,3", "--composite"],
            "--channels and --composite cannot be combined. Leave one of them out."
        ),
        (["--azimuth", "10"], "--azimuth is for light and shade. Add --hillshade, or leave it out."),
        (["--section", "0"], "--section takes a number from 1; 0 is out of range."),
        (
            ["--terrain-rgb", "--format", "jpg"],
            "Terrain-RGB stores elevations in the bytes of colors, which only png tiles keep exactly. Choose --format png."
        ),
        (
            ["--hillshade", "--range", "0,1"],
            "hillshades and Terrain-RGB show elevations, and no range of values. Leave --range out."
        ),
        (
            ["--range", "p98,p2"],
            "--range p98,p2: the first percentile is above the second one. It takes auto, full, file, percentiles such as p2,p98, "
                + "or values such as 0,4000; several have semicolons between them."
        ),
    ])
    func `Options that contradict each other are refused`(options: [String], message: String) throws {
        let outcome = try BuiltTool.run(["a.tif"] + options, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.messages.hasPrefix("tilecut: \(message)\n"), "\(outcome.messages)")
    }

    @Test func `A list for a composite does not take the place of the image`() throws {
        let outcome = try run("--composite", "a.tif")
        #expect(outcome.status == 64)
        #expect(
            outcome.messages.hasPrefix(
                "tilecut: --composite takes a.tif for a channel, and there is no image. Write --composite after the image.\n"
            ))
    }

    @Test func `A range in which no value can be is a warning`() throws {
        try folder.write(ChannelFiles.slide, to: "s.tif")
        let outcome = try run("s.tif", "-o", "s", "--channel", "FITC", "--range", "70000,80000")
        #expect(outcome.status == 0)
        #expect(
            outcome.messages
                == "tilecut: s.tif: warning: no value of uint16 is from 70000 to 80000, so that channel FITC has one color. Choose the "
                + "range that is shown with --range.\n")
    }

    @Test func `A range in which no value of a gray image can be is a warning as well`() throws {
        var page = TIFFFixture(width: 20, height: 10) { x, y, _ in UInt64(x * 1000 + y) }
        page.bits = 16
        try folder.write(page.encoded(), to: "g.tif")
        let outcome = try run("g.tif", "-o", "g", "--range", "70000,80000")
        #expect(outcome.status == 0)
        #expect(
            outcome.messages
                == "tilecut: g.tif: warning: no value of uint16 is from 70000 to 80000, so that the image has one color. Choose the "
                + "range that is shown with --range.\n")
    }

    @Test func `Info lists all bands of a scene, and warns of none`() throws {
        try folder.write(ChannelFiles.scene(), to: "bands.tif")
        let outcome = try run("info", "bands.tif")
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
        #expect(outcome.output.contains("\n  Channel 4: B08\n"), "\(outcome.output)")
    }

    @Test func `Info says of stored values what they are, and of tiles that they are those of one page`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        #expect(try run("slide.ome.tif", "-q", "-o", "copy.ome.tif").status == 0)
        let lines = try run("info", "copy.ome.tif").output.split(separator: "\n")
        #expect(
            lines.first == "copy.ome.tif: TIFF, 300×200 pixels, 4 channels of uint16, tiles of 512 pixels, overlap 0",
            "\(lines)")
        #expect(lines.last?.hasPrefix("1 level, 1 tile of the first of 4 pages, ") == true, "\(lines)")
    }

    @Test func `Info lists the channels of a slide, and those of a photograph are none`() throws {
        try folder.write(ChannelFiles.slide, to: "slide.ome.tif")
        let text = try run("info", "slide.ome.tif")
        #expect(text.status == 0)
        #expect(
            text.output.contains("\n  Channels: 4 of uint16\n  Channel 1: DAPI\n  Channel 2: FITC\n"), "\(text.output)")
        let json = try object(run("info", "slide.ome.tif", "--json"))
        let image = json["image"] as? [String: Any] ?? json
        #expect(image["sampleType"] as? String == "uint16" && image["sections"] as? Int == 1)
        let channels = try #require(image["channels"] as? [[String: Any]])
        #expect(channels.map { $0["name"] as? String } == ChannelFiles.stains)
        #expect((image["pixelSpacing"] as? [String: Any])?["x"] as? Double == 0.325)
        try folder.write(TestImage.jpeg(30, 20), to: "photo.jpg")
        #expect(try object(run("info", "photo.jpg", "--json"))["channels"] == nil)
    }
}
