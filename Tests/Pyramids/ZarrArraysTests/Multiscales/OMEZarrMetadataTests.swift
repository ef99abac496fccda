import ChannelImages
import ImageMetadata
import TestLimits
import Testing
import TilePyramid
import ZarrArrays

@Suite(.timeLimited) struct OMEZarrMetadataTests {
    private func open(_ values: [String: [UInt8]]) throws -> ZarrChannelImage {
        try OMEZarrImage.open(in: MemoryZarrStore(values))
    }

    private func group04(_ attributes: String) -> [String: [UInt8]] {
        [".zgroup": Array(#"{"zarr_format":2}"#.utf8), ".zattrs": Array(attributes.utf8)]
    }

    @Test func `names, ranges, colors and the size of pixels are read`() throws {
        var fixture = OMEZarrFixture()
        fixture.multiscales = """
            ,"name":"cells","coordinateTransformations":[{"type":"scale","scale":[1,1,1,2,2]}]
            """
        fixture.attributes = """
            ,"omero":{"channels":[
            {"label":"DAPI","color":"0000FF","active":true,"window":{"start":100,"end":4000,"min":0,"max":65535}},
            {"label":"","color":"nonsense","active":false,"window":{"start":0,"end":65535,"min":0,"max":65535}},
            {"label":"Alexa","window":{"start":9,"end":1}},{"label":"more than there are"}]}
            """
        var values = fixture.version05
        let text = String(decoding: values["zarr.json"] ?? [], as: UTF8.self)
            .replacing(
                #"{"name":"z"},{"name":"y"},{"name":"x"}"#,
                with: """
                    {"name":"z","type":"space","unit":"nanometer"},{"name":"y","type":"space","unit":"micrometer"},
                    {"name":"x","type":"space","unit":"millimeter"}
                    """
            )
            .replacing(
                #"{"path":"0"}"#,
                with: """
                    {"path":"0","coordinateTransformations":[{"type":"scale","scale":[1,1,500,0.25,0.001]},
                    {"type":"translation","translation":[0,0,0,9,9]}]}
                    """)
        values["zarr.json"] = Array(text.utf8)
        let image = try open(values)
        var channels = [ChannelDescription(name: "DAPI"), ChannelDescription(), ChannelDescription(name: "Alexa")]
        channels[0].color = ChannelColor(red: 0, green: 0, blue: 255)
        channels[0].displayRange = 100...4000
        channels[1].isVisible = false
        var expected = ChannelImageDescription(
            levels: [PixelSize(width: 7, height: 5)], sampleType: .uint16, channels: channels)
        expected.sectionCount = 2
        expected.timeCount = 2
        expected.pixelSpacing = .init(x: 2, y: 0.5, z: 0.5)
        #expect(image.description == expected)
        #expect(image.name == "cells")
    }

    @Test func `without units, the size of pixels is not known`() throws {
        #expect(try open(OMEZarrFixture().version05).description.pixelSpacing == nil)
    }

    @Test func `axes of older versions are names, or all five`() throws {
        let fixture = OMEZarrFixture()
        let axes = #""axes":[{"name":"t"},{"name":"c"},{"name":"z"},{"name":"y"},{"name":"x"}],"#
        for replacement in [#""axes":["t","c","z","y","x"],"#, ""] {
            var values = fixture.version04
            let text = #"{"multiscales":[\#(fixture.image.replacing(axes, with: replacement))]}"#
            values[".zattrs"] = Array(text.utf8)
            #expect(try open(values).description.channels.count == 3)
        }
    }

    @Test func `a group of bioformats2raw is its first image`() throws {
        var values = group04(#"{"bioformats2raw.layout":3}"#)
        for (key, value) in OMEZarrFixture().version04 { values["0/\(key)"] = value }
        #expect(try open(values).description.levels == [PixelSize(width: 7, height: 5)])
        let three = """
            {"zarr_format":3,"node_type":"group","attributes":{"ome":{"version":"0.5","bioformats2raw.layout":3}}}
            """
        var newer = ["zarr.json": Array(three.utf8)]
        for (key, value) in OMEZarrFixture().version05 { newer["0/\(key)"] = value }
        #expect(try open(newer).description.levels == [PixelSize(width: 7, height: 5)])
    }

    @Test func `a plate and a well are refused with the name of a field`() {
        let plate = #"{"plate":{"wells":[{"path":"B/7"},{"path":"C/8"}]},"bioformats2raw.layout":3}"#
        let error = #expect(throws: CodecError.self) { try open(group04(plate)) }
        #expect(
            error?.description == "memory.zarr: this is a plate of 2 wells, which are many images. Open one field of a "
                + "well, such as memory.zarr/B/7/0.")
        let well = #"{"well":{"images":[{"path":"3"}]}}"#
        let other = #expect(throws: CodecError.self) { try open(group04(well)) }
        #expect(other?.message.hasSuffix("Open one, such as memory.zarr/3.") == true)
    }

    @Test(arguments: [
        "../secret", "/etc/passwd", "..", ".", "", "a//b", "a/../../b", "a/", "a\\b", "a\u{0}b",
        String(repeating: "a", count: 1025),
    ]) func `levels lie below the group`(path: String) {
        let escaped = path.replacing("\\", with: "\\\\").replacing("\u{0}", with: "\\u0000")
        let text = #"{"multiscales":[{"axes":["y","x"],"datasets":[{"path":"\#(escaped)"}]}]}"#
        let store = MemoryZarrStore(group04(text))
        let error = #expect(throws: CodecError.self) { try OMEZarrImage.open(in: store) }
        #expect(error?.message.contains("multiscales[0].datasets[0].path: this leads out of the group") == true)
        #expect(Set(store.reads) == ["zarr.json", ".zarray", ".zattrs"])
    }

    @Test(arguments: [
        (#"{}"#, "this Zarr group is not an image"), (#"{"multiscales":[]}"#, "multiscales: this is empty"),
        (#"{"multiscales":[{"axes":["y","x"],"datasets":[]}]}"#, "0 levels are not supported"),
        (#"{"multiscales":[{"axes":["x","y"],"datasets":[{"path":"0"}]}]}"#, "the last two axes are not y and x"),
        (#"{"multiscales":[{"axes":["w","y","x"],"datasets":[{"path":"0"}]}]}"#, "the axis \"w\" is not supported"),
        (#"{"multiscales":[{"axes":["y","y","x"],"datasets":[{"path":"0"}]}]}"#, "the axis \"y\" is not supported"),
        (#"{"multiscales":[{"axes":["y","x"],"datasets":[{"path":"0"}]}]}"#, "has 5 dimensions, and the image has 2"),
        (#"{"multiscales":[{"datasets":[{"path":"0"},{"path":"1"}]}]}"#, "the array is incomplete"),
        (
            #"{"multiscales":[{"datasets":[{"path":"0","coordinateTransformations":[{"type":"scale","scale":[1]}]}]}]}"#,
            "1 numbers do not fit 5 dimensions"
        ),
    ]) func `attributes that are not supported are refused by name`(text: String, message: String) {
        var values = OMEZarrFixture().version04
        values[".zattrs"] = Array(text.utf8)
        let error = #expect(throws: CodecError.self) { try open(values) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `levels of impossible sizes are refused`() {
        for lengths: [Character: Int] in [
            ["x": 1 << 40, "y": 5], ["x": 10_000_001, "y": 5], ["x": 7, "y": 0], ["x": 7, "y": 5, "c": 1025],
            ["x": 7, "y": 5, "z": 1 << 21],
        ] {
            let names = Array("czyx")
            let shape = names.map { lengths[$0] ?? 1 }
            let metadata = ZarrArrayMetadata(
                version: .version2, shape: shape, chunkShape: [1, 1, 1, 1], sampleType: .uint8)
            var values = group04(#"{"multiscales":[{"axes":["c","z","y","x"],"datasets":[{"path":"0"}]}]}"#)
            values["0/.zarray"] = Array(metadata.text.utf8)
            #expect(throws: CodecError.self) { try open(values) }
        }
    }

    @Test func `a folder without metadata is not an image`() {
        let nothing = #expect(throws: CodecError.self) { try open([:]) }
        #expect(nothing?.message.hasPrefix("this is not a Zarr group") == true)
    }

    @Test func `three channels of 8 bits are a color picture if they are red, green and blue, or unknown`() throws {
        func image(_ omero: String) throws -> Bool {
            let metadata = ZarrArrayMetadata(
                version: .version2, shape: [3, 1, 1], chunkShape: [3, 1, 1], sampleType: .uint8)
            var values = group04(#"{"multiscales":[{"axes":["c","y","x"],"datasets":[{"path":"0"}]}]\#(omero)}"#)
            values["0/.zarray"] = Array(metadata.text.utf8)
            return try open(values).description.isColorPicture
        }
        func omero(_ colors: [String]) -> String {
            #","omero":{"channels":[\#(colors.map { #"{"color":"\#($0)"}"# }.joined(separator: ","))]}"#
        }
        #expect(try image(""))
        #expect(try image(omero(["FF0000", "00FF00", "0000FF"])))
        #expect(try !image(omero(["0000FF", "00FF00", "FF0000"])))
        // White for all is what programs write that know no colors.
        #expect(try image(omero(["FFFFFF", "FFFFFF", "FFFFFF"])))
        #expect(try !open(OMEZarrFixture().version04).description.isColorPicture)
    }
}
