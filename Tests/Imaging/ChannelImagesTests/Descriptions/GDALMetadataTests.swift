import TestLimits
import Testing
import TilePyramid
import XMLDocuments

@testable import ChannelImages

@Suite(.timeLimited) struct GDALMetadataTests {
    private func metadata(_ items: String) throws -> GDALMetadata {
        try GDALMetadata("<GDALMetadata>\(items)</GDALMetadata>")
    }

    private func channels(_ count: Int, _ items: String) throws -> [ChannelDescription] {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 4, height: 3)], sampleType: .uint16,
            channels: [ChannelDescription](repeating: ChannelDescription(), count: count))
        try metadata(items).apply(to: &description)
        return description.channels
    }

    @Test func `bands have names, units, scales and offsets`() throws {
        let channels = try channels(
            3,
            """
              <Item name="DESCRIPTION" sample="0" role="description">B4, central wavelength 665 nm</Item>
              <Item name="DESCRIPTION" sample="2" role="description"> NIR </Item>
              <Item name="OFFSET" sample="0" role="offset">-0.1</Item>
              <Item name="SCALE" sample="0" role="scale">0.0001</Item>
              <Item name="UNITTYPE" sample="1" role="unittype">m</Item>
              <Item name="STATISTICS_MAXIMUM" sample="0">18048</Item>
              <Item name="STATISTICS_MINIMUM" sample="0">1</Item>
              <Item name="TIFFTAG_SOFTWARE">a program</Item>
            """)
        #expect(channels.map(\.name) == ["B4, central wavelength 665 nm", nil, "NIR"])
        #expect(channels.map(\.scale) == [0.0001, 1, 1] && channels.map(\.offset) == [-0.1, 0, 0])
        #expect(channels.map(\.unit) == [nil, "m", nil] && channels.allSatisfy { $0.displayRange == nil })
    }

    @Test func `a description precedes the name that a driver gives`() throws {
        let items = """
            <Item name="BANDNAME" sample="0">B2</Item><Item name="BANDNAME" sample="1">B3</Item>\
            <Item name="DESCRIPTION" sample="0" role="description">blue</Item>
            """
        #expect(try channels(2, items).map(\.name) == ["blue", "B3"])
    }

    private static let waves: [(String, Double?)] = [
        (#"<Item name="CENTRAL_WAVELENGTH_UM" sample="0" domain="IMAGERY">0.4905</Item>"#, 490.5),
        (#"<Item name="WAVELENGTH" sample="0">665</Item><Item name="WAVELENGTH_UNIT" sample="0">nm</Item>"#, 665),
        (
            #"<Item name="wavelength_units" sample="0">microns</Item><Item name="wavelength" sample="0">2.19</Item>"#,
            2190
        ),
        (#"<Item name="wavelength" sample="0">0.865</Item>"#, 865),
        (#"<Item name="wavelength" sample="0">865</Item>"#, 865),
        (#"<Item name="wavelength" sample="0">12</Item><Item name="wavelength_units">Nanometers</Item>"#, 12),
        (#"<Item name="wavelength" sample="0">5</Item><Item name="CENTRAL_WAVELENGTH_NM" sample="0">6</Item>"#, 6),
        (#"<Item name="wavelength" sample="0">5</Item><Item name="wavelength_units" sample="0">GHz</Item>"#, nil),
        (#"<Item name="wavelength" sample="0">-5</Item>"#, nil), (#"<Item name="wavelength">500</Item>"#, nil),
        (#"<Item name="wavelength" sample="0">1e999</Item>"#, nil), (#"<Item name="FWHM_UM" sample="0">1</Item>"#, nil),
    ]

    @Test(arguments: waves)
    func `wavelengths are read in the forms that drivers write`(items: String, expected: Double?) throws {
        #expect(try channels(1, items)[0].wavelength.map { ($0 * 1e6).rounded() / 1e6 } == expected)
    }

    @Test func `bands and numbers that cannot be are left out`() throws {
        let items = """
            <Item name="SCALE" sample="0" role="scale">0</Item><Item name="OFFSET" sample="0" role="offset">x</Item>\
            <Item name="SCALE" sample="1099511627776" role="scale">2</Item>\
            <Item name="SCALE" sample="-1" role="scale">2</Item><Item role="scale" sample="0">2</Item>\
            <Item name="DESCRIPTION" sample="0" role="description"> </Item><Other name="SCALE" sample="0"/>
            """
        #expect(try channels(1, items) == [ChannelDescription()])
        #expect(try metadata(items).items.map(\.band) == [0, 0, 1 << 40, 0])
    }

    @Test func `an item about the whole file is none of a band or of another domain`() throws {
        let items = """
            <Item name="NODATA_VALUES" sample="0">1</Item><Item name="NODATA_VALUES" domain="x">2</Item>\
            <Item name="NODATA_VALUES" sample="-3">3</Item><Item name="NODATA_VALUES">4 5</Item>\
            <Item name="NODATA_VALUES">6</Item>
            """
        #expect(try metadata(items).value("NODATA_VALUES") == "4 5")
        #expect(try metadata("").value("NODATA_VALUES") == nil)
    }

    @Test(arguments: ["", "<GDALMetadata>", "no XML", "<!DOCTYPE a [<!ENTITY b 'c'>]><GDALMetadata/>"])
    func `other texts are errors`(text: String) {
        #expect(throws: XMLElement.SyntaxError.self) { try GDALMetadata(text) }
    }

    @Test func `what is written of a channel is read back`() throws {
        var channel = ChannelDescription(name: "a <b> & \"c\"")
        channel.unit = "°C"
        channel.scale = 1e-4
        channel.offset = -273.15
        channel.wavelength = 442.7
        for alpha in [nil, .opacity, .validity] as [AlphaMeaning?] {
            channel.alpha = alpha
            channel.isVisible = alpha == nil
            var found = [ChannelDescription()]
            try GDALMetadata(GDALMetadata.text(of: channel)).apply(to: &found)
            #expect(abs((found[0].wavelength ?? 0) - 442.7) < 1e-9)
            found[0].wavelength = channel.wavelength
            #expect(found == [channel])
        }
        #expect(GDALMetadata.text(of: ChannelDescription()) == "<GDALMetadata></GDALMetadata>")
        #expect(
            GDALMetadata.text(of: ChannelDescription(alpha: .opacity)) == """
                <GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">Alpha</Item>\
                <Item name="COLORINTERP" sample="0" role="colorinterp">Alpha</Item></GDALMetadata>
                """)
        channel.scale = .nan
        channel.wavelength = -1
        #expect(!GDALMetadata.text(of: channel).contains("SCALE") && !GDALMetadata.text(of: channel).contains("WAVE"))
    }
}
