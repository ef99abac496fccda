import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Values of invalid pixels in GDAL's metadata; what is valid was compared with `gdalwarp -dstalpha` of GDAL 3.6.2.
@Suite(.timeLimited) struct StatedNodataTests {
    /// The colors of four pixels.
    private static let pixels: [[UInt64]] = [[0, 0, 0], [1, 2, 3], [5, 5, 5], [0, 2, 3]]

    private func page(
        item: String? = nil, nodata: String? = nil, isPlanar: Bool = false, samples: Int = 3
    ) -> TIFFFixture {
        var page = TIFFFixture(width: 4, height: 1) { x, _, channel in channel < 3 ? Self.pixels[x][channel] : 9 }
        page.samplesPerPixel = samples
        page.photometric = samples > 2 ? 2 : 1
        page.isPlanar = isPlanar
        if let item {
            page.tags[42112] = .text(
                "<GDALMetadata>\n  <Item name=\"NODATA_VALUES\" sample=\"0\">9 9 9</Item>\n"
                    + "<Item name=\"NODATA_VALUES\">\(item)</Item>\n</GDALMetadata>")
        }
        if let nodata { page.tags[42113] = .text(nodata) }
        return page
    }

    /// The image beside a metadata file, and its alphas; nil if it has none.
    private func read(
        _ bytes: [UInt8], name: String = "a.tif", metadata: String? = nil, _ options: DecodeOptions = DecodeOptions()
    ) throws -> (alphas: [Int?], image: DecodedImage) {
        let folder = try TemporaryFolder()
        try folder.write(Data(bytes), to: name)
        if let metadata {
            try folder.write(Data("<PAMDataset>\(metadata)</PAMDataset>".utf8), to: name + ".aux.xml")
        }
        let image = try DecodedImage(openImage(.file(folder.path(name)), options: options))
        let hasAlpha = image.info.layout.channels.hasAlpha
        return ((0..<image.info.size.width).map { hasAlpha ? image.pixel($0, 0).last : nil }, image)
    }

    private func bands(_ values: [String?]) -> String {
        zip(1..., values).map { number, value in
            let text = value.map { "<NoDataValue>\($0)</NoDataValue>" } ?? ""
            return "<PAMRasterBand band=\"\(number)\">\(text)</PAMRasterBand>"
        }.joined()
    }

    private func item(_ text: String) -> String { "<Metadata><MDI key=\"NODATA_VALUES\">\(text)</MDI></Metadata>" }

    @Test(arguments: [false, true])
    func `values of all channels mark pixels that have them all`(isPlanar: Bool) throws {
        let page = page(item: "1 2 3", isPlanar: isPlanar)
        let (alphas, image) = try read(page.encoded())
        #expect(alphas == [255, 0, 255, 255])
        #expect(image.warnings == [] && image.info.alphaIsValidity)
        #expect(image.pixel(1, 0) == [0, 0, 0, 0] && image.pixel(3, 0) == [0, 2, 3, 255])
        // The metadata file says the same, and counts before the tag.
        #expect(try read(self.page(isPlanar: isPlanar).encoded(), metadata: item("1 2 3")).alphas == alphas)
        #expect(try read(self.page(item: "5 5 5").encoded(), metadata: item("1 2 3")).alphas == alphas)
        #expect(try read(page.encoded(), metadata: item("0 0 0")).alphas == [0, 255, 255, 255])
    }

    @Test func `reduced copies are not used with values in which GDAL does not write them`() throws {
        func pages(_ change: (inout TIFFFixture) -> Void) throws -> any ReducedResolutionSource {
            var full = page()
            var half = TIFFFixture(width: 2, height: 1) { _, _, _ in 0 }
            half.samplesPerPixel = 3
            half.photometric = 2
            half.tags[254] = .longs([1])
            change(&full)
            return try #require(
                openImage(.bytes(TIFFFixture.encode([full, half]), name: "a.tif")) as? any ReducedResolutionSource)
        }
        let half = PixelSize(width: 2, height: 1)
        #expect(try pages { $0.tags[42112] = page(item: "1 2 3").tags[42112] }.reduced(to: half) == nil)
        let copy = try #require(try pages { $0.tags[42113] = .text("0") }.reduced(to: half))
        #expect(try DecodedImage(copy).pixel(0, 0) == [0, 0, 0, 0])
    }

    @Test func `as many values as channels are needed, else there is a warning`() throws {
        let (alphas, image) = try read(page(item: "1 2").encoded())
        #expect(alphas == [nil, nil, nil, nil])
        #expect(image.warnings == ["its NODATA_VALUES, 1 2, are not as many as its 3 channels; they are not used."])
    }

    @Test func `a no-data value counts before the values of all channels, which are named`() throws {
        let (alphas, image) = try read(page(item: "1 2 3", nodata: "0").encoded())
        #expect(alphas == [0, 255, 255, 255])
        #expect(image.warnings == ["it has a no-data value, 0, so its NODATA_VALUES, 1 2 3, are not used."])
        #expect(try read(page(item: "0 0 0", nodata: "0").encoded()).image.warnings == [])
    }

    @Test func `values of the bands of a metadata file count before the tag`() throws {
        #expect(try read(page().encoded(), metadata: bands(["1", "2", "3"])).alphas == [255, 0, 255, 255])
        #expect(try read(page(nodata: "0").encoded(), metadata: bands(["5", "5", "5"])).alphas == [255, 255, 0, 255])
        // Bands without one have that of the tag.
        #expect(try read(page(nodata: "0").encoded(), metadata: bands([nil, "0", nil])).alphas == [0, 255, 255, 255])
        let (alphas, image) = try read(page().encoded(), metadata: bands(["1", "2", nil]))
        #expect(alphas == [nil, nil, nil, nil])
        #expect(
            image.warnings == [
                "its no-data value is that of some channels only, which says nothing of whole pixels; it is not used."
            ])
    }

    @Test func `the caller's value replaces those of the metadata`() throws {
        var options = DecodeOptions()
        options.nodata = .value(NodataValue(5))
        #expect(try read(page().encoded(), metadata: bands(["1", "2", "3"]), options).alphas == [255, 255, 0, 255])
        options.nodata = .none
        #expect(try read(page(item: "1 2 3").encoded(), metadata: bands(["1", "2", "3"]), options).alphas[1] == nil)
        options.nodata = .values(NodataValues(alternatives: [[nil, NodataValue(2)], [NodataValue(5)]]))
        #expect(try read(page().encoded(), metadata: nil, options).alphas == [255, 0, 0, 0])
        #expect(try read(png(), name: "a.png", metadata: nil, options).alphas == [255, 0, 0, 0])
    }

    private func png() -> [UInt8] {
        PNGFixture(width: 4, height: 1) { x, _, channel in Int(Self.pixels[x][channel]) }.encoded()
    }

    @Test func `the metadata file of an image that is not a TIFF is read`() throws {
        let (alphas, image) = try read(png(), name: "a.png", metadata: bands(["1", "2", "3"]))
        #expect(alphas == [255, 0, 255, 255] && image.info.alphaIsValidity && image.warnings == [])
        #expect(image.pixel(3, 0) == [0, 2, 3, 255])
        #expect(try read(png(), name: "a.png", metadata: item("0 0 0")).alphas == [0, 255, 255, 255])
        let other = try read(png(), name: "a.png", metadata: bands(["256", "256", "256"])).image
        #expect(
            other.warnings == [
                "its no-data value, 256, is not a value of unsigned samples of 8 bits: all pixels are valid."
            ])
    }

    @Test func `floating-point numbers of a metadata file are compared before they are scaled`() throws {
        var page = TIFFFixture(width: 4, height: 1) { x, _, _ in UInt64([Float(0.1), 7, -9999, 20][x].bitPattern) }
        page.bits = 32
        page.sampleFormat = 3
        let (alphas, image) = try read(page.encoded(), metadata: bands(["-9999"]))
        #expect(alphas == [255, 255, 0, 255])
        #expect(image.pixel(0, 0) == [0, 255] && image.pixel(3, 0) == [255, 255])
        #expect(try read(page.encoded(), metadata: item("0.1")).alphas == [0, 255, 255, 255])
    }

    @Test func `a channel that only the metadata file calls alpha is an error, or a warning`() throws {
        var page = page(samples: 4)
        page.extraSamples = [0]
        let metadata = "<PAMRasterBand band=\"4\"><ColorInterp>Alpha</ColorInterp></PAMRasterBand>"
        let error = #expect(throws: CodecError.self) { _ = try read(page.encoded(), metadata: metadata) }
        #expect(error?.message.contains(".aux.xml, calls channel 4 alpha") == true)
        #expect(error?.message.contains("Or allow its loss: validity.") == true)
        var options = DecodeOptions()
        options.allowedLoss = [.validity]
        #expect(try read(page.encoded(), metadata: metadata, options).image.info.layout == PixelLayout(.rgb))
        page.extraSamples = [2]
        #expect(try read(page.encoded(), metadata: metadata).alphas == [9, 9, 9, 9])
    }

    @Test func `inks with a no-data value are refused with a remedy that helps`() throws {
        var page = page(nodata: "0", samples: 4)
        page.photometric = 5
        let error = #expect(throws: CodecError.self) { _ = try read(page.encoded()) }
        #expect(
            error?.message
                == "its no-data value, 0, cannot be compared with pixels of this kind of color. Convert the image to RGB "
                + "first, with alpha. Or allow its loss: validity.")
    }

    @Test func `metadata on validity that is damaged is an error`() throws {
        for (bytes, metadata) in [(page().encoded(), "<NoDataValue>"), (page(item: "<").encoded(), nil)]
            as [([UInt8], String?)]
        {
            let error = #expect(throws: CodecError.self) { _ = try read(bytes, metadata: metadata) }
            #expect(error?.message.contains("is damaged") == true)
        }
        #expect(throws: CodecError.self) { _ = try read(page(item: "1 2 three").encoded()) }
        // What says nothing of validity is not read.
        #expect(try read(page().encoded(), metadata: "<Histograms>").alphas == [nil, nil, nil, nil])
    }
}
