import LayerTree
import ScrollLayers
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// The geometry of the overview map.
@Suite(.timeLimited) struct OverviewGeometryTests {
    private let image = Size(width: 6000, height: 4000)

    private func map() throws -> OverviewGeometry {
        try #require(OverviewGeometry(imageSize: image, availableSize: Size(width: 120, height: 200)))
    }

    @Test(
        arguments: [
            (6000, 4000, 120, 200, 120, 80), (4000, 6000, 120, 120, 80, 120), (100_000, 100, 200, 100, 200, 16),
            (10, 100_000, 200, 100, 16, 100), (3, 2, 300, 300, 300, 200),
        ] as [(Double, Double, Double, Double, Double, Double)])
    func `a map has the image's proportions and at least 16 points`(
        width: Double, height: Double, roomWidth: Double, roomHeight: Double, mapWidth: Double, mapHeight: Double
    ) throws {
        let map = try #require(
            OverviewGeometry(
                imageSize: Size(width: width, height: height), availableSize: Size(width: roomWidth, height: roomHeight)
            ))
        #expect(map.mapSize == Size(width: mapWidth, height: mapHeight))
    }

    @Test func `there is no map without an image or without space`() {
        #expect(OverviewGeometry(imageSize: .zero, availableSize: Size(width: 100, height: 100)) == nil)
        #expect(OverviewGeometry(imageSize: image, availableSize: Size(width: 15, height: 100)) == nil)
    }

    @Test func `points of the map are image points, clamped to the image`() throws {
        let map = try map()
        #expect(map.imagePoint(at: Point(x: 30, y: 20)) == Point(x: 1500, y: 1000))
        #expect(map.mapPoint(of: Point(x: 1500, y: 1000)) == Point(x: 30, y: 20))
        #expect(map.imagePoint(at: Point(x: -5, y: 900)) == Point(x: 0, y: 4000))
        #expect(map.imagePoint(at: Point(x: 500, y: -1)) == Point(x: 6000, y: 0))
    }

    @Test(
        arguments: [
            (0, false, [20, 15, 40, 15, 40, 25, 20, 25]), (90, false, [25, 30, 25, 10, 35, 10, 35, 30]),
            (180, false, [40, 25, 20, 25, 20, 15, 40, 15]), (-90, false, [35, 10, 35, 30, 25, 30, 25, 10]),
            (0, true, [40, 15, 20, 15, 20, 25, 40, 25]), (90, true, [35, 30, 35, 10, 25, 10, 25, 30]),
        ] as [(Double, Bool, [Double])])
    func `the outline rotates and flips with the view`(angle: Double, isFlipped: Bool, corners: [Double]) throws {
        // 400×200 points at 0.4 points for a pixel see 1000×500 pixels: 20×10 points of the map.
        let view = ViewState(center: Point(x: 1500, y: 1000), scale: 0.4, angle: angle, isFlipped: isFlipped)
        let outline = try map().outline(of: view, in: Size(width: 400, height: 200))
        for (corner, expected) in zip(outline.flatMap { [$0.x, $0.y] }, corners) {
            #expect(abs(corner - expected) < 1e-9)
        }
        #expect(outline.count == 4)
    }

    @Test func `at 45 degrees the outline stands on a corner`() throws {
        let view = ViewState(center: Point(x: 3000, y: 2000), scale: 0.4, angle: 45)
        let outline = try map().outline(of: view, in: Size(width: 400, height: 400))
        // Half a diagonal of 1000 pixels is 707.1 of them, 14.142 points of the map.
        let expected = [(-14.142, 0), (0, -14.142), (14.142, 0), (0, 14.142)]
        for (corner, offset) in zip(outline, expected) {
            #expect(abs(corner.x - 60 - offset.0) < 1e-3 && abs(corner.y - 40 - offset.1) < 1e-3)
        }
    }

    @Test(
        arguments: [
            (3000, 2000, 0.1, 0, true), (3000, 2000, 0.1, 90, false), (3000, 2000, 0.0666, 90, true),
            (3002, 2000, 0.1, 0, true), (3020, 2000, 0.1, 0, false), (3000, 2000, 0.2, 0, false),
            (3000, 2000, 0.05, 33, true),
        ] as [(Double, Double, Double, Double, Bool)])
    func `the whole image is seen up to half a point`(x: Double, y: Double, scale: Double, angle: Double, isSeen: Bool)
        throws
    {
        let view = ViewState(center: Point(x: x, y: y), scale: scale, angle: angle)
        #expect(try map().isAllSeen(by: view, in: Size(width: 600, height: 400)) == isSeen)
    }

    @Test func `points inside a rotated outline are seen, and points beside it are not`() throws {
        let map = try map()
        let view = ViewState(center: Point(x: 3000, y: 2000), scale: 0.4, angle: 45, isFlipped: true)
        let size = Size(width: 400, height: 400)
        #expect(map.isSeen(Point(x: 60, y: 53), by: view, in: size))
        #expect(!map.isSeen(Point(x: 69, y: 49), by: view, in: size))
    }
}
