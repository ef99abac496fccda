import ChannelImages
import Foundation
import ImageCodecs
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid
import ZarrArrays

/// The statements of files about their values, and what tilecut keeps of them.
@Suite(.timeLimited) struct `Statements about values in tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
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

    private let silent = BuiltTool.Outcome(status: 0, output: "", messages: "")

    /// The statements of `info` about the image in a file.
    private func described(_ name: String) throws -> [String: Any] {
        let outcome = try run("info", name, "--json")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let json = try object(outcome)
        return json["image"] as? [String: Any] ?? json
    }

    /// The channels of a file with their statements.
    private func channels(_ name: String) throws -> [NSDictionary] {
        try #require(described(name)["channels"] as? [NSDictionary])
    }

    @Test(arguments: [200, 0] as [UInt8]) func `Transparency is kept as a channel, which is transparency again`(
        alpha: UInt8
    ) throws {
        var page = TIFFFixture(width: 20, height: 10) { x, y, channel in channel == 3 ? UInt64(alpha) : UInt64(x + y) }
        page.photometric = 2
        page.samplesPerPixel = 4
        page.extraSamples = [2]
        try folder.write(page.encoded(), to: "clear.tif")
        #expect(try run("clear.tif", "-q", "-o", "clear.ome.zarr") == silent)
        #expect(try run("convert", "clear.ome.zarr", "clear.ome.tif", "-q") == silent)
        #expect(try run("convert", "clear.ome.tif", "again.ome.zarr", "-q", "--zarr", "0.4") == silent)
        for (index, name) in ["clear.ome.zarr", "clear.ome.tif", "again.ome.zarr"].enumerated() {
            #expect(try run("verify", name, "--source", "clear.tif", "-q") == silent)
            let image: any ChannelImage =
                name.hasSuffix("tif") ? try tiff(name) : try OMEZarrImage.open(folder(name))
            #expect(image.description.channels.map(\.alpha) == [nil, nil, nil, .opacity])
            #expect(image.description.channels.map(\.isVisible) == [true, true, true, false])
            #expect(image.alphaMeaning(ofLevel: 0) == .opacity)
            var bytes = [UInt8](repeating: 7, count: 200)
            try bytes.withUnsafeMutableBytes {
                try image.readAlpha(PixelRect(x: 0, y: 0, width: 20, height: 10), of: ChannelPlane(), into: $0)
            }
            #expect(bytes == [UInt8](repeating: alpha, count: 200))
            #expect(try run(name, "-q", "-o", "tiles\(index)", "--format", "png") == silent)
        }
    }

    @Test func `A mask is kept as a channel`() throws {
        var page = TIFFFixture(width: 4, height: 2) { x, y, _ in UInt64(100 * y + x) }
        page.bits = 16
        var mask = TIFFFixture(width: 4, height: 2) { x, y, _ in x < 3 && y == 0 ? 1 : 0 }
        mask.bits = 1
        mask.photometric = 4
        mask.tags[254] = .longs([4])
        try folder.write(TIFFFixture.encode([page, mask]), to: "masked.tif")
        #expect(try run("masked.tif", "-q", "-o", "masked.ome.zarr") == silent)
        #expect(try run("convert", "masked.ome.zarr", "masked.ome.tif", "-q") == silent)
        for image in [try OMEZarrImage.open(folder("masked.ome.zarr")), try tiff("masked.ome.tif")]
            as [any ChannelImage]
        {
            #expect(image.description.channels.map(\.name) == [nil, "Mask"])
            #expect(image.description.channels.map(\.alpha) == [nil, .validity])
            #expect(try samples(image, ChannelPlane()) == [0, 1, 2, 3, 100, 101, 102, 103])
            #expect(try samples(image, ChannelPlane(channel: 1)) == [65535, 65535, 65535, 0, 0, 0, 0, 0])
        }
    }

    /// Two bands of 16 bits that say all that GDAL has for bands, around 15° east and 50° north in EPSG:25833.
    private var scene: [UInt8] {
        var page = TIFFFixture(width: 70, height: 40) { x, y, band in
            UInt64(x < 20 && y < 20 ? 55537 : y * 70 + x + 1000 * band)
        }
        page.bits = 16
        page.sampleFormat = 2
        page.samplesPerPixel = 2
        page.extraSamples = [0]
        page.tags[42112] = .text(
            #"<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">red &amp; "1"</Item>"#
                + #"<Item name="DESCRIPTION" sample="1" role="description">elevation</Item>"#
                + #"<Item name="SCALE" sample="0" role="scale">0.0001</Item>"#
                + #"<Item name="OFFSET" sample="0" role="offset">-0.1</Item>"#
                + #"<Item name="UNITTYPE" sample="1" role="unittype">m</Item>"#
                + #"<Item name="CENTRAL_WAVELENGTH_NM" sample="0">664.6</Item></GDALMetadata>"#)
        page.tags[42113] = .text("-9999")
        page.tags[33550] = .doubles([10, 10, 0])
        page.tags[33922] = .doubles([0, 0, 0, 500_000, 5_538_630, 0])
        page.tags[34735] = .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 25833])
        return page.encoded()
    }

    @Test(arguments: ["0.4", "0.5"]) func `Units, scales, names, no-data values and places survive every conversion`(
        version: String
    ) throws {
        try folder.write(scene, to: "scene.tif")
        let options = ["-q", "--tile-size", "32"]
        for (source, target) in [("scene.tif", "a.ome.zarr"), ("a.ome.zarr", "b.ome.tif"), ("b.ome.tif", "c.ozx")] {
            let zarr = target.hasSuffix("tif") ? [] : ["--zarr", version]
            #expect(try BuiltTool.run(["convert", source, target] + options + zarr, in: folder) == silent)
            #expect(try run("verify", target, "--source", "scene.tif", "-q") == silent)
        }
        let expected = try channels("scene.tif")
        #expect(expected.count == 2)
        #expect(expected[0]["name"] as? String == "red & \"1\"" && expected[0]["wavelength"] as? Double == 664.6)
        #expect(expected[0]["scale"] as? Double == 0.0001 && expected[0]["offset"] as? Double == -0.1)
        #expect(expected[1]["unit"] as? String == "m" && expected[1]["nodata"] as? String == "-9999")
        // OME-Zarr states the colors and ranges with which a file is shown that states none.
        func withoutRendering(_ channels: [NSDictionary]) -> [NSDictionary] {
            channels.map { channel in
                let kept = channel.filter { !["range", "color", "visible"].contains($0.key as? String ?? "") }
                return NSDictionary(
                    dictionary: Dictionary(uniqueKeysWithValues: kept.map { ($0.key as? String ?? "", $0.value) }))
            }
        }
        for name in ["a.ome.zarr", "b.ome.tif", "c.ozx"] {
            #expect(try withoutRendering(channels(name)) == withoutRendering(expected), "\(name)")
            let json = try described(name)
            #expect(json["crs"] as? String == "EPSG:25833", "\(name)")
            #expect(json["transform"] as? [Double] == [500_000, 10, 0, 5_538_630, 0, -10], "\(name)")
        }
        // Means are those of valid samples, and no-data where there are none.
        for image in [try OMEZarrImage.open(folder("a.ome.zarr")), try tiff("b.ome.tif")] as [any ChannelImage] {
            #expect(image.description.levels[1] == PixelSize(width: 35, height: 20))
            let half = try samples(image, ChannelPlane(level: 1))
            #expect(half[0] == 55537 && half[9 * 35 + 9] == 55537)
            // The mean of 20, 21, 90 and 91 is 55.5, and the even number of both is 56.
            #expect(half[10] == 56)
        }
        // The pixels of the coarser level are twice as large.
        let bytes = try folder.bytes("b.ome.tif")
        for directory in [[10.0, 10, 0], [20.0, 20, 0]] {
            let stored = directory.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
            }
            #expect(bytes.firstRange(of: stored) != nil)
        }
    }

    @Test func `What is not understood of a file is a warning of cut, convert and info`() throws {
        let pixels =
            #"DimensionOrder="XYCZT" Type="uint8" SizeX="20" SizeY="10" SizeC="2" SizeZ="1" SizeT="1" "#
            + #"PhysicalSizeX="3" PhysicalSizeXUnit="cubit""#
        var page = TIFFFixture(width: 20, height: 10) { x, _, _ in UInt64(x) }
        page.tags[270] = .text(
            #"<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">"#
                + #"<Image ID="Image:0"><Pixels ID="Pixels:0" \#(pixels)><TiffData IFD="0" PlaneCount="1"/>"#
                + #"<TiffData IFD="0" FirstC="1" PlaneCount="1"><UUID FileName="other.ome.tif">u</UUID></TiffData>"#
                + "</Pixels></Image></OME>")
        try folder.write(page.encoded(), to: "part.ome.tif")
        let warnings = """
            tilecut: part.ome.tif: warning: the size of its pixels is in the unit “cubit”, which is not a known length. It is not used.
            tilecut: part.ome.tif: warning: a file with planes of it is not beside it: “other.ome.tif”. These planes cannot be \
            read. Get a complete copy.

            """
        #expect(try run("info", "part.ome.tif").messages.contains(warnings))
        let planned = try run("part.ome.tif", "-o", "part.ome.zarr", "--dry-run")
        #expect(planned.status == 0 && planned.messages == warnings, "\(planned.messages)")
        #expect(try run("part.ome.tif", "-q", "-o", "part", "--channel", "1").messages == warnings)
    }
}
