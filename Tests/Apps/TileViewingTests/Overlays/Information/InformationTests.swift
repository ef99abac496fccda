import Controls
import ImageMetadata
import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TileViewing

/// Tests of the rows of the information panel.
@MainActor
@Suite(.timeLimited) struct InformationTests {
    private func rows(_ change: (inout DocumentMetadata) -> Void) -> [String] {
        var metadata = DocumentMetadata(format: "JPEG", size: PixelSize(width: 8192, height: 4096))
        change(&metadata)
        return InformationRows(metadata).all.map { "\($0.label): \($0.value)" }
    }

    @Test func `what is unknown is left out`() {
        #expect(rows { _ in } == ["format: JPEG", "size: 8192×4096 pixels, 33.6 megapixels"])
    }

    @Test func `of a small image the number of megapixels is left out`() {
        func size(_ width: Int, _ height: Int) -> String? {
            let metadata = DocumentMetadata(format: "PNG", size: PixelSize(width: width, height: height))
            return InformationRows(metadata).all.first { $0.label == "size" }?.value
        }
        #expect(size(80, 60) == "80×60 pixels" && size(400, 249) == "400×249 pixels")
        #expect(size(400, 250) == "400×250 pixels, 0.1 megapixels")
    }

    @Test func `file, levels, samples and the size of a pixel follow`() {
        let rows = rows { metadata in
            metadata.fileBytes = 12_300_000
            metadata.pyramid = .init(levels: 14, tileSize: 256)
            metadata.samples = "RGB, 8 bits"
            metadata.millimetersPerPixel = 0.0005
        }
        #expect(
            rows.dropFirst(2) == [
                "file: 12.3 MB", "levels: 14, tiles of 256 pixels", "samples: RGB, 8 bits",
                "pixel: 0.5 µm (50800 per inch)",
            ])
    }

    @Test func `the density of a photograph is the size of a print, and a known length is named as such`() {
        #expect(
            rows { $0.printMillimetersPerPixel = 0.1 }.dropFirst(2) == ["print: 819.2×409.6 mm (254 per inch)"])
        let rows = rows { metadata in
            metadata.millimetersPerPixel = 0.1
            metadata.calibration = 0.0005
        }
        #expect(rows.dropFirst(2) == ["pixel: 0.5 µm (50800 per inch), by a known length"])
    }

    @Test(arguments: [
        (0.004, "1/250 s"), (0.3, "1/3 s"), (0.4, "0.4 s"), (2.5, "2.5 s"), (30, "30 s"), (0.000125, "1/8000 s"),
    ])
    func `exposure times are written as photographers write them`(seconds: Double, text: String) {
        #expect(EXIFProperties.exposureTimeText(seconds) == text)
    }

    @Test func `places have hemispheres`() {
        #expect(
            InformationRows.place(latitude: -33.86, longitude: 151.2083) == "33.86000° S, 151.20830° E")
    }

    @Test func `a key opens the panel, which is drawn once, and frees it`() {
        let stage = ViewerStage()
        #expect(!stage.viewer.features.contains(.information))
        stage.tap("p")
        stage.frame()
        #expect(stage.viewer.features.contains(.information))
        #expect(stage.viewer.shownInformation.first?.label == "format")
        stage.tap("p")
        stage.frame()
        #expect(stage.viewer.shownInformation.isEmpty)
    }
}
