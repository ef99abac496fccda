import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct TilePlannerTests {
    /// Level 16 is full size with 235×157 tiles; level 8 is a single tile.
    private let pyramid = Pyramid(size: PixelSize(width: 60000, height: 40000))

    private func plan(
        _ viewport: Viewport, of pyramid: Pyramid? = nil, _ configure: (inout TilePlanner) -> Void = { _ in }
    ) -> TilePlan {
        var planner = TilePlanner()
        configure(&planner)
        return planner.plan(viewport, of: pyramid ?? self.pyramid)
    }

    private func indices(_ plan: TilePlan, _ reason: TileReason) -> [TileIndex] {
        plan.requests.filter { $0.reason == reason }.map(\.index)
    }

    @Test func `first the base, then fallback tiles of 8 times larger pixels, then the view from its center outward`() {
        let plan = plan(Viewport(x: 18000, y: 13000, width: 640, height: 400))
        #expect(plan.level == 16 && plan.sharpLevel == 16)
        #expect(indices(plan, .base) == [tile(8, 0, 0)])
        #expect(indices(plan, .fallback) == [tile(13, 8, 6), tile(13, 9, 6)])
        // x from 18000 to 18640 is in columns 70 to 72, y from 13000 to 13400 in rows 50 to 52; the center is at 71.56
        // and 51.56.
        #expect(
            indices(plan, .view) == [
                tile(16, 71, 51), tile(16, 72, 51), tile(16, 71, 52), tile(16, 71, 50), tile(16, 70, 51),
                tile(16, 72, 52), tile(16, 72, 50), tile(16, 70, 52), tile(16, 70, 50),
            ])
        #expect(plan.requests.map(\.reason) == plan.requests.map(\.reason).sorted())
        #expect(Set(plan.requests.map(\.index)).count == plan.requests.count)
    }

    @Test func `tiles under the pointer come before those in the center`() {
        var view = Viewport(x: 18000, y: 13000, width: 640, height: 400)
        view.pointOfInterest = Point(x: 630, y: 5)
        #expect(indices(plan(view), .view).first == tile(16, 72, 50))
        view.pointOfInterest = Point(x: -5000, y: 5)
        #expect(indices(plan(view), .view).first == tile(16, 70, 50))
    }

    @Test func `a whole image shown small is one tile of the right level`() {
        let small = plan(Viewport(x: 0, y: 0, width: 1200, height: 800, scale: 0.0039)) { $0.adjacentLevelTiles = 0 }
        #expect(small.requests == [TileRequest(tile(8, 0, 0), .base)])
        let tiny = plan(Viewport(x: 0, y: 0, width: 1200, height: 800, scale: 0.001)) { $0.adjacentLevelTiles = 0 }
        #expect(tiny.requests == [TileRequest(tile(7, 0, 0), .base)])
    }

    @Test func `a rotated view requests 18 tiles, not the 25 of its bounding rectangle`() {
        let turned = plan(Viewport(x: 18000, y: 13000, width: 1000, height: 500, angle: .pi / 4))
        let columns = Set(indices(turned, .view).map(\.column))
        let rows = Set(indices(turned, .view).map(\.row))
        #expect(columns.count * rows.count == 25)
        #expect(indices(turned, .view).count == 18)
    }

    @Test func `nothing is requested if nothing is visible`() {
        #expect(plan(Viewport(x: 70000, y: 0, width: 640, height: 400)).requests.isEmpty)
    }

    @Test func `at 1000 pixels per second the look-ahead is 300 pixels, the nearest columns first and none backward`() {
        let plan = plan(
            Viewport(
                x: 18000, y: 13000, width: 640, height: 400, velocity: Point(x: 1000, y: 0), isMoving: true))
        // The right edge at 18640 will be at 18940: in column 73, which ends at 18944.
        #expect(indices(plan, .lookAhead) == [tile(16, 73, 51), tile(16, 73, 52), tile(16, 73, 50)])
        #expect(indices(plan, .ring).isEmpty && indices(plan, .adjacentLevel).isEmpty)
    }

    @Test func `look-ahead begins with fallback tiles and follows the order of appearance`() {
        // The right edge is at 18340, before the second fallback tile begins at 18432, and will be at 19240.
        let view = Viewport(
            x: 17700, y: 13000, width: 640, height: 400, velocity: Point(x: 3000, y: 0), isMoving: true)
        let ahead = indices(plan(view) { $0.swapping = .never }, .lookAhead)
        #expect(ahead.first == tile(13, 9, 6))
        #expect(ahead.dropFirst().map(\.column) == [72, 72, 72, 73, 73, 73, 74, 74, 74, 75, 75, 75])
    }

    @Test func `the look-ahead is at most 2 viewports`() {
        let view = Viewport(
            x: 18000, y: 13000, width: 640, height: 400, velocity: Point(x: -1e6, y: 0), isMoving: true)
        let ahead = indices(plan(view) { $0.swapping = .never }, .lookAhead).filter { $0.level == 16 }
        // From 18000 back to 16720: columns 65 to 69.
        #expect(Set(ahead.map(\.column)) == Set(65...69))
    }

    @Test func `zooming in requests the next finer level ahead, and zooming out the next coarser one`() {
        var view = Viewport(x: 18000, y: 13000, width: 640, height: 400, scale: 0.45, isMoving: true)
        view.zoomVelocity = 2
        let closer = plan(view) { $0.swapping = .never }
        #expect(closer.level == 15 && Set(indices(closer, .lookAhead).map(\.level)) == [16])
        view.zoomVelocity = -3
        let farther = plan(view) { $0.swapping = .never }
        #expect(farther.level == 15)
        #expect(indices(farther, .lookAhead).filter { $0.level > 12 }.allSatisfy { $0.level == 14 })
        #expect(indices(farther, .lookAhead).contains { $0.level == 14 })
    }

    @Test func `at rest the ring around the view follows, and two tiles of each adjacent level`() {
        // From columns 70.3125 to 72.8125, a ring of 64 pixels (10 % of the viewport) reaches column 73. From rows
        // 50.78 to 52.34, one of 40 pixels reaches no further row.
        let rest = plan(Viewport(x: 18000, y: 13000, width: 640, height: 400)) { $0.ring = 0.1 }
        #expect(
            Set(indices(rest, .ring))
                == Set((70...73).map { tile(16, $0, 50) } + [51, 52].map { tile(16, 73, $0) })
                .subtracting(indices(rest, .view)))
        #expect(indices(rest, .adjacentLevel) == [tile(15, 35, 25), tile(15, 36, 25)])
        let half = plan(Viewport(x: 18000, y: 13000, width: 640, height: 400, scale: 0.5))
        #expect(indices(half, .adjacentLevel).map(\.level) == [14, 14, 16, 16])
    }

    @Test func `a view of a hundred thousand tiles requests the nearest 1024 in less than a frame`() {
        let single = Pyramid(size: PixelSize(width: 100_000, height: 100_000), levelCount: 1)
        let all = plan(Viewport(x: 0, y: 0, width: 1000, height: 1000, scale: 0.01), of: single)
        #expect(all.requests.count == 1024)
        let middle = Point(x: 50000, y: 50000)
        let distances = all.requests.map { request in
            let way = single.imageRect(of: request.index).point(at: Point(x: 0.5, y: 0.5)) - middle
            return way.x * way.x + way.y * way.y
        }
        #expect(distances == distances.sorted())
        // A circle of 1024 tiles has a radius of 18.05 tiles.
        #expect((distances.last ?? 0).squareRoot() < 18.6 * 256)
    }

    @Test func `above a viewport in 0.4 s the next coarser level is requested, until the view slows to 2 per second`() {
        var planner = TilePlanner()
        func levels(_ viewportsPerSecond: Double, isMoving: Bool = true) -> (level: Int, sharp: Int) {
            let plan = planner.plan(
                Viewport(
                    x: 18000, y: 13000, width: 640, height: 400,
                    velocity: Point(x: viewportsPerSecond * 640, y: 0), isMoving: isMoving),
                of: pyramid)
            return (plan.level, plan.sharpLevel)
        }
        #expect(levels(2.49) == (16, 16))
        #expect(levels(2.51) == (15, 16))
        #expect(levels(2.1) == (15, 16))
        #expect(levels(1.99) == (16, 16))
        #expect(levels(2.1) == (16, 16))
        #expect(levels(10) == (15, 16))
        #expect(levels(0, isMoving: false) == (16, 16))
    }

    @Test func `a fast view requests the right level while it needs less than half of the rate of its loader`() {
        var planner = TilePlanner()
        func level(rate: Double?, velocity: Double = 6400) -> Int {
            planner.plan(
                Viewport(
                    x: 18000, y: 13000, width: 640, height: 400, velocity: Point(x: velocity, y: 0), isMoving: true),
                of: pyramid, tileRate: rate.map { TileRate(tilesPerSecond: $0, latency: 0.002) }
            ).level
        }
        // 6400 × 400 pixels come into view in a second: 39.06 tiles. Once swapped, it must be 0.8 of that half.
        #expect(([80, 77, 90, 99, 90, nil] as [Double?]).map { level(rate: $0) } == [16, 15, 15, 16, 16, 15])
        #expect(level(rate: 1, velocity: 1000) == 16, "a slow view is never swapped")
    }

    @Test func `the tiles that zooming and panning uncover are those of the right level`() {
        let level = pyramid.levels[15]
        func rate(_ velocity: Point, zoom: Double = 0) -> Double {
            var view = Viewport(x: 18000, y: 13000, width: 640, height: 400, scale: 0.5, velocity: velocity)
            view.zoomVelocity = zoom
            guard let region = view.visibleRegion(of: pyramid.size) else { return .nan }
            return (view.uncoveredTilesPerSecond(in: region, of: level) * 1000).rounded() / 1000
        }
        // A view of 1280 × 800 full-size pixels, and tiles of 512 × 512.
        #expect(rate(.zero) == 0)
        #expect(abs(rate(Point(x: -1280, y: 0)) - 1280.0 * 800 / 262_144) < 0.001)
        #expect(abs(rate(Point(x: 0, y: 800)) - 1280.0 * 800 / 262_144) < 0.001)
        #expect(abs(rate(.zero, zoom: -2) - 2 * 1280.0 * 800 / 262_144) < 0.001)
    }

    @Test func `a fast view that its loader keeps up with looks ahead 0.15 s and twice the time of a tile`() {
        let view = Viewport(
            x: 18000, y: 13000, width: 640, height: 400, velocity: Point(x: 2000, y: 0), isMoving: true)
        func columns(latency: Double?) -> Set<Int> {
            var planner = TilePlanner()
            planner.swapping = latency == nil ? .never : .whileMoving
            let plan = planner.plan(
                view, of: pyramid, tileRate: latency.map { TileRate(tilesPerSecond: 1000, latency: $0) })
            return Set(indices(plan, .lookAhead).filter { $0.level == 16 }.map(\.column))
        }
        // The right edge at 18640 will be at 19040 after 0.2 s, and at 19240 after 0.3 s.
        #expect(columns(latency: 0.025) == [73, 74])
        #expect(columns(latency: 1) == [73, 74, 75])
        #expect(columns(latency: nil) == [73, 74, 75])
    }

    @Test func `swapping can be set to all motion or to none`() {
        func level(_ swapping: ResolutionSwapping, _ velocity: Double, isMoving: Bool) -> Int {
            plan(
                Viewport(
                    x: 18000, y: 13000, width: 640, height: 400, velocity: Point(x: velocity, y: 0),
                    isMoving: isMoving)
            ) { $0.swapping = swapping }.level
        }
        #expect(level(.always, 1, isMoving: true) == 15)
        #expect(level(.always, 0, isMoving: false) == 16)
        #expect(level(.never, 1e5, isMoving: true) == 16)
    }

    @Test func `swapping goes neither below the base level nor up to it`() {
        func level(_ scale: Double) -> Int {
            plan(Viewport(x: 0, y: 0, width: 640, height: 400, scale: scale, isMoving: true)) {
                $0.swapping = .always
                $0.swappedLevels = 3
            }.level
        }
        #expect(level(1.0 / 128) == 8)
        #expect(level(1.0 / 1024) == 6)
    }

    @Test func `the speed is that of the image on the screen, for rotated and zoomed views too`() throws {
        let point = Point(x: 18300, y: 13200)
        var view = Viewport(
            x: 18000, y: 13000, width: 640, height: 400, scale: 1, angle: .pi / 2,
            velocity: Point(x: 800, y: 0))
        // Rotated by 90°, the motion is along the shorter side.
        #expect(abs(view.speed(at: point) - 2) < 1e-9)
        view.velocity = .zero
        view.zoomVelocity = 1
        #expect(abs(view.speed(at: point) - 0.34657) < 1e-4)
    }

    @Test func `the motion of a view is measured over the last 0.05 s`() {
        var motion = ViewportVelocityTracker()
        let size = pyramid.size
        var last = Viewport(x: 0, y: 0, width: 640, height: 400)
        for frame in 0...6 {
            last = motion.measured(
                Viewport(x: 1000 + 10 * Double(frame), y: 1000, width: 640, height: 400), of: size,
                at: Double(frame) / 60)
        }
        #expect(abs(last.velocity.x - 600) < 1e-6 && last.velocity.y == 0 && last.isMoving)
        let rest = Viewport(x: 1060, y: 1000, width: 640, height: 400)
        #expect(motion.measured(rest, of: size, at: 7.0 / 60).isMoving)
        #expect(!motion.measured(rest, of: size, at: 0.2).isMoving)
        let zoomed = motion.measured(
            Viewport(x: 1060, y: 1000, width: 640, height: 400, scale: 2), of: size, at: 0.24)
        #expect(abs(zoomed.zoomVelocity - 25) < 1e-6)
        let put = motion.measured(
            Viewport(x: 9000, y: 1000, width: 640, height: 400, scale: 2), of: size, at: 0.25, jumps: true)
        #expect(!put.isMoving && put.velocity == .zero)
    }

    // MARK: Pyramids without coarse levels

    /// A pyramid of 64×64 tiles without a coarser level.
    private let flat = Pyramid(size: PixelSize(width: 16384, height: 16384), levelCount: 1)

    @Test func `each round names further tiles in view, from the center outward, and then no more`() {
        let view = Viewport(x: 0, y: 0, width: 512, height: 512, scale: 1 / 32.0)
        var planner = TilePlanner()
        var former: [TileIndex] = []
        for round in 1...4 {
            let plan = planner.plan(view, of: flat, rounds: round)
            #expect(plan.requests.count == 1024 * round && plan.isTruncated == (round < 4))
            let indices = plan.requests.map(\.index)
            #expect(Array(indices.prefix(former.count)) == former && Set(indices).count == indices.count)
            former = indices
        }
        #expect(planner.plan(view, of: flat, rounds: 5).requests.map(\.index) == former)
        #expect(!planner.plan(Viewport(x: 0, y: 0, width: 512, height: 512), of: flat).isTruncated)
    }

    @Test func `composed levels are requested only for views of their scale`() {
        // Levels of 4, 8, 16, 32 and 64 tiles a side; the first three are composed.
        let pyramid = Pyramid(size: PixelSize(width: 16384, height: 16384), levelCount: 5)
        let first = pyramid.presentLevels.lowerBound
        func levels(_ scale: Double, isMoving: Bool = false) -> Set<Int> {
            var planner = TilePlanner()
            let view = Viewport(
                x: 4000, y: 4000, width: 512, height: 512, scale: scale,
                velocity: isMoving ? Point(x: -300, y: 0) : .zero, isMoving: isMoving)
            return Set(planner.plan(view, of: pyramid, composedLevelCount: 3).requests.map { $0.index.level - first })
        }
        #expect(levels(1) == [3, 4] && levels(0.5) == [3, 4] && levels(1, isMoving: true) == [3, 4])
        #expect(levels(0.25) == [2] && levels(0.125) == [1] && levels(0.25, isMoving: true) == [2])
        #expect(levels(0.01) == [0])
    }
}
