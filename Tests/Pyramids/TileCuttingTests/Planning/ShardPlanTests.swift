import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimited) struct ShardPlanTests {
    private func pyramids() -> [Pyramid] {
        var pyramids: [Pyramid] = []
        for height in Array(1...20) + [31, 32, 33, 65] {
            for tileSize in [1, 2, 3, 4, 7, 8] {
                for rounding in PyramidShape.Rounding.allCases {
                    var shape = PyramidShape()
                    shape.rounding = rounding
                    let size = PixelSize(width: 5, height: height)
                    for overlap in [0, 1, 2] where overlap < tileSize {
                        pyramids.append(Pyramid(size: size, tileSize: tileSize, overlap: overlap, shape: shape))
                    }
                    shape.coarsest = .levels(4)
                    shape.origin = PixelOffset(x: 0, y: 24)
                    shape.padsTiles = true
                    pyramids.append(Pyramid(size: size, tileSize: tileSize, shape: shape))
                }
            }
        }
        return pyramids
    }

    /// The plans of some pyramids that are possible.
    private func plans() -> [ShardPlan] {
        pyramids().flatMap { pyramid in
            [1, 2, 3, 5].flatMap { count in
                [nil, 0, 1, 3].flatMap { levels in
                    [0..<0, 0..<2].compactMap { whole in
                        try? ShardPlan(
                            pyramid, count: count, coarseningLevels: levels, for: StoreRequirements(wholeLevels: whole))
                    }
                }
            }
        }
    }

    @Test func `every tile is made once, by a shard or by the merge`() {
        var checked = 0
        for plan in plans() {
            let merged = plan.mergedScope.map { Array($0.indices(of: plan.pyramid)) } ?? []
            let made = (1...plan.count).flatMap { Array(plan.scope(of: $0).indices(of: plan.pyramid)) } + merged
            guard made.count == plan.pyramid.tileCount, Set(made).count == made.count else {
                Issue.record("\(plan)")
                return
            }
            checked += 1
        }
        #expect(checked > 1000)
    }

    @Test func `the shard of a row of tiles is the one that makes it`() {
        for plan in plans() {
            for level in plan.pyramid.levels[plan.pyramid.presentLevels] {
                for row in 0..<level.grid.rows {
                    let index = TileIndex(level: level.index, column: 0, row: row)
                    let makers = (1...plan.count).filter { plan.scope(of: $0).contains(index) }
                    guard makers == [plan.shard(ofTileRow: row, on: level.index)].compactMap(\.self) else {
                        Issue.record("\(index) \(makers) \(plan)")
                        return
                    }
                }
            }
        }
    }

    @Test func `rows that are handed off follow each other, begin with even ones and are all of the level`() {
        for plan in plans() {
            guard let level = plan.handoffLevel else { continue }
            var end = 0
            for number in 1...plan.count {
                let rows = plan.scope(of: number).handoffRows
                #expect(rows.lowerBound == end && (rows.lowerBound.isMultiple(of: 2) || rows.isEmpty))
                end = rows.upperBound
            }
            #expect(end == plan.pyramid.levels[level].size.height)
        }
    }

    @Test func `a shard reads whole pairs of rows of every level, and no row of the image is left out`() {
        for plan in plans() {
            var end = 0
            for number in 1...plan.count {
                let rows = plan.scope(of: number).rows
                let coarsest = min(plan.coarsestShardLevel, plan.handoffLevel ?? .max)
                #expect(rows.lowerBound.isMultiple(of: 2 << (plan.pyramid.finestLevel.index - coarsest)))
                #expect(rows.lowerBound <= end)
                end = rows.upperBound
            }
            #expect(end == plan.pyramid.size.height)
        }
    }

    @Test func `shards coarsen as many levels as leave each a band, at most six`() throws {
        func levels(_ height: Int, _ count: Int) throws -> Int {
            let pyramid = Pyramid(size: PixelSize(width: 256, height: height), tileSize: 256)
            return try ShardPlan(pyramid, count: count, for: StoreRequirements()).coarseningLevels
        }
        #expect(try levels(256 * 64, 1) == 6)
        #expect(try levels(256 * 64 + 1, 2) == 6)
        #expect(try levels(256 * 64, 2) == 5)
        #expect(try levels(256 * 64, 3) == 4)
        #expect(try levels(256 * 16, 16) == 0)
        #expect(try levels(256 * 1000, 3) == 6)
    }

    @Test func `bands are dealt out evenly`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 256, height: 256 * 10), tileSize: 256)
        let plan = try ShardPlan(pyramid, count: 4, coarseningLevels: 0, for: StoreRequirements())
        #expect((1...4).map { plan.bands(of: $0) } == [0..<2, 2..<5, 5..<7, 7..<10])
    }

    @Test func `more shards than bands are refused`() {
        let pyramid = Pyramid(size: PixelSize(width: 256, height: 256 * 10), tileSize: 256)
        func message(_ count: Int, _ levels: Int?) -> String? {
            do throws(CuttingError) {
                _ = try ShardPlan(pyramid, count: count, coarseningLevels: levels, for: StoreRequirements())
                return nil
            } catch {
                return error.message
            }
        }
        #expect(
            message(11, nil)
                == "the image has only 10 rows of tiles, and each of the 11 shards needs one. Ask for fewer shards.")
        #expect(
            message(4, 2)
                == "the image has only 3 bands of 4 rows of tiles, and each of the 4 shards needs one. Ask for fewer shards, or for "
                + "fewer levels of shards.")
        #expect(message(0, nil) == "the number of shards has to be from 1 to 500, not 0.")
        #expect(message(2, 13)?.hasPrefix("the number of levels of shards has to be from 0 to 12") == true)
    }
}
