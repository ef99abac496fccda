import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

@Suite(.timeLimited) struct DemandPlannerTests {
    /// 8×8 tiles of 262,144 bytes on level 11.
    private let image = TiledImage(
        RecordedSource(Pyramid(size: PixelSize(width: 2048, height: 2048))), name: "image", decoder: FillDecoder())
    private let tileBytes = 262_144

    private func feed(_ number: Int, _ requests: [TileRequest]) -> DemandPlanner.FeedDemand {
        DemandPlanner.FeedDemand(
            feed: number, image: image, plan: TilePlan(level: 11, sharpLevel: 11, requests: requests))
    }

    private func key(_ index: TileIndex) -> TileKey { TileKey(image: image.id, index: index) }

    private func indices(
        _ feeds: [DemandPlanner.FeedDemand], costLimit: Int = .max, _ availability: TileAvailability = .init()
    ) -> [TileIndex] {
        DemandPlanner(costLimit: costLimit, availability: availability).demand(of: feeds).requests.map(\.key.index)
    }

    @Test func `requests of two feeds alternate by urgency, and a tile of both is requested once`() {
        let first = feed(1, [TileRequest(tile(11, 0, 0), .view), TileRequest(tile(11, 1, 0), .lookAhead)])
        let second = feed(
            2,
            [
                TileRequest(tile(11, 5, 0), .view), TileRequest(tile(11, 0, 0), .view),
                TileRequest(tile(11, 6, 0), .ring),
            ])
        #expect(
            indices([first, second]) == [tile(11, 0, 0), tile(11, 5, 0), tile(11, 1, 0), tile(11, 6, 0)])
    }

    @Test(arguments: [(limit: 0, count: 0), (limit: 2, count: 2), (limit: 3, count: 3), (limit: 4, count: 3)])
    func `the least urgent requests beyond the cost limit are cut off`(limit: Int, count: Int) {
        let requests = [tile(11, 2, 0), tile(11, 1, 0), tile(11, 0, 0)].map { TileRequest($0, .view) }
        let planner = DemandPlanner(costLimit: limit * tileBytes, availability: TileAvailability())
        let demand = planner.demand(of: [feed(1, requests)])
        #expect(demand.requests.map(\.key.index) == requests.prefix(count).map(\.index))
        #expect(demand.isTruncated == (count < 3))
        #expect(demand.requests.allSatisfy { $0.cost == tileBytes })
    }

    @Test func `an absent tile is replaced by the finest tile that may exist, with its urgency`() {
        var availability = TileAvailability()
        availability.recordAbsent(key(tile(11, 5, 2)))
        availability.recordAbsent(key(tile(10, 2, 1)))
        let requests = [TileRequest(tile(11, 5, 2), .view), TileRequest(tile(11, 0, 0), .ring)]
        #expect(indices([feed(1, requests)], availability) == [tile(9, 1, 0), tile(11, 0, 0)])
        let areForgotten = [availability.forgetAbsent(nil, of: image.id), availability.forgetAbsent(nil, of: image.id)]
        #expect(areForgotten == [true, false])
        #expect(indices([feed(1, requests)], availability) == [tile(11, 5, 2), tile(11, 0, 0)])
    }

    @Test func `a tile that failed for good is replaced, and one that is retried is requested`() {
        var availability = TileAvailability()
        availability.failures[key(tile(11, 5, 2))] = .init(reason: "damaged", tries: 4)
        availability.failures[key(tile(11, 0, 0))] = .init(reason: "busy", tries: 1, retryTime: 0.5)
        let requests = [TileRequest(tile(11, 5, 2), .view), TileRequest(tile(11, 0, 0), .view)]
        #expect(indices([feed(1, requests)], availability) == [tile(10, 2, 1), tile(11, 0, 0)])
        availability.forget { $0.index.level == 11 }
        #expect(indices([feed(1, requests)], availability) == [tile(11, 5, 2), tile(11, 0, 0)])
    }
}
