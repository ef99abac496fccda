import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct OMEDocumentTests {
    private func image(_ text: String, _ index: Int = 0) throws -> OMEImage {
        try #require(try OMEDocument(text, file: "a/LuCa.ome.tif")).image(index, file: "a/LuCa.ome.tif")
    }

    private func reason(_ image: String) throws -> String? {
        let document = try #require(try OMEDocument(OMETexts.document(image), file: "a"))
        guard case .failure(let refusal) = try #require(document.images.first) else { return nil }
        return refusal.reason
    }

    private func description(_ image: OMEImage) -> ChannelImageDescription {
        var description = ChannelImageDescription(
            levels: [image.size], sampleType: image.sampleType, channels: [ChannelDescription()])
        image.apply(to: &description)
        return description
    }

    @Test func `a fluorescence slide has names, colors, wavelengths and a physical size`() throws {
        let image = try image(OMETexts.fluorescence)
        #expect(image.name == "LuCa & Co" && image.size == PixelSize(width: 24960, height: 34560))
        #expect(image.sampleType == .uint16 && image.significantBits == 12 && !image.isInterleaved)
        let description = description(image)
        #expect(description.channels.map(\.name) == ["DAPI", "FITC", "Cy5"])
        #expect(
            description.channels.map(\.color) == ["0000FF", "00FF00", "FF0000"].map { ChannelColor(hexadecimal: $0) })
        #expect(description.channels.map(\.wavelength) == [461, 519, nil])
        #expect(description.pixelSpacing == .init(x: 0.4988, y: 0.4988))
        #expect(description.significantBits == 12 && !description.isColorPicture)
        #expect(description.sectionCount == 1 && description.timeCount == 1)
        #expect((0..<3).map { image.location(of: ChannelPlane(channel: $0)) } == (0..<3).map { .init(directory: $0) })
        #expect(image.location(of: ChannelPlane(channel: 3)) == nil)
        #expect(image.location(of: ChannelPlane(channel: -1)) == nil)
    }

    @Test func `the colors of a photograph are three channels in one directory`() throws {
        let slide = try image(OMETexts.brightField)
        #expect(
            slide.samplesPerPixel == 3 && slide.sampleCount == 3 && slide.channels.count == 1 && slide.isInterleaved)
        // All bits are not stated.
        #expect(slide.significantBits == nil)
        let description = description(slide)
        #expect(description.isColorPicture && description.channels.map(\.name) == [nil, nil, nil])
        #expect((0..<3).map { slide.location(of: ChannelPlane(channel: $0))?.directory } == [0, 0, 0])
        #expect((0..<3).map { slide.sample(of: ChannelPlane(channel: $0)) } == [0, 1, 2])
        let label = try image(OMETexts.brightField, 1)
        #expect(label.name == "label" && label.location(of: ChannelPlane(channel: 2))?.directory == 1)
    }

    @Test func `a stack has its planes in the order of the dimensions`() throws {
        let image = try image(OMETexts.stack)
        let description = description(image)
        #expect(description.channels.map(\.name) == ["a", "b", nil] && description.sampleType == .float32)
        #expect(description.sectionCount == 5 && description.timeCount == 2)
        #expect(description.pixelSpacing == .init(x: 0.1, y: 0.2, z: 1.5))
        #expect(image.location(of: ChannelPlane(channel: 1, section: 2, time: 1))?.directory == 1 + 3 * (2 + 5))
    }

    @Test func `directories may state the samples of a pixel where the document does not`() throws {
        let image = try image(OMETexts.document(OMETexts.image(c: "3", t: "2", type: "uint8")))
        #expect(image.channels.count == 3 && image.location(of: ChannelPlane(channel: 2))?.directory == 2)
        let colors = try #require(image.withSamplesPerPixel(3))
        #expect(colors.channels.count == 1 && colors.sampleCount == 3)
        #expect(colors.location(of: ChannelPlane(channel: 2, time: 1))?.directory == 1)
        #expect(colors.withSamplesPerPixel(1) == image)
        #expect([0, -1, 2, 4].allSatisfy { image.withSamplesPerPixel($0) == nil })
    }

    @Test(arguments: [
        ("int8", SampleType.int8), ("int16", .int16), ("int32", .int32), ("uint8", .uint8), ("uint16", .uint16),
        ("uint32", .uint32), ("float", .float32), ("double", .float64), ("bit", .uint8),
    ])
    func `each type of real numbers is read`(name: String, type: SampleType) throws {
        let image = try image(OMETexts.document(OMETexts.image(type: name)))
        #expect(image.sampleType == type && image.significantBits == (name == "bit" ? 1 : nil))
    }

    @Test func `images that cannot be read have a reason, and leave the others`() throws {
        #expect(try reason(OMETexts.image(type: "complex")) == "its pixels are complex numbers")
        #expect(try reason(OMETexts.image(type: "double-complex")) == "its pixels are complex numbers")
        #expect(try reason(OMETexts.image(type: "int128")) == "the type of its pixels, int128, is not known")
        #expect(try reason("<Image/>") == "it has no pixels")
        #expect(try reason("<Image><Pixels/></Image>") == "the type of its pixels is not stated")
        #expect(try reason(OMETexts.image("XYZZT")) == "the order of its dimensions, XYZZT, is not known")
        #expect(try reason(OMETexts.image("ZYXCT")) == "the order of its dimensions, ZYXCT, is not known")
        #expect(try reason(OMETexts.image("XYZCTX")) == "the order of its dimensions, XYZCTX, is not known")
        let two = OMETexts.document(OMETexts.image(type: "complex"), OMETexts.image(z: "3"))
        let document = try #require(try OMEDocument(two, file: "cells.tif"))
        #expect(try document.image(1, file: "cells.tif").planes.sectionCount == 3)
        #expect(
            throws: CodecError(
                .unsupported, file: "cells.tif",
                "its OME-XML describes an image that cannot be read: its pixels are complex numbers. Convert it with "
                    + "the program that has written it.")
        ) { try document.image(file: "cells.tif") }
        #expect(throws: CodecError.self) { try document.image(2, file: "cells.tif") }
        #expect(throws: CodecError.self) { try document.image(-1, file: "cells.tif") }
    }

    @Test func `names, units, colors and wavelengths in other forms are left out`() throws {
        let channels = """
            <Channel Name="  " Color="red" EmissionWavelength="-5"/>\
            <Channel Name=" a \(String(repeating: "n", count: 1000))" Color="4278190335" EmissionWavelength="nan"/>\
            <Channel EmissionWavelength="500" EmissionWavelengthUnit="parsnip" Color="99999999999" SamplesPerPixel="?"/>
            """
        let sizes = #"PhysicalSizeX="0" PhysicalSizeY="2" SignificantBits="99" PhysicalSizeZUnit="pixel""#
        let description = description(try image(OMETexts.document(OMETexts.image(c: "3", sizes, channels))))
        #expect(description.channels.map { $0.name?.count } == [nil, 256, nil])
        #expect(description.channels.map(\.color) == [nil, ChannelColor(hexadecimal: "FF0000"), nil])
        #expect(description.channels.map(\.wavelength) == [nil, nil, nil])
        #expect(description.pixelSpacing == nil && description.significantBits == nil)
    }

    @Test func `a color that all channels have says nothing`() throws {
        let white = #"<Channel Color="-1"/><Channel Color="-1"/>"#
        let several = description(try image(OMETexts.document(OMETexts.image(c: "2", "", white))))
        #expect(several.channels.map(\.color) == [nil, nil])
        let one = description(try image(OMETexts.document(OMETexts.image("XYCZT", "", #"<Channel Color="-1"/>"#))))
        #expect(one.channels.map(\.color) == [nil])
    }

    @Test func `statements of other sources about channels stay`() throws {
        let image = try image(OMETexts.fluorescence)
        var first = ChannelDescription(name: "page 1")
        first.nodata = NodataValue(7)
        var last = ChannelDescription(name: "last")
        last.unit = "m"
        let size = PixelSize(width: 1, height: 1)
        var description = ChannelImageDescription(
            levels: [size], sampleType: .uint16, channels: [first, ChannelDescription(), last, last, last])
        image.apply(to: &description)
        #expect(description.channels.count == 3 && description.channels[0].nodata == NodataValue(7))
        #expect(description.channels.map(\.unit) == [nil, nil, "m"] && description.levels == [size])
    }

    @Test(arguments: ["", "OME", "ImageJ=1.53t", "<OMERO/>", "<svg/>", "no <OME/>", "\u{FEFF}<x>OME</x>"])
    func `other descriptions are not documents`(text: String) throws {
        #expect(try OMEDocument(text, file: "a") == nil)
    }

    @Test(arguments: ["<OME", "<OME><Image></OME>", "<!DOCTYPE OME [<!ENTITY a 'b'>]><OME>&a;</OME>", "<OME>&b;</OME>"])
    func `damaged documents, and those with entities, are errors that name the file`(text: String) throws {
        let error = try #require(throws: CodecError.self) { try OMEDocument(text, file: "cells.tif") }
        #expect(error.file == "cells.tif" && error.code == .damaged)
    }

    @Test func `a part of an image names the file that describes it`() throws {
        let text = OMETexts.document(#"<BinaryOnly MetadataFile="all.companion.ome" UUID="urn:uuid:2"/>"#)
        let document = try #require(try OMEDocument("\u{FEFF}" + text, file: "part.tif"))
        #expect(document.metadataFile == "all.companion.ome" && document.images.isEmpty)
        let error = try #require(throws: CodecError.self) { try document.image(file: "part.tif") }
        #expect(error.message.contains("all.companion.ome"))
    }
}
