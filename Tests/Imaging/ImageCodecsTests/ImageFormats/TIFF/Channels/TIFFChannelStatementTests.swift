import ChannelImages
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

/// The statements of an OME-TIFF's directories about their channels, and warnings about those that are not used.
@Suite(.timeLimited) struct TIFFChannelStatementTests {
    private func ome(_ pixels: String, _ blocks: String = "<TiffData/>") -> String {
        #"<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">"#
            + #"<Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="int16" SizeX="4" SizeY="2" \#(pixels)>"#
            + blocks + "</Pixels></Image></OME>"
    }

    private func page(_ text: String? = nil, _ gdal: String? = nil, nodata: String? = nil) -> TIFFFixture {
        var page = TIFFFixture(width: 4, height: 2) { x, y, _ in UInt64(4 * y + x) }
        page.bits = 16
        page.sampleFormat = 2
        if let text { page.tags[270] = .text(text) }
        if let gdal { page.tags[42112] = .text("<GDALMetadata>\(gdal)</GDALMetadata>") }
        if let nodata { page.tags[42113] = .text(nodata) }
        return page
    }

    private func open(_ pages: [TIFFFixture]) throws -> any ChannelImage {
        try #require(try openChannelImage(.bytes(TIFFFixture.encode(pages), name: "test.ome.tif")))
    }

    @Test func `each channel has the metadata of its own directory`() throws {
        let text = ome(#"SizeC="3" SizeZ="1" SizeT="1""#)
        var third = page(nil, #"<Item name="COLORINTERP" sample="0" role="colorinterp">Alpha</Item>"#)
        third.tags[340] = .doubles([-2.5])
        third.tags[341] = .doubles([40000])
        let image = try open([
            page(text, ""), page(nil, #"<Item name="S" sample="0" role="scale">2</Item>"#, nodata: "-9999"), third,
        ])
        var channels = [ChannelDescription](repeating: ChannelDescription(), count: 3)
        channels[1].scale = 2
        channels[1].nodata = NodataValue("-9999")
        channels[2].alpha = .opacity
        channels[2].isVisible = false
        channels[2].displayRange = -2.5...40000
        #expect(image.description.channels == channels && image.warnings == [])
        #expect(try image.alpha() == [0, 0, 0, 0, 0, 0, 0, 0])
        // Nothing is searched for where the first directory has no tag of GDAL.
        let plain = try open([page(text), page(nil, nil, nodata: "-9999"), third])
        #expect(plain.description.channels == [ChannelDescription](repeating: ChannelDescription(), count: 3))
    }

    @Test func `metadata that cannot be read is a warning`() throws {
        var damaged = page(nil, "<Item")
        #expect(
            try open([damaged]).warnings.first?.hasPrefix("its metadata of GDAL (GDAL_METADATA) cannot be read: ")
                == true)
        damaged = page(nil, nil, nodata: "none")
        #expect(try open([damaged]).warnings.first?.contains("“none”, is not a number.") == true)
        damaged = page()
        damaged.tags[340] = .doubles([9])
        damaged.tags[341] = .doubles([1])
        #expect(try open([damaged]).warnings.first?.contains("are not a range") == true)
        #expect(try open([page()]).warnings == [])
        let pixels = #"SizeC="1" SizeZ="1" SizeT="1" PhysicalSizeX="1" PhysicalSizeXUnit="reference frame""#
        let channel = #"<Channel Color="blue" EmissionWavelength="3" EmissionWavelengthUnit="pixel"/><TiffData/>"#
        #expect(try open([page(ome(pixels, channel))]).warnings.count == 3)
    }

    @Test func `files of a set that are missing are a warning`() throws {
        let folder = try TemporaryFolder()
        func block(_ directory: Int, _ name: String) -> String {
            #"<TiffData IFD="0" FirstC="\#(directory)" PlaneCount="1"><UUID FileName="\#(name)">\#(name)</UUID></TiffData>"#
        }
        let blocks = block(0, "a.ome.tif") + block(1, "b.ome.tif") + block(2, "../c.ome.tif") + block(3, "d.ome.tif")
        let text = ome(#"SizeC="4" SizeZ="1" SizeT="1""#, blocks)
        try folder.write(Data(page(text).encoded()), to: "a.ome.tif")
        try folder.write(Data(page(text).encoded()), to: "b.ome.tif")
        let image = try #require(try openChannelImage(.file(folder.path("a.ome.tif"))))
        #expect(
            image.warnings == [
                "2 files with planes of it are not beside it: “../c.ome.tif” and others. These planes cannot be read. Get a "
                    + "complete copy."
            ])
    }
}
