import ImageCodecs
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

/// Pyramids of other shapes than Deep Zoom's equal those of the plain cutter, too.
@Suite(.timeLimited) struct CutEngineShapeTests {
    static let layouts = [PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.rgba), PixelLayout(.rgb, .sixteen)]
    static let bands: [Int?] = [1, 7, 16, 64, nil]

    private func expectPlainTiles(_ cut: Cut, _ what: String) {
        let result = cut.run()
        let plain = ReferenceCutter(cut.pyramid, layout: cut.layout)
        let what = Comment(rawValue: "\(cut.pyramid.size), \(cut.layout), \(what)")
        #expect(result.error == nil, what)
        #expect(result.store.tiles == plain.tiles, what)
        #expect(result.outcome?.progress.finishedTiles == cut.pyramid.tileCount, what)
    }

    @Test(arguments: 1...40)
    func `every small size, rounded up and down, with and without padded tiles, is exact`(width: Int) {
        for (position, height) in (1...40).enumerated() {
            for (number, padsTiles) in [false, true].enumerated() {
                var shape = PyramidShape()
                shape.rounding = (width + position) % 2 == 0 ? .down : .up
                shape.coarsest = (width / 2 + position) % 2 == 0 ? .tile : .pixel
                shape.padsTiles = padsTiles
                var cut = Cut(width, height, tileSize: [3, 7, 16][(width + position) % 3], shape: shape)
                cut.threads = [1, 2, 4][(width + position / 2) % 3]
                cut.rowsPerBand = Self.bands[(3 * width + position) % 5]
                cut.layout = Self.layouts[(width + position / 3 + number) % 4]
                expectPlainTiles(cut, "\(shape)")
            }
        }
    }

    @Test(arguments: [1, 2, 4], [false, true])
    func `an image that begins inside its first tile is exact`(threads: Int, padsTiles: Bool) {
        for (number, width) in [1, 5, 16, 33, 70].enumerated() {
            for height in [1, 6, 16, 40, 67] {
                var shape = PyramidShape()
                shape.coarsest = .tile
                shape.padsTiles = padsTiles
                for origin in [(8, 0), (0, 24), (40, 16), (104, 56)] {
                    shape.origin = PixelOffset(x: origin.0, y: origin.1)
                    var cut = Cut(width, height, tileSize: 16, shape: shape)
                    cut.threads = threads
                    cut.rowsPerBand = Self.bands[(number + height) % 5]
                    cut.layout = Self.layouts[number % 4]
                    expectPlainTiles(cut, "\(origin)")
                }
            }
        }
    }

    @Test func `chunks suffice where a padded tile is much taller than the image`() {
        var shape = PyramidShape()
        shape.padsTiles = true
        for tileSize in [33, 100, 300] {
            for threads in [1, 3] {
                var cut = Cut(5 * tileSize + 1, 1, tileSize: tileSize, shape: shape)
                cut.threads = threads
                expectPlainTiles(cut, "tiles of \(tileSize)")
            }
        }
    }

    @Test func `tiles without alpha show the background beyond the image`() {
        var shape = PyramidShape()
        shape.padsTiles = true
        shape.coarsest = .tile
        for (layout, background) in [
            (PixelLayout(.rgb), [10, 200, 30]), (PixelLayout(.rgb, .sixteen), [10, 10, 200, 200, 30, 30]),
            (PixelLayout(.gray), [124]), (PixelLayout(.gray, .sixteen), [124, 124]),
            (PixelLayout(.rgba), [0, 0, 0, 0]),
        ] as [(PixelLayout, [UInt8])] {
            var cut = Cut(21, 13, tileSize: 8, shape: shape)
            cut.layout = layout
            cut.background = RGBColor(red: 10, green: 200, blue: 30)
            let plain = ReferenceCutter(cut.pyramid, layout: layout, background: background)
            #expect(cut.run().store.tiles == plain.tiles)
        }
    }

    @Test func `an odd row and column are left out of the coarser level when sizes are rounded down`() throws {
        var shape = PyramidShape()
        shape.rounding = .down
        shape.coarsest = .tile
        var cut = Cut(1027, 513, tileSize: 256, shape: shape)
        cut.layout = PixelLayout(.gray)
        #expect(cut.pyramid.levels.map(\.size.description) == ["256×128", "513×256", "1027×513"])
        expectPlainTiles(cut, "the size at which Zoomify's readers and libvips differ")
    }
}
