import TestLimits
import Testing

@testable import TileViewing

/// Tests of the texts for the directories of an OME-TIFF.
@Suite(.timeLimited) struct OMEMetadataTests {
    private func document(_ images: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><!-- a comment -->
        <OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">\(images)</OME>
        """
    }

    private func pixels(_ order: String, z: Int, c: Int, t: Int, _ inside: String) -> String {
        """
        <Pixels ID="Pixels:0" DimensionOrder="\(order)" Type="uint8" SizeX="5" SizeY="4" SizeZ="\(z)" SizeC="\(c)" \
        SizeT="\(t)">\
        \(inside)</Pixels>
        """
    }

    private func labels(_ text: String, _ count: Int) throws -> [String?] {
        let metadata = try #require(OMEMetadata(text, name: "cells.ome.tif"))
        return (0..<count).map { metadata.label(ofDirectory: $0) }
    }

    @Test func `planes follow each other in the order of the dimensions`() throws {
        let channels = #"<Channel Name="DAPI"/><Channel ID="Channel:0:1"/>"#
        func labels(_ order: String) throws -> [String?] {
            try self.labels(document("<Image>\(pixels(order, z: 2, c: 2, t: 1, channels + "<TiffData/>"))</Image>"), 5)
        }
        #expect(
            try labels("XYZCT") == [
                "channel DAPI, z 1 of 2", "channel DAPI, z 2 of 2", "channel 2 of 2, z 1 of 2",
                "channel 2 of 2, z 2 of 2",
                nil,
            ])
        #expect(
            try labels("XYCZT") == [
                "channel DAPI, z 1 of 2", "channel 2 of 2, z 1 of 2", "channel DAPI, z 2 of 2",
                "channel 2 of 2, z 2 of 2",
                nil,
            ])
    }

    @Test func `the planes that TiffData states have these directories, and those in other files none`() throws {
        let data = """
            <TiffData IFD="2" FirstC="1" FirstT="2" PlaneCount="1"/><TiffData IFD="0" PlaneCount="2"/>
            <TiffData IFD="3" FirstC="1"><UUID FileName="other.ome.tif">urn:uuid:1</UUID></TiffData>
            <TiffData IFD="4" FirstC="1"><UUID FileName="cells.ome.tif">urn:uuid:2</UUID></TiffData>
            """
        let text = document("<Image>\(pixels("XYCTZ", z: 1, c: 2, t: 3, data))</Image>")
        #expect(
            try labels(text, 5) == [
                "channel 1 of 2, t 1 of 3", "channel 2 of 2, t 1 of 3", "channel 2 of 2, t 3 of 3", nil,
                "channel 2 of 2, t 1 of 3",
            ])
    }

    @Test func `planes that are stated again replace those before, however many a short text states`() throws {
        let data = """
            <TiffData/><TiffData IFD="60000" PlaneCount="60000"/><TiffData IFD="3" FirstC="9" PlaneCount="1"/>
            """
        let text = document("<Image>\(pixels("XYCTZ", z: 1, c: 240, t: 250, data))</Image>")
        let metadata = try #require(OMEMetadata(text, name: "cells.ome.tif"))
        #expect(metadata.label(ofDirectory: 3) == "channel 10 of 240, t 1 of 250")
        #expect(metadata.label(ofDirectory: 59_999) == "channel 240 of 240, t 250 of 250")
        #expect(metadata.label(ofDirectory: 60_000) == "channel 1 of 240, t 1 of 250")
        #expect(metadata.label(ofDirectory: 119_999) != nil && metadata.label(ofDirectory: 120_000) == nil)
    }

    @Test func `the samples of a color channel are one plane, and several images have their names`() throws {
        let rgb = #"<Channel SamplesPerPixel="3" Name=""/><TiffData IFD="0"/>"#
        let gray = #"<Channel Name="Cy3"/><TiffData IFD="1"/>"#
        let text = document(
            "<ome:Image Name='label'>\(pixels("XYCZT", z: 1, c: 3, t: 1, rgb))</ome:Image>"
                + "<Image>\(pixels("XYCZT", z: 1, c: 1, t: 1, gray))</Image>")
        #expect(try labels(text, 2) == ["image label", "image 2 of 2, channel Cy3"])
    }

    private static func sized(_ attributes: String) -> String {
        "<OME><Image><Pixels Type='int8' SizeX='1' SizeY='1' \(attributes)/></Image></OME>"
    }

    @Test(arguments: [
        "ImageJ=1.53", "<OME", "<OME></OME>", "<OMERO/>",
        sized("DimensionOrder='XYZZT' SizeZ='1' SizeC='1' SizeT='1'"), sized("SizeZ='0' SizeC='1' SizeT='1'"),
        sized("SizeZ='65536' SizeC='65536' SizeT='65536'"), "<!DOCTYPE x [<!ENTITY a 'b'>]><OME/>",
    ])
    func `other descriptions, and sizes that cannot be, have no planes`(text: String) {
        #expect(OMEMetadata(text, name: "cells.ome.tif") == nil)
    }

    @Test func `a single plane without a channel's name has no label`() throws {
        #expect(try labels(document("<Image>\(pixels("XYCZT", z: 1, c: 1, t: 1, ""))</Image>"), 1) == [nil])
    }
}
