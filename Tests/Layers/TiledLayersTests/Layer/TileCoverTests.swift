import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// The tiles drawn for each area when only some are cached.
@Suite(.timeLimited) struct TileCoverTests {
    private static let halved = Pyramid(size: PixelSize(width: 700, height: 500), tileSize: 32)
    private static let odd = Pyramid(levels: [
        LevelShape(size: PixelSize(width: 50, height: 36), tileSize: PixelSize(width: 30, height: 30)),
        LevelShape(size: PixelSize(width: 234, height: 167), tileSize: PixelSize(width: 40, height: 25)),
        LevelShape(size: PixelSize(width: 700, height: 500), tileSize: PixelSize(width: 64, height: 48)),
    ])

    private static let buffer = PixelBuffer(size: PixelSize(width: 1, height: 1), isOpaque: true) { $0[0] = 0 }
    private static let region = ImageRegion(corners: Rect(x: 90, y: 130, width: 160, height: 100).corners)

    private static func cover(
        _ pyramid: Pyramid, level: Int, having tiles: Set<TileIndex>, outdated: Set<TileIndex> = []
    ) throws -> TileCover {
        TileCover(
            of: try #require(region), level: level, in: pyramid,
            isPopulated: { level in tiles.contains { $0.level == level } },
            lookUp: { index in
                tiles.contains(index)
                    ? CachedTile(buffer: buffer, generation: 0, isOutdated: outdated.contains(index)) : nil
            })
    }

    @Test func `when all tiles of the right level are cached, exactly these are drawn`() throws {
        let tiles = Set(Self.halved.indices)
        let cover = try Self.cover(Self.halved, level: 9, having: tiles)
        // Tiles of level 9 cover 64×64 pixels: columns 1 to 3, rows 2 and 3.
        #expect(
            cover.parts.map(\.index) == [tile(9, 1, 2), tile(9, 2, 2), tile(9, 3, 2)]
                + [tile(9, 1, 3), tile(9, 2, 3), tile(9, 3, 3)])
        #expect(cover.blanks.isEmpty && cover.tiles.allSatisfy(\.isFresh))
    }

    @Test func `a missing tile is filled with its four children, and a missing child with the parent`() throws {
        let children = [tile(10, 2, 4), tile(10, 3, 4), tile(10, 2, 5)]
        let cover = try Self.cover(Self.halved, level: 9, having: Set(children + [tile(8, 0, 1), tile(8, 1, 1)]))
        let parts = cover.parts.filter { $0.imageRect.intersection(Rect(x: 64, y: 128, width: 64, height: 64)) != nil }
        #expect(Set(parts.map(\.index)) == Set(children + [tile(8, 0, 1)]))
        #expect(parts.first { $0.index.level == 8 }?.imageRect == Rect(x: 96, y: 160, width: 32, height: 32))
        #expect(cover.blanks.isEmpty && !cover.tiles.contains(where: \.isFresh))
    }

    @Test func `tiles up to three levels finer are used, and no finer ones`() throws {
        let level = 7
        for finer in 1...3 {
            let tiles = Self.halved.indices.filter { $0.level == level + finer }
            if tiles.isEmpty { continue }
            #expect(try Self.cover(Self.halved, level: level, having: Set(tiles)).blanks.isEmpty)
        }
        let tiles = Self.halved.indices.filter { $0.level == 10 }
        #expect(try Self.cover(Self.halved, level: 6, having: Set(tiles)).parts.isEmpty)
    }

    @Test func `an outdated tile is drawn where it is the right one`() throws {
        let right = tile(9, 2, 2)
        let cover = try Self.cover(Self.halved, level: 9, having: [right, tile(5, 0, 0)], outdated: [right])
        #expect(cover.parts.contains { $0.index == right && $0.tile.isOutdated })
        #expect(cover.tiles.first { $0.index == right }?.isFresh == false)
    }

    @Test(arguments: [halved, odd], [1, 2, 3, 4, 5] as [UInt64])
    func `parts and blanks fill the view, do not overlap and are the best available, whatever is cached`(
        pyramid: Pyramid, seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<40 {
            let density = Double.random(in: 0...1, using: &random)
            let tiles = Set(pyramid.indices.filter { _ in Double.random(in: 0...1, using: &random) < density })
            let level = Int.random(in: max(0, pyramid.levels.count - 5)..<pyramid.levels.count, using: &random)
            let cover = try Self.cover(pyramid, level: level, having: tiles)
            for _ in 0..<60 {
                let point = Point(
                    x: .random(in: 90..<250, using: &random), y: .random(in: 130..<230, using: &random))
                let parts = cover.parts.filter { $0.imageRect.contains(point) }
                let blanks = cover.blanks.filter { $0.contains(point) }
                #expect(parts.count + blanks.count == 1)
                let there = pyramid.presentLevels.filter { tiles.contains(pyramid.tile(of: $0, at: point)) }
                let least = pyramid.levels[level].downsample / TileCover.finerRatio * 0.999
                let finer = there.first { $0 > level && pyramid.levels[$0].downsample >= least }
                let best = there.contains(level) ? level : finer ?? there.last { $0 < level }
                #expect(parts.first?.index.level == best)
            }
        }
    }
}
