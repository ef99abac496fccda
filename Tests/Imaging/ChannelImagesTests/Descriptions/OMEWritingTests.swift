import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct OMEWritingTests {
    private func description(_ type: SampleType, channels: Int) -> ChannelImageDescription {
        ChannelImageDescription(
            levels: [PixelSize(width: 300, height: 200), PixelSize(width: 150, height: 100)], sampleType: type,
            channels: (0..<channels).map { index in
                var channel = ChannelDescription(name: ["DAPI", nil, "a <\"&'> é\tb\nc", "4"][index % 4])
                channel.color = index == 1 ? nil : ChannelColor(red: 255, green: UInt8(index % 256), blue: 128)
                channel.wavelength = index == 2 ? 519.5 : nil
                return channel
            })
    }

    private func readBack(_ image: OMEImage) throws -> OMEImage {
        let xml = OMEDocument(images: [image]).xml
        return try #require(try OMEDocument(xml, file: "a.tif")).image(file: "a.tif")
    }

    @Test func `the text of a small image is this`() throws {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 3, height: 2)], sampleType: .uint16, channels: [ChannelDescription(name: "A&B")])
        description.channels[0].color = ChannelColor(red: 255, green: 0, blue: 1)
        description.channels[0].wavelength = 461
        description.pixelSpacing = .init(x: 0.5, y: 0.25, z: 2)
        description.significantBits = 12
        description.sectionCount = 4
        #expect(
            OMEDocument(images: [try OMEImage(description, name: "cells")]).xml == """
                <?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:schemaLocation="http://www.openmicroscopy.org/Schemas/OME/2016-06 \
                http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd"><Image ID="Image:0" Name="cells">\
                <Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" SizeX="3" SizeY="2" SizeZ="4" SizeC="1" \
                SizeT="1" SignificantBits="12" PhysicalSizeX="0.5" PhysicalSizeY="0.25" PhysicalSizeZ="2">\
                <Channel ID="Channel:0:0" Name="A&amp;B" SamplesPerPixel="1" Color="-16776705" \
                EmissionWavelength="461"/><TiffData IFD="0" PlaneCount="4"/></Pixels></Image></OME>
                """)
    }

    @Test(arguments: [SampleType.uint8, .int8, .uint16, .int16, .uint32, .int32, .float32, .float64])
    func `an image is read back as it was written`(type: SampleType) throws {
        for channels in [1, 2, 3, 5, 1024] {
            var stated = description(type, channels: channels)
            stated.sectionCount = 3
            stated.timeCount = 2
            stated.pixelSpacing = .init(x: 0.1, y: 1e-7)
            let image = try OMEImage(stated, name: "x > y")
            #expect(try readBack(image) == image)
            var found = ChannelImageDescription(
                levels: stated.levels, sampleType: type, channels: [ChannelDescription()])
            try readBack(image).apply(to: &found)
            #expect(found == stated)
            let last = ChannelPlane(channel: channels - 1, section: 2, time: 1)
            #expect(image.location(of: last) == .init(directory: 6 * channels - 1))
        }
    }

    @Test func `a photograph has one directory of three or four samples`() throws {
        for channels in [3, 4] {
            var stated = ChannelImageDescription(
                levels: [PixelSize(width: 3, height: 2)], sampleType: .uint8,
                channels: [ChannelDescription](repeating: ChannelDescription(), count: channels))
            stated.isColorPicture = true
            let image = try readBack(OMEImage(stated))
            #expect(image.samplesPerPixel == channels && image.isInterleaved)
            #expect(image.location(of: ChannelPlane(channel: 2)) == .init(directory: 0))
            var found = stated
            image.apply(to: &found)
            #expect(found == stated)
        }
    }

    @Test func `planes in other files and several images are written too`() throws {
        let blocks = """
            <TiffData IFD="3" FirstC="1" FirstZ="1" FirstT="1" PlaneCount="2"><UUID FileName="b &amp; c.tif">u</UUID>\
            </TiffData><TiffData/>
            """
        let text = OMETexts.document(
            OMETexts.image("XYTZC", c: "2", z: "3", t: "2", "", blocks),
            OMETexts.image("XYCZT", c: "1", z: "1", t: "1", "", ""))
        let document = try #require(try OMEDocument(text, file: "a.tif"))
        #expect(try OMEDocument(document.xml, file: "a.tif") == document)
    }

    @Test func `integers of 64 bits are refused, and what no file may state is left out`() {
        #expect(throws: OMERefusal.self) { try OMEImage(description(.uint64, channels: 1)) }
        #expect(throws: OMERefusal.self) { try OMEImage(description(.int64, channels: 1)) }
        #expect(throws: OMERefusal.self) { try OMEImage(description(.uint8, channels: 1025)) }
        var odd = description(.float32, channels: 1)
        odd.pixelSpacing = .init(x: .nan, y: 1)
        odd.channels[0].wavelength = -.infinity
        let xml = (try? OMEImage(odd)).map { OMEDocument(images: [$0]).xml } ?? "PhysicalSize"
        #expect(!xml.contains("PhysicalSize") && !xml.contains("EmissionWavelength") && !xml.contains("null"))
    }
}
