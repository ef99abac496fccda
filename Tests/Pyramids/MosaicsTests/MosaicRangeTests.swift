import Foundation
import ImageCodecs
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

/// Mosaics of images whose samples are scaled to black and white.
@Suite(.timeLimited) struct MosaicRangeTests {
    private let fixture: MosaicFixture

    init() throws {
        fixture = try MosaicFixture()
    }

    /// Writes heights as an image of one row of floating-point numbers.
    private func write(
        _ name: String, _ values: [Float], nodata: String? = nil, range: ClosedRange<Float>? = nil
    ) throws {
        var page = TIFFFixture(width: values.count, height: 1) { x, _, _ in UInt64(values[x].bitPattern) }
        page.bits = 32
        page.sampleFormat = 3
        if let nodata { page.tags[42113] = .text(nodata) }
        if let range {
            page.tags[340] = .floats([range.lowerBound])
            page.tags[341] = .floats([range.upperBound])
        }
        try fixture.folder.write(Data(page.encoded()), to: name)
    }

    private func row(_ list: String, named name: String = "list.json", options: DecodeOptions = DecodeOptions()) throws
        -> [UInt8]
    {
        try MosaicFixture.rows(
            MosaicSource(fixture.mosaic(fixture.write(list: list, to: name), options: options)))[0]
    }

    /// A list of two images of four pixels side by side.
    private let pair = """
        {"mosaic": 1, "background": [0, 0, 0], "images": [{"path": "a.tif", "x": 0, "y": 0},
        {"path": "b.tif", "x": 4, "y": 0}]}
        """

    @Test func `one range is that of all images, so that there is no seam`() throws {
        try write("a.tif", [0, 10, 20, 30])
        try write("b.tif", [40, 51, .nan, 50])
        #expect(try row(pair) == [0, 50, 100, 150, 200, 255, 0, 250])
        var options = DecodeOptions()
        options.range = .values(0, 102)
        #expect(try row(pair, options: options) == [0, 25, 50, 75, 100, 128, 0, 125])
    }

    @Test func `the common range leaves invalid values out`() throws {
        try write("a.tif", [0, 10, -9999, 30], nodata: "-9999")
        try write("b.tif", [40, 51, 1e20, 50], nodata: "1e20")
        let list = pair.replacingOccurrences(of: "[0, 0, 0]", with: "\"transparent\"")
        #expect(
            try row(list) == [0, 255, 50, 255, 0, 0, 150, 255, 200, 255, 255, 255, 0, 0, 250, 255])
    }

    @Test func `ranges that images declare are joined`() throws {
        try write("a.tif", [0, 10, 20, 30], range: 0...30)
        try write("b.tif", [40, 51, 30, 50], range: 20...51)
        #expect(try row(pair) == [0, 50, 100, 150, 200, 255, 150, 250])
    }

    @Test func `images of whole numbers keep the range of their type beside others`() throws {
        try write("a.tif", [0, 10, 20, 51])
        var page = TIFFFixture(width: 4, height: 1) { x, _, _ in UInt64(x) }
        page.bits = 8
        try fixture.folder.write(Data(page.encoded()), to: "b.tif")
        #expect(try row(pair) == [0, 50, 100, 255, 0, 1, 2, 3])
    }

    /// A VRT of the two images, whose bands have a type.
    private func vrt(
        _ type: String, noData: String? = nil, ofSource: String? = nil, properties: String? = nil
    ) -> String {
        let sources = ["a.tif", "b.tif"].enumerated().map { index, file in
            let kind = ofSource == nil ? "SimpleSource" : "ComplexSource"
            return """
                <\(kind)><SourceFilename relativeToVRT="1">\(file)</SourceFilename><SourceBand>1</SourceBand>\
                \(properties.map { "<SourceProperties DataType=\"\($0)\"/>" } ?? "")\
                <SrcRect xOff="0" yOff="0" xSize="4" ySize="1"/><DstRect xOff="\(4 * index)" yOff="0" xSize="4" ySize="1"/>\
                \(ofSource.map { "<NODATA>\($0)</NODATA>" } ?? "")</\(kind)>
                """
        }
        return """
            <VRTDataset rasterXSize="9" rasterYSize="1"><VRTRasterBand dataType="\(type)">\
            \(noData.map { "<NoDataValue>\($0)</NoDataValue>" } ?? "")\(sources.joined())</VRTRasterBand></VRTDataset>
            """
    }

    @Test func `a VRT of floating-point numbers is read with the values of its invalid pixels`() throws {
        try write("a.tif", [0, 10, -9999, 30])
        try write("b.tif", [40, 51, -1, 50])
        let expected: [UInt8] = [0, 255, 50, 255, 0, 0, 150, 255, 200, 255, 255, 255]
        let both = try row(vrt("Float32", noData: "-1", ofSource: "-9999"), named: "a.vrt")
        #expect(both == expected + [0, 0, 250, 255, 0, 0])
        #expect(
            try row(vrt("Float32", noData: "-9999", properties: "Float32"), named: "a.vrt").suffix(6)
                == [0, 255, 250, 255, 0, 0])
        try write("b.tif", [40, 51, .nan, 50])
        #expect(try row(vrt("Float32", noData: "-9999", ofSource: "nan"), named: "a.vrt") == both)
        // The file's own value says nothing, as in GDAL.
        try write("a.tif", [0, 10, 30, 30], nodata: "30")
        #expect(try row(vrt("Float32", ofSource: "nan"), named: "a.vrt")[4...7] == [150, 255, 150, 255])
    }

    @Test func `a VRT of signed numbers has the range of the type`() throws {
        for name in ["a.tif", "b.tif"] {
            var page = TIFFFixture(width: 4, height: 1) { x, _, _ in [0x8000, 0, 0x7FFF, 0xFFFF][x] }
            page.bits = 16
            page.sampleFormat = 2
            try fixture.folder.write(Data(page.encoded()), to: name)
        }
        let row = try row(vrt("Int16", noData: "-1"), named: "a.vrt")
        #expect(row.prefix(8) == [0, 255, 128, 255, 255, 255, 0, 0])
    }

    @Test func `what would be shown falsely of such a VRT is refused`() throws {
        try write("a.tif", [0, 10, 20, 30])
        try write("b.tif", [0, 10, 20, 30])
        let error = #expect(throws: CodecError.self) {
            try row(vrt("Float32", properties: "Byte"), named: "a.vrt")
        }
        #expect(error?.message.contains("samples of the type Float32 from images with Byte") == true)
        try fixture.folder.write(Data("x".utf8), to: "a.vrt.msk")
        let sidecar = #expect(throws: CodecError.self) { try row(vrt("Float32"), named: "a.vrt") }
        #expect(sidecar?.message.contains("has a mask beside it") == true)
    }

    @Test func `values of all bands in the metadata of a VRT count where its bands have none`() throws {
        let items = "<Metadata><MDI key=\"NODATA_VALUES\">10</MDI></Metadata><VRTRasterBand"
        try write("a.tif", [0, 10, 20, 30])
        try write("b.tif", [40, 51, 10, 50])
        let list = vrt("Float32").replacingOccurrences(of: "<VRTRasterBand", with: items)
        #expect(try row(list, named: "a.vrt").prefix(4) == [0, 255, 0, 0])
        let other = vrt("Float32", noData: "20").replacingOccurrences(of: "<VRTRasterBand", with: items)
        #expect(try row(other, named: "a.vrt").prefix(6) == [0, 255, 50, 255, 0, 0])
        let wrong = list.replacingOccurrences(of: ">10<", with: ">10 20<")
        let mosaic = try fixture.mosaic(fixture.write(list: wrong, to: "a.vrt"))
        #expect(
            mosaic.warnings == [
                "the NODATA_VALUES, 10 20, are not a number for each of its 1 bands; they are not used."
            ])
    }
}
