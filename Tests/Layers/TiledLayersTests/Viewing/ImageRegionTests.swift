import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct ImageRegionTests {
    private let size = PixelSize(width: 2000, height: 1000)

    @Test func `an upright view shows a rectangle of the image, clipped at the image's edges`() throws {
        let view = Viewport(x: -100, y: 300, width: 800, height: 600, scale: 0.5)
        let region = try #require(view.visibleRegion(of: size))
        // At this scale the tolerance of 1/256 screen pixel is 1/128 image pixel.
        #expect(region.bounds == Rect(x: 0, y: 300.0078125, width: 1499.9921875, height: 699.9921875))
        #expect(region.corners.count == 4)
    }

    @Test func `a view rotated by 45° shows a diamond`() throws {
        let view = Viewport(x: 400, y: 400, width: 200, height: 200, angle: .pi / 4)
        let region = try #require(view.visibleRegion(of: size))
        let reach = 100 * 2.0.squareRoot()
        let expected = [(500 - reach, 500.0), (500, 500 - reach), (500, 500 + reach), (500 + reach, 500)]
        for (corner, point) in zip(region.corners.sorted { ($0.x, $0.y) < ($1.x, $1.y) }, expected) {
            #expect(abs(corner.x - point.0) < 0.01 && abs(corner.y - point.1) < 0.01)
        }
        #expect(region.intersects(Rect(x: 450, y: 450, width: 10, height: 10)))
        #expect(!region.intersects(Rect(x: 360, y: 360, width: 65, height: 65)))
        #expect(region.intersects(Rect(x: 360, y: 360, width: 75, height: 75)))
    }

    @Test func `a tilted view shows nothing beyond the horizon`() throws {
        // The upper edge of the image recedes: points above y = 0 would be behind the viewer.
        let projection = Projection(rows: ([1, 0, 0], [0, 1, 0.001], [0, 0, 0]))
        let view = Viewport(projection: projection, screen: Rect(x: 0, y: 0, width: 1e6, height: 2000))
        let region = try #require(view.visibleRegion(of: size))
        #expect(region.bounds.minY > 0 && region.bounds.maxY == 1000)
        #expect(view.scale(at: Point(x: 10, y: 1000)) == projection.areaScale(at: Point(x: 10, y: 1000)).squareRoot())
    }

    @Test func `what is outside the image, or narrower than 1/256 screen pixel, is not visible`() {
        #expect(Viewport(x: 3000, y: 0, width: 100, height: 100).visibleRegion(of: size) == nil)
        #expect(Viewport(x: 1999.999, y: 0, width: 100, height: 100).visibleRegion(of: size) == nil)
        #expect(Viewport(x: 1999.99, y: 0, width: 100, height: 100).visibleRegion(of: size) != nil)
        #expect(Viewport(x: 0, y: 0, width: 0, height: 100).visibleRegion(of: size) == nil)
    }

    @Test func `2,000 rotated regions intersect exactly the rectangles that clipping does not empty`() throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<2000 {
            let view = Viewport(
                x: .random(in: 0...1500, using: &random), y: .random(in: 0...800, using: &random), width: 300,
                height: 200, angle: .random(in: 0...7, using: &random))
            guard let region = view.visibleRegion(of: size) else { continue }
            let rect = Rect(
                x: .random(in: 0...1900, using: &random), y: .random(in: 0...900, using: &random), width: 100,
                height: 100)
            let common = area(of: cut(region.corners, by: rect))
            // Slivers may be lost to rounding.
            guard common == 0 || common > 1e-6 else { continue }
            #expect(region.intersects(rect) == (common > 0))
        }
    }

    @Test func `the hull of a moving region covers its start, its end and the straight lines between them`() throws {
        let region = try #require(ImageRegion(corners: Rect(x: 0, y: 0, width: 10, height: 10).corners))
        let passed = region.joined(with: region.moved(by: Point(x: 100, y: 100)))
        #expect(passed.corners.count == 6)
        #expect(passed.intersects(Rect(x: 55, y: 50, width: 1, height: 1)))
        #expect(!passed.intersects(Rect(x: 0, y: 50, width: 30, height: 30)))
        #expect(region.scaled(by: 2, about: Point(x: 10, y: 10)).bounds == Rect(x: -10, y: -10, width: 20, height: 20))
    }

    private func cut(_ polygon: [Point], by rect: Rect) -> [Point] {
        let sides: [(Point) -> Double] = [
            { $0.x - rect.minX }, { rect.maxX - $0.x }, { $0.y - rect.minY }, { rect.maxY - $0.y },
        ]
        return sides.reduce(polygon) { polygon, side in
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).flatMap { from, to -> [Point] in
                let before = side(from)
                let after = side(to)
                let part = before / (before - after)
                let crossing = Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
                return switch (before > 0, after > 0) {
                case (true, true): [to]
                case (true, false): [crossing]
                case (false, true): [crossing, to]
                case (false, false): []
                }
            }
        }
    }

    private func area(of polygon: [Point]) -> Double {
        abs(
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0) {
                $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
            }) / 2
    }
}
