import JSONDocuments
import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct OmeroMetadataTests {
    /// Settings as the specification of OME-NGFF 0.4 shows them.
    private static let text = """
        {"id": 1, "name": "example.tif", "version": "0.4",
         "channels": [
          {"active": true, "coefficient": 1, "color": "0000FF", "family": "linear", "inverted": false,
           "label": "LaminB1", "window": {"end": 1500, "max": 65535, "min": 0, "start": 0.5}},
          {"active": false, "color": "00ff00", "label": "Dapi", "window": {"end": 9, "start": 3}},
          {"coefficient": 0.5, "family": "polynomial", "color": "FF0000", "label": "Cy3", "inverted": true,
           "window": {"end": 70, "max": 255, "min": 0, "start": 7}}],
         "rdefs": {"defaultT": 1, "defaultZ": 118, "model": "color"}}
        """

    private func settings(_ text: String) throws -> OmeroMetadata {
        try #require(OmeroMetadata(try JSONValue(parsing: Array(text.utf8))))
    }

    private func description(
        _ channels: Int, _ type: SampleType = .uint16, _ text: String? = nil
    ) throws -> ChannelImageDescription {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 4, height: 3)], sampleType: type,
            channels: [ChannelDescription](repeating: ChannelDescription(), count: channels))
        description.sectionCount = 100
        description.timeCount = 2
        if let text { try settings(text).apply(to: &description) }
        return description
    }

    @Test func `channels have names, colors, ranges and visibility`() throws {
        let channels = try description(4, .uint16, Self.text).channels
        #expect(channels.map(\.name) == ["LaminB1", "Dapi", "Cy3", nil])
        #expect(
            channels.map(\.color)
                == ["0000FF", "00FF00", "FF0000", ""].map { ChannelColor(hexadecimal: $0) })
        #expect(channels.map(\.displayRange) == [0.5...1500, 3...9, 7...70, nil])
        #expect(channels.map(\.isVisible) == [true, false, true, true])
    }

    @Test func `the first rendering has the channels that are shown, and a section of the image`() throws {
        let settings = try settings(Self.text)
        #expect(settings.name == "example.tif")
        #expect(settings.channels.map(\.isInverted) == [false, false, true] && settings.defaultSection == 118)
        let rendering = try #require(settings.rendering(of: description(3, .uint16, Self.text)))
        var first = ChannelRendering.Layer(
            channel: 0, range: 0.5...1500, color: ChannelColor(red: 0, green: 0, blue: 255))
        var last = ChannelRendering.Layer(channel: 2, range: 7...70, color: ChannelColor(red: 255, green: 0, blue: 0))
        last.gamma = 0.5
        var expected = ChannelRendering(.composite([first, last]))
        expected.section = 99
        expected.time = 1
        #expect(rendering == expected)
        // In gray, the first of them is white.
        var gray = settings
        gray.isGray = true
        first.color = ChannelColor(red: 255, green: 255, blue: 255)
        expected.mode = .composite([first])
        #expect(try gray.rendering(of: description(3, .uint16, Self.text)) == expected)
        // A channel without a range leaves the choice to others.
        #expect(try settings.rendering(of: description(4, .uint16, Self.text)) == nil)
        #expect(try settings.rendering(of: description(3)) == nil)
    }

    @Test func `settings are read back as they were written`() throws {
        let stated = try description(3, .uint16, Self.text)
        var written = OmeroMetadata(stated, name: "a \\ b")
        #expect(try settings(written.json(for: stated)) == written)
        let rendering = try #require(try settings(Self.text).rendering(of: stated))
        written = OmeroMetadata(stated, rendering: rendering)
        #expect(try settings(written.json(for: stated)) == written)
        let found = try description(3, .uint16, written.json(for: stated))
        #expect(found == stated)
        #expect(try settings(written.json(for: stated)).rendering(of: found) == rendering)
        // One channel in gray.
        written.isGray = true
        #expect(try settings(written.json(for: stated)) == written)
        // A colormap is that of a channel; light and shade are not in the settings.
        let map = Colormap(
            name: "a", colors: [ChannelColor](repeating: ChannelColor(red: 1, green: 2, blue: 3), count: 256))
        let layer = ChannelRendering.Layer(channel: 1, range: 3...4, color: ChannelColor(red: 9, green: 8, blue: 7))
        written = OmeroMetadata(stated, rendering: ChannelRendering(.colormap(layer, map)))
        #expect(written.channels.map(\.isActive) == [false, true, false] && written.channels[1].window?.range == 3...4)
        written = OmeroMetadata(stated, rendering: ChannelRendering(.hillshade(channel: 1, Hillshade())))
        #expect(written.channels.map(\.isActive) == [true, false, true])
    }

    @Test func `the text for a channel of which little is stated is this`() throws {
        var stated = try description(1)
        stated.channels[0].name = "a \"b\"\n"
        stated.significantBits = 12
        #expect(
            OmeroMetadata(stated).json(for: stated) == """
                {"channels":[{"active":true,"coefficient":1,"color":"FFFFFF","family":"linear","inverted":false,\
                "label":"a \\"b\\"","window":{"start":0,"end":4095,"min":0,"max":4095}}],\
                "rdefs":{"defaultT":0,"defaultZ":0,"model":"color"}}
                """)
    }

    @Test func `what stands for nothing stated is not read as a range or colors`() throws {
        for type in [SampleType.uint16, .int32, .float32, .float64] {
            let stated = try description(2, type)
            #expect(try description(2, type, OmeroMetadata(stated).json(for: stated)) == stated)
        }
        // All values of 8 bits are a range that pictures have.
        let stated = try description(2, .uint8)
        let found = try description(2, .uint8, OmeroMetadata(stated).json(for: stated))
        #expect(
            found.channels.map(\.displayRange) == [0...255, 0...255] && found.channels.allSatisfy { $0.color == nil })
    }

    @Test(arguments: [
        "{}", #"{"channels": 5, "rdefs": []}"#,
        #"{"channels": [], "rdefs": {"defaultZ": -1, "defaultT": 1e300, "model": 3}}"#,
        #"{"channels": [null, [], "x"]}"#,
        #"{"channels": [{"label": 5, "color": "red", "active": 1, "window": {"start": 5, "end": 4}}]}"#,
        #"{"channels": [{"family": "polynomial", "coefficient": -1}, {"family": "linear", "coefficient": 2}]}"#,
        #"{"channels": [{"label": " ", "color": "00FF00FF", "window": {"start": "0", "end": 4}}, {"window": []}]}"#,
    ])
    func `members of other types are left out`(text: String) throws {
        let unknown = try description(2)
        #expect(try description(2, .uint16, text) == unknown)
        let settings = try settings(text)
        #expect(settings.defaultSection == 0 && settings.defaultTime == 0 && !settings.isGray)
        #expect(settings.channels.allSatisfy { $0.gamma == 1 })
    }

    @Test(arguments: ["[]", "5", "null", "\"omero\""])
    func `other values are not settings`(text: String) throws {
        #expect(OmeroMetadata(try JSONValue(parsing: Array(text.utf8))) == nil)
    }

    @Test func `more channels than an image has are left out`() throws {
        let text = "{\"channels\":[" + String(repeating: "{},", count: 5000) + "{}]}"
        #expect(try settings(text).channels.count == ChannelImageDescription.channelLimit)
        #expect(try description(2, .uint16, text).channels.count == 2)
    }
}
