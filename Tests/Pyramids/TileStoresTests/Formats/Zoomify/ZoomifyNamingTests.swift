import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

@Suite(.timeLimited)
struct ZoomifyNamingTests {
    private func pyramid(_ width: Int, _ height: Int, _ rounding: PyramidShape.Rounding? = nil) -> Pyramid {
        Pyramid(
            size: PixelSize(width: width, height: height), tileSize: 256,
            shape: PyramidFormat.zoomify.shape(rounding: rounding))
    }

    private func text(_ pyramid: Pyramid) throws -> String {
        let naming = ZoomifyNaming(pyramid: pyramid, fileExtension: "jpg")
        let file = try #require(naming.descriptors.last)
        #expect(file.name == "ImageProperties.xml")
        return String(decoding: file.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (6488, 8213, PyramidShape.Rounding.down, 1169, 6), (6488, 8213, .up, 1171, 7), (1027, 600, .down, 22, 3),
        (1027, 600, .up, 24, 4), (513, 1, .down, 4, 2), (1, 1, .down, 1, 1), (256, 256, .down, 1, 1),
    ])
    func `levels are rounded down as viewers expect, or up as in libvips, and all tiles are counted`(
        width: Int, height: Int, rounding: PyramidShape.Rounding, tiles: Int, tiers: Int
    ) throws {
        let pyramid = pyramid(width, height, rounding)
        #expect(pyramid.levels.count == tiers)
        #expect(
            try text(pyramid)
                == "<IMAGE_PROPERTIES WIDTH=\"\(width)\" HEIGHT=\"\(height)\" NUMTILES=\"\(tiles)\" "
                + "NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"256\" />\n")
    }

    @Test func `the default is to round down`() {
        #expect(pyramid(1027, 600) == pyramid(1027, 600, .down))
    }

    @Test func `groups of 256 tiles are counted from the coarsest tier on, row by row`() {
        // The coarser tiers have 1, 4, 16 and 64 tiles; the last has 16 × 16.
        let pyramid = pyramid(4_000, 4_000)
        let naming = ZoomifyNaming(pyramid: pyramid, fileExtension: "jpg")
        #expect(pyramid.levels.map(\.grid.count) == [1, 4, 16, 64, 256])
        #expect(naming.name(of: TileIndex(level: 0, column: 0, row: 0)) == "TileGroup0/0-0-0.jpg")
        #expect(naming.name(of: TileIndex(level: 4, column: 10, row: 10)) == "TileGroup0/4-10-10.jpg")
        #expect(naming.name(of: TileIndex(level: 4, column: 11, row: 10)) == "TileGroup1/4-11-10.jpg")
        #expect(naming.name(of: TileIndex(level: 4, column: 15, row: 15)) == "TileGroup1/4-15-15.jpg")
    }

    @Test func `names map back to their tiles, and other names to none`() {
        let pyramid = pyramid(4_000, 3_000)
        let naming = ZoomifyNaming(pyramid: pyramid, fileExtension: "jpg")
        for index in pyramid.indices {
            #expect(naming.index(of: naming.name(of: index)) == index)
        }
        for name in [
            "TileGroup1/0-0-0.jpg", "TileGroup0/0-0-0.png", "TileGroup0/0-1-0.jpg", "TileGroup0/00-0-0.jpg",
            "TileGroup0/-1-0-0.jpg", "TileGroup0/0-0-0-0.jpg", "../TileGroup0/0-0-0.jpg", "0-0-0.jpg", "",
            "TileGroup0/99999999999999999999-0-0.jpg",
        ] {
            #expect(naming.index(of: name) == nil, "\(name)")
        }
    }
}
