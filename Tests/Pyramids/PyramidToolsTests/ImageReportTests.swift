import Georeferencing
import ImageMetadata
import PyramidTools
import TestLimits
import TestSupport
import Testing
import TilePyramid

@Suite(.timeLimited) struct ImageReportTests {
    /// An elevation model of 60 × 40 pixels of 10 m in UTM zone 33.
    private var elevation: TIFFFixture {
        var page = TIFFFixture(width: 60, height: 40) { x, y, _ in UInt64(Float(x + y).bitPattern) }
        page.bits = 32
        page.sampleFormat = 3
        page.tags = [
            33550: .doubles([10, 10, 0]), 33922: .doubles([0, 0, 0, 500_000, 5_500_000, 0]),
            34735: .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633]), 42113: .text("-9999"),
        ]
        return page
    }

    private func report(_ pages: [TIFFFixture]) throws -> ImageReport {
        try ImageReport(.bytes(TIFFFixture.encode(pages), name: "image.tif"))
    }

    @Test func `an elevation model has its samples, nodata value, system and bounds`() throws {
        let report = try report([elevation])
        #expect(report.format == "TIFF" && report.size == PixelSize(width: 60, height: 40) && report.pages == 1)
        #expect(report.samples == "1 × 32 bits, float, gray" && report.nodata == "-9999" && !report.hasMask)
        #expect(report.georeference?.crs == "EPSG:32633")
        // Zone 33 has its central meridian at 15°; the corner at 500 km east lies on it.
        let bounds = try #require(report.bounds)
        #expect(abs(bounds.west - 15) < 1e-9 && bounds.isValid && abs(bounds.north - 49.652542922) < 1e-8)
    }

    @Test func `reduced copies and masks are not pages`() throws {
        var small = TIFFFixture(width: 30, height: 20) { _, _, _ in 0 }
        small.tags[254] = .longs([1])
        var mask = TIFFFixture(width: 60, height: 40) { _, _, _ in 1 }
        mask.bits = 1
        mask.photometric = 4
        mask.tags[254] = .longs([4])
        var smallMask = mask
        smallMask.width = 30
        smallMask.height = 20
        smallMask.tags[254] = .longs([5])
        let second = TIFFFixture(width: 8, height: 8) { _, _, _ in 0 }
        let report = try report([elevation, mask, small, smallMask, second])
        #expect(report.pages == 2 && report.hasMask)
        #expect(report.reducedSizes == [PixelSize(width: 30, height: 20)])
    }

    @Test(arguments: Orientation.allCases)
    func `the size is that of the upright image`(orientation: Orientation) throws {
        var page = TIFFFixture(width: 60, height: 40) { _, _, _ in 0 }
        page.tags[274] = .shorts([orientation.rawValue])
        let report = try report([page])
        #expect(report.orientation == orientation)
        #expect(report.size == orientation.upright(PixelSize(width: 60, height: 40)))
    }

    @Test(arguments: Orientation.allCases)
    func `the place is that of the upright pixels, and the bounds stay`(orientation: Orientation) throws {
        let stored = try report([elevation])
        var page = elevation
        page.tags[274] = .shorts([orientation.rawValue])
        let turned = try report([page])
        #expect(turned.bounds == stored.bounds)
        let transform = try #require(turned.georeference?.transform)
        let width = Double(turned.size.width)
        let height = Double(turned.size.height)
        let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { transform.coordinate(x: $0.0, y: $0.1) }
        #expect(corners.map(\.x).min() == 500_000 && corners.map(\.x).max() == 500_600)
        #expect(corners.map(\.y).min() == 5_499_600 && corners.map(\.y).max() == 5_500_000)
        // The first stored pixel stays the first one if the image is as it is stored, or its rows become columns.
        let isFirst = [.upright, .transposed].contains(orientation)
        #expect((corners[0] == (500_000, 5_500_000)) == isFirst)
    }

    @Test func `a georeference that cannot be used is a warning, and the rest is described`() throws {
        var page = elevation
        page.tags[33550] = nil
        page.tags[33922] = .doubles([0, 0, 0, 1, 1, 0, 40, 40, 0, 2, 2, 0])
        let report = try report([page])
        #expect(report.georeference == nil && report.bounds == nil)
        #expect(report.warnings.contains { $0.contains("control points") })
        #expect(report.samples == "1 × 32 bits, float, gray")
    }

    @Test func `a file that is not an image is an error`() {
        #expect(throws: CodecError.self) { try ImageReport(.bytes(Array("text".utf8), name: "notes.txt")) }
    }
}
