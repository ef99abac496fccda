import Georeferencing
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import ImageMetadata
@testable import TileViewing

/// Tests of the sizes that are those of things, and of those that are only those of prints.
@Suite(.timeLimited) struct TrueSizeTests {
    private func metadata(
        _ resolution: PixelResolution?, isSlide: Bool = false, _ change: (inout DocumentMetadata) -> Void = { _ in }
    ) -> DocumentMetadata {
        var metadata = DocumentMetadata(format: "JPEG", size: PixelSize(width: 3000, height: 2000))
        change(&metadata)
        metadata.setResolution(resolution, isSlide: isSlide)
        return metadata
    }

    @Test func `the density of a scan measures, and that of a photograph does not`() {
        let scan = metadata(PixelResolution(millimetersPerPixel: 0.1, isPhysical: true))
        #expect(scan.millimetersPerPixel == 0.1 && scan.printMillimetersPerPixel == nil)
        #expect(AnnotationScale(of: scan) == .physical(millimetersPerPixel: 0.1))
        let photograph = metadata(PixelResolution(millimetersPerPixel: 0.1, isPhysical: false))
        #expect(photograph.millimetersPerPixel == nil && photograph.printMillimetersPerPixel == 0.1)
        #expect(AnnotationScale(of: photograph) == .pixels)
        let unknown = metadata(nil)
        #expect(unknown.millimetersPerPixel == nil && unknown.printMillimetersPerPixel == nil)
    }

    @Test func `a camera or an exposure in EXIF makes a photograph of any image`() throws {
        var builder = TIFFDirectoryBuilder()
        builder[.artist] = .text("A")
        let header = TIFFHeader.bytes(firstDirectory: 8, isBigTIFF: false)
        let exif = try #require(
            EXIFProperties(header + builder.bytes(at: header.count, next: 0, isBigTIFF: false)))
        let changes: [(inout EXIFProperties) -> Void] = [
            { $0.camera = "NIKON Z 6" }, { $0.lens = "35 mm" }, { $0.exposureTime = 0.01 }, { $0.fNumber = 2 },
            { $0.focalLength = 35 },
        ]
        let resolution = PixelResolution(millimetersPerPixel: 0.1, isPhysical: true)
        #expect(metadata(resolution) { $0.exif = exif }.millimetersPerPixel == 0.1)
        for change in changes {
            var photographed = exif
            change(&photographed)
            #expect(metadata(resolution) { $0.exif = photographed }.millimetersPerPixel == nil)
        }
    }

    @Test func `the scanner of a slide is not a camera`() {
        let slide = metadata(PixelResolution(millimetersPerPixel: 0.00025, isPhysical: false), isSlide: true)
        #expect(slide.millimetersPerPixel == 0.00025)
    }

    @Test func `a known length counts more than what the file says, and a place on the Earth more than both`() {
        var metadata = metadata(PixelResolution(millimetersPerPixel: 0.1, isPhysical: true))
        metadata.calibration = 0.5
        #expect(AnnotationScale(of: metadata) == .physical(millimetersPerPixel: 0.5))
        #expect(metadata.millimetersPerPixel(at: .zero) == 0.5)
        let projection = MapProjection(pyramid: Pyramid(mapTilesOf: 0...2), zoom: 2)
        metadata.place = ImagePlace(projection)
        #expect(AnnotationScale(of: metadata) == .map(projection))
    }
}
