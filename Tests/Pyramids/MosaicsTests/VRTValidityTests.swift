import Foundation
import ImageCodecs
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

/// Valid pixels of a VRT; the values were compared with those of `gdal_translate -b mask`.
@Suite(.timeLimited) struct VRTValidityTests {
    private let fixture: MosaicFixture

    init() throws {
        fixture = try MosaicFixture()
    }

    /// A VRT of 8 × 1 pixels.
    private func vrt(_ content: String, isGeoreferenced: Bool = true) -> String {
        let place = "<SRS>EPSG:32632</SRS><GeoTransform>5, 2, 0, 9, 0, -2</GeoTransform>"
        return "<VRTDataset rasterXSize=\"8\" rasterYSize=\"1\">\(isGeoreferenced ? place : "")\(content)</VRTDataset>"
    }

    /// A band with sources.
    private func band(_ sources: String, noData: String? = nil, more: String = "") -> String {
        let value = noData.map { "<NoDataValue>\($0)</NoDataValue>" } ?? ""
        return "<VRTRasterBand dataType=\"Byte\">\(value)\(more)\(sources)</VRTRasterBand>"
    }

    /// A source at a column, whose first four pixels are shown.
    private func source(_ file: String, _ band: String = "1", at x: Int = 0, noData: Int? = nil, more: String = "")
        -> String
    {
        let kind = noData == nil && more.isEmpty ? "SimpleSource" : "ComplexSource"
        let value = noData.map { "<NODATA>\($0)</NODATA>" } ?? ""
        return """
            <\(kind)><SourceFilename relativeToVRT="1">\(file)</SourceFilename><SourceBand>\(band)</SourceBand>\
            <SrcRect xOff="0" yOff="0" xSize="4" ySize="1"/><DstRect xOff="\(x)" yOff="0" xSize="4" ySize="1"/>\
            \(value)\(more)</\(kind)>
            """
    }

    /// The last channel of each pixel.
    private static func alphas(_ row: [UInt8], _ channels: Int) -> [UInt8] {
        stride(from: channels - 1, to: row.count, by: channels).map { row[$0] }
    }

    /// Writes a row of pixels as an image.
    private func write(_ name: String, _ pixels: [[Int]]) throws {
        var png = PNGFixture(width: pixels.count, height: 1) { x, _, channel in pixels[x][channel] }
        png.colorType = [0, 4, 2, 6][pixels[0].count - 1]
        try fixture.folder.write(Data(png.encoded()), to: name)
    }

    private func mosaic(_ list: String, options: DecodeOptions = DecodeOptions()) throws -> Mosaic {
        try fixture.mosaic(fixture.write(list: list, to: "list.vrt"), options: options)
    }

    /// The only row.
    private func row(_ list: String, _ layout: PixelLayout, options: DecodeOptions = DecodeOptions()) throws -> [UInt8]
    {
        let mosaic = try mosaic(list, options: options)
        #expect(mosaic.layout == layout)
        return try MosaicFixture.rows(MosaicSource(mosaic))[0]
    }

    @Test func `gaps and absent pixels of sources are transparent, and others show through the latter`() throws {
        try write("a.png", [[1], [0], [3], [0]])
        try write("b.png", [[0], [6], [0], [8]])
        let list = vrt(band(source("a.png", noData: 0) + source("b.png", at: 2, noData: 0), noData: "0"))
        // The lower image has 3 and 0 where the upper has 0 and 6.
        #expect(try row(list, PixelLayout(.grayAlpha)) == [1, 255, 0, 0, 3, 255, 6, 255, 0, 0, 8, 255, 0, 0, 0, 0])
        var options = DecodeOptions()
        options.alpha = .flatten(RGBColor(red: 9, green: 9, blue: 9))
        #expect(try row(list, PixelLayout(.gray), options: options) == [1, 9, 3, 6, 9, 8, 9, 9])
    }

    @Test func `a pixel is invalid if all its bands have the nodata value, whichever states it`() throws {
        try write("a.png", [[7, 8, 9], [7, 8, 8], [0, 0, 9], [7, 8, 9]])
        for (ofBand, ofSource) in [(true, false), (false, true), (true, true)] {
            let bands = (1...3).map { number in
                band(
                    source("a.png", "\(number)", noData: ofSource ? number + 6 : nil),
                    noData: ofBand ? "\(number + 6)" : nil)
            }
            let row = try row(vrt(bands.joined(), isGeoreferenced: false), PixelLayout(.rgba))
            #expect(Self.alphas(row, 4) == [0, 255, 255, 0, 0, 0, 0, 0])
            #expect(row[4..<7] == [7, 8, 8] && row[8..<11] == [0, 0, 9])
        }
    }

    @Test(arguments: ["-9999", "256", "0.5", "nan", "inf"])
    func `a nodata value that the type cannot hold is that of no pixel`(value: String) throws {
        try write("a.png", [[0], [1], [255], [3]])
        let row = try row(vrt(band(source("a.png"), noData: value)), PixelLayout(.grayAlpha))
        #expect(Self.alphas(row, 2) == [255, 255, 255, 255, 0, 0, 0, 0])
    }

    @Test func `a nodata value of some bands only is not used, with a warning`() throws {
        try write("a.png", [[7, 8, 9], [7, 8, 8], [0, 0, 9], [7, 8, 9]])
        let bands = (1...3).map { band(source("a.png", "\($0)"), noData: $0 == 2 ? nil : "7") }
        let mosaic = try mosaic(vrt(bands.joined()))
        #expect(mosaic.warnings.count == 1 && mosaic.warnings[0].contains("NoDataValue"))
        #expect(try MosaicFixture.rows(MosaicSource(mosaic))[0][3] == 255)
    }

    @Test func `gaps of a georeferenced VRT are transparent without a statement, and black in another`() throws {
        try write("a.png", [[1], [0], [3], [4]])
        let bands = band(source("a.png"))
        #expect(
            try row(vrt(bands), PixelLayout(.grayAlpha))
                == [1, 255, 0, 255, 3, 255, 4, 255, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(try row(vrt(bands, isGeoreferenced: false), PixelLayout(.gray)) == [1, 0, 3, 4, 0, 0, 0, 0])
        // What fills the raster has no alpha.
        #expect(
            try row(vrt(band(source("a.png") + source("a.png", at: 4))), PixelLayout(.gray)) == [
                1, 0, 3, 4, 1, 0, 3, 4,
            ])
    }

    @Test func `alpha of an image counts only where the VRT says so`() throws {
        try write("a.png", [[1, 255], [2, 0], [3, 90], [4, 0]])
        let fill = source("a.png", at: 4)
        #expect(try row(vrt(band(source("a.png") + fill)), PixelLayout(.gray)) == [1, 2, 3, 4, 1, 2, 3, 4])
        let mask = "<MaskBand>\(band(source("a.png", "mask,1")))</MaskBand>"
        let expected: [UInt8] = [1, 255, 2, 0, 3, 90, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        for (list, name) in [
            (band(source("a.png")) + mask, "mask band"),
            (band(source("a.png")) + band(source("a.png", "mask,1")), "alpha band that is a mask"),
            (band(source("a.png")) + band(source("a.png", "2")), "alpha band"),
            (band(source("a.png")) + "<MaskBand>\(band(source("a.png", "2")))</MaskBand>", "mask band that is alpha"),
            (band(source("a.png", more: "<UseMaskBand>true</UseMaskBand>")), "UseMaskBand"),
        ] {
            let row = try row(vrt(list), PixelLayout(.grayAlpha))
            #expect(Self.alphas(row, 2) == Self.alphas(expected, 2), "\(name)")
        }
    }

    @Test func `the mask comes before the nodata value, and may be any channel`() throws {
        try write("a.png", [[1, 255, 5], [0, 0, 6], [0, 7, 7], [4, 0, 8]])
        let bands = (1...3).map { band(source("a.png", "\($0)"), noData: "0") }.joined()
        let mask = "<MaskBand>\(band(source("a.png", "2")))</MaskBand>"
        let row = try row(vrt(bands + mask), PixelLayout(.rgba))
        #expect(Self.alphas(row, 4) == [255, 0, 7, 0, 0, 0, 0, 0])
    }

    @Test func `alpha that gdalbuildvrt adds is opaque where a source lies`() throws {
        try write("a.png", [[1], [0], [3], [4]])
        func alpha(_ offset: Int) -> String {
            band(source("a.png", more: "<ScaleOffset>\(offset)</ScaleOffset><ScaleRatio>0</ScaleRatio>"))
        }
        #expect(
            try row(vrt(band(source("a.png")) + alpha(255)), PixelLayout(.grayAlpha))
                == [1, 255, 0, 255, 3, 255, 4, 255, 0, 0, 0, 0, 0, 0, 0, 0])
        let error = #expect(throws: CodecError.self) { try mosaic(vrt(band(source("a.png")) + alpha(9))) }
        #expect(error?.message.contains("the value 9.0 for all of alpha") == true)
    }

    @Test func `a mask of other files is an error, or a warning where that loss is allowed`() throws {
        try write("a.png", [[1], [0], [3], [4]])
        try write("b.png", [[255], [0], [255], [255]])
        for mask in [source("b.png"), source("a.png", at: 1), ""] {
            let list = vrt(band(source("a.png")) + "<MaskBand>\(band(mask))</MaskBand>")
            let error = #expect(throws: CodecError.self) { try self.mosaic(list) }
            #expect(error?.code == .unsupported && error?.message.contains("Or allow its loss: validity.") == true)
            var options = DecodeOptions()
            options.allowedLoss = [.validity]
            let mosaic = try mosaic(list, options: options)
            #expect(mosaic.warnings.count == 1 && mosaic.warnings[0].contains("a mask whose sources"))
            #expect(try MosaicFixture.rows(MosaicSource(mosaic))[0].prefix(8) == [1, 255, 0, 255, 3, 255, 4, 255])
        }
    }

    @Test func `an image that is resampled fills its rectangle`() throws {
        try write("a.png", [[100], [100], [100], [100]])
        for (x, width) in [(0.0, 8.0), (-0.25, 8.5), (-3, 12)] {
            let scaled = """
                <SimpleSource><SourceFilename relativeToVRT="1">a.png</SourceFilename>\
                <SrcRect xOff="0" yOff="0" xSize="4" ySize="1"/>\
                <DstRect xOff="\(x)" yOff="0" xSize="\(width)" ySize="1"/></SimpleSource>
                """
            #expect(
                try row(vrt(band(scaled)), PixelLayout(.gray)) == [UInt8](repeating: 100, count: 8), "\(x) \(width)")
            // The same with alpha, which is opaque up to the edges.
            let list = vrt(band(scaled) + band(scaled.replacing("</Sim", with: "<SourceBand>mask,1</SourceBand></Sim")))
            let samples = try row(list, PixelLayout(.grayAlpha))
            #expect(samples == [UInt8]((0..<16).map { $0 % 2 == 0 ? 100 : 255 }), "\(x) \(width)")
        }
    }
}
