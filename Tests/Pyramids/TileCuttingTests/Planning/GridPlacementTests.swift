import Georeferencing
import ImageCodecs
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimited) struct GridPlacementTests {
    private func google(_ change: (inout CutOptions) -> Void = { _ in }) -> CutOptions {
        var options = CutOptions()
        options.shape.padsTiles = true
        options.shape.coarsest = .tile
        options.isCentered = true
        change(&options)
        return options
    }

    private func info(_ width: Int, _ height: Int, _ layout: PixelLayout = PixelLayout(.rgb)) -> ImageInfo {
        ImageInfo(size: PixelSize(width: width, height: height), layout: layout, container: "stub")
    }

    @Test func `a centered image begins where libvips puts it, at a whole pixel of every level`() throws {
        let placement = try GridPlacement(info(1000, 700), options: google(), format: .jpeg)
        // 12 and 162 on a canvas of 1024: 162 is not a multiple of 4, so two rows are added above the image.
        #expect(placement.shape.origin == PixelOffset(x: 12, y: 160))
        #expect(placement.margin == PixelOffset(x: 0, y: 2))
        #expect(placement.pyramid.levels.map(\.grid.count) == [1, 4, 16])
        #expect(placement.pyramid.levels[0].inset == PixelOffset(x: 3, y: 40))
        #expect(!placement.addsAlpha)
    }

    @Test func `bounds wider than the Earth are invalid options`() {
        var options = CutOptions()
        options.bounds = GeoBounds(west: -170, south: 0, east: 191, north: 10, crs: .wgs84)
        let error = #expect(throws: CuttingError.self) {
            try GridPlacement(info(10, 10), options: options, format: .jpeg)
        }
        #expect(error?.code == .invalidOptions && error?.message.contains("360.0 around") == true)
    }

    @Test(arguments: 1...40)
    func `every small image is centered to a pixel`(width: Int) throws {
        for height in 1...40 {
            for rounding in PyramidShape.Rounding.allCases {
                let options = google {
                    $0.tileSize = 8
                    $0.shape.rounding = rounding
                }
                let placement = try GridPlacement(info(width, height), options: options, format: .jpeg)
                let canvas = 8 << (placement.pyramid.levels.count - 1)
                let begin = placement.shape.origin.x + placement.margin.x
                #expect(begin == max(0, (canvas - width) / 2))
                #expect(placement.pyramid.size.width == width + placement.margin.x)
            }
        }
    }

    @Test func `an opaque image gets alpha where tiles show something beyond it and can store that`() throws {
        func addsAlpha(
            _ width: Int, _ format: TileFormat, _ change: (inout CutOptions) -> Void = { _ in }
        ) throws -> Bool {
            try GridPlacement(info(width, 512), options: google(change), format: format).addsAlpha
        }
        #expect(try addsAlpha(500, .png))
        #expect(try !addsAlpha(512, .png))
        #expect(try !addsAlpha(500, .jpeg))
        #expect(try !addsAlpha(500, .png) { $0.padsWithBackground = true })
        #expect(
            try !addsAlpha(500, .png) {
                $0.shape.padsTiles = false; $0.isCentered = false
            })
        let transparent = try GridPlacement(info(500, 512, PixelLayout(.rgba)), options: google(), format: .png)
        #expect(!transparent.addsAlpha)
    }

    @Test func `an origin inside a pixel of the coarsest level is an error that says of what it must be a multiple`() {
        let error = #expect(throws: CuttingError.self) {
            _ = try GridPlacement(
                info(1000, 700),
                options: google {
                    $0.isCentered = false
                    $0.shape.origin.x = 6
                }, format: .jpeg)
        }
        #expect(error?.code == .invalidOptions)
        #expect(error?.message.contains("multiples of 4") == true)
    }

    @Test(arguments: [PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.rgb, .sixteen)])
    func `the margin is background, and transparent where alpha was added`(layout: PixelLayout) throws {
        for format in [TileFormat.jpeg, .png] {
            let options = google {
                $0.tileSize = 4
                $0.background = RGBColor(red: 0, green: 0, blue: 0)
            }
            let base = StubSource(size: PixelSize(width: 9, height: 25), layout: layout, rowsPerBand: 4)
            let placement = try GridPlacement(base.info, options: options, format: format)
            #expect(placement.margin == PixelOffset(x: 3, y: 3))
            let source = placement.source(over: base, name: "image")
            #expect(source.info.size == placement.pyramid.size)
            let bytes = source.info.layout.bytesPerPixel
            var rows: [[UInt8]] = []
            try source.readBands { band in
                #expect(band.rows.lowerBound == rows.count)
                rows += band.rows.map { Array(UnsafeRawBufferPointer(start: band.row($0), count: 12 * bytes)) }
            }
            let alpha = [UInt8](repeating: 255, count: bytes - layout.bytesPerPixel)
            let expected = (0..<28).map { y in
                guard y >= 3 else { return [UInt8](repeating: 0, count: 12 * bytes) }
                let row = StubSource.row(y - 3, width: 9, layout: layout)
                return [UInt8](repeating: 0, count: 3 * bytes)
                    + (0..<9).flatMap {
                        row[($0 * layout.bytesPerPixel)..<(($0 + 1) * layout.bytesPerPixel)] + alpha
                    }
            }
            #expect(rows == expected)
        }
    }
}
