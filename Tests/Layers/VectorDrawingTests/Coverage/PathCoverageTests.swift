import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct PathCoverageTests {
    private static let canvas = PixelRect(x: 0, y: 0, width: 48, height: 40)

    private func polygon(_ points: [(Double, Double)]) -> [Point] { points.map { Point(x: $0.0, y: $0.1) } }

    /// A five-pointed star around (24, 20).
    private static let star = Path(
        polygon: (0..<5).map { index in
            let angle = Double(index) * 4 / 5 * .pi - .pi / 2
            return Point(x: 24 + 18 * cos(angle), y: 20 + 18 * sin(angle))
        })

    @Test func `a rectangle covers of every pixel the product of its overlaps, at each sixteenth of a pixel`() {
        for left in 0..<16 {
            for top in 0..<16 {
                let rect = Rect(x: 1 + Double(left) / 16, y: 1 + Double(top) / 16, width: 2.5, height: 1.75)
                let mask = PathCoverage(Path(rect)).mask(of: PixelRect(x: 0, y: 0, width: 6, height: 6))
                for y in 0..<6 {
                    for x in 0..<6 {
                        let width = max(min(rect.maxX, Double(x + 1)) - max(rect.minX, Double(x)), 0)
                        let height = max(min(rect.maxY, Double(y + 1)) - max(rect.minY, Double(y)), 0)
                        #expect(mask[y * 6 + x] == UInt8((width * height * 255).rounded()))
                    }
                }
            }
        }
    }

    @Test func `a shape whose edges lie on pixel boundaries has no partially covered pixel, at every small size`() {
        for width in 1...20 {
            for height in 1...4 {
                let rect = PixelRect(x: 3, y: 2, width: width, height: height)
                let coverage = PathCoverage(Path(Rect(rect)))
                #expect(coverage.pixelBounds == rect)
                #expect(coverage.mask(of: rect).allSatisfy { $0 == 255 })
                #expect(coverage.mask(of: Self.canvas).count { $0 != 0 } == rect.size.area)
            }
        }
    }

    @Test func `triangles and convex quadrilaterals are exact to half of 1/255`() {
        var generator = SeededRandom(seed: 3)
        for _ in 0..<300 {
            func coordinate(_ limit: Double) -> Double { Double.random(in: -6...limit, using: &generator) }
            let triangle = (0..<3).map { _ in Point(x: coordinate(54), y: coordinate(46)) }
            let parallelogram = triangle + [triangle[0] + (triangle[2] - triangle[1])]
            for polygon in [triangle, parallelogram] {
                let mask = PathCoverage(polygons: [polygon]).mask(of: Self.canvas)
                for y in 0..<40 {
                    for x in 0..<48 {
                        let exact = 255 * ExactCoverage.area(of: polygon, inColumn: x, row: y)
                        guard abs(Double(mask[y * 48 + x]) - exact) < 0.501 else {
                            Issue.record("pixel (\(x), \(y)) of \(polygon) has \(mask[y * 48 + x]), not \(exact)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [0.5, 1, 1.5, 2, 3, 5, 8, 13, 40, 100, 333])
    func `a circle covers πr²`(radius: Double) {
        let circle = Rect(x: 400.3 - radius, y: 400.7 - radius, width: 2 * radius, height: 2 * radius)
        let exact = Double.pi * radius * radius
        // Small circles are limited by the rounding of their pixels and the lines that they are made of.
        #expect(abs(PathCoverage(Path(ellipseIn: circle)).area - exact) < max(exact / 1000, 0.05))
    }

    @Test func `the middle of a star is inside by the nonzero rule and outside by the even-odd rule`() {
        let filled = PathCoverage(Self.star)
        let hollow = PathCoverage(Self.star, rule: .evenOdd)
        let center = PixelRect(x: 22, y: 18, width: 4, height: 4)
        #expect(filled.mask(of: center).allSatisfy { $0 == 255 })
        #expect(hollow.mask(of: center).allSatisfy { $0 == 0 })
        // The inner pentagon has 1/φ² of the radius.
        let inner = 18 / pow((1 + 5.0.squareRoot()) / 2, 2)
        let pentagon = 2.5 * inner * inner * sin(2 * .pi / 5)
        // The five pixels where edges cross are approximations.
        #expect(abs(filled.area - hollow.area - pentagon) < 1)
    }

    @Test func `a polygon given twice is covered once, or not at all by the even-odd rule`() {
        let triangle = polygon([(1.2, 1.1), (30.7, 9.4), (8.3, 33.3)])
        let once = PathCoverage(polygons: [triangle]).mask(of: Self.canvas)
        let twice = PathCoverage(polygons: [triangle, triangle]).mask(of: Self.canvas)
        // Partially covered pixels sum both, as the areas within a pixel are not known.
        #expect(zip(once, twice).allSatisfy { $1 == min(2 * Int($0), 255) || abs(Int($1) - 2 * Int($0)) <= 1 })
        let hollow = PathCoverage(polygons: [triangle, triangle], rule: .evenOdd).mask(of: Self.canvas)
        // A coverage of 255 may be rounded up.
        #expect(zip(once, hollow).allSatisfy { $0 != 255 || $1 <= 1 })
        let reversed = PathCoverage(polygons: [triangle, triangle.reversed()]).mask(of: Self.canvas)
        #expect(reversed.allSatisfy { $0 == 0 })
    }

    @Test func `polygons that share an edge cover its pixels completely`() {
        var generator = SeededRandom(seed: 8)
        for _ in 0..<50 {
            func number() -> Double { Double.random(in: 4...36, using: &generator) }
            let middle = Point(x: number(), y: number())
            let corners = Rect(x: 2, y: 2, width: 36, height: 36).corners
            let parts = (0..<4).map { [corners[$0], corners[($0 + 1) % 4], middle] }
            let mask = PathCoverage(polygons: parts).mask(of: PixelRect(x: 2, y: 2, width: 36, height: 36))
            #expect(mask.allSatisfy { $0 == 255 })
        }
    }

    /// Paths of random lines and curves, some with parts outside.
    private func randomPath(_ generator: inout SeededRandom) -> Path {
        func point() -> Point {
            Point(
                x: Double.random(in: -30...80, using: &generator), y: Double.random(in: -30...70, using: &generator))
        }
        var path = Path()
        for _ in 0..<3 {
            path.move(to: point())
            path.addLine(to: point())
            path.addCurve(to: point(), controls: point(), point())
            path.addQuadCurve(to: point(), control: point())
        }
        return path
    }

    @Test func `drawing by bands, by columns and with visible pixels only equals the whole`() {
        var generator = SeededRandom(seed: 21)
        for index in 0..<60 {
            let path = randomPath(&generator)
            let rule = index.isMultiple(of: 2) ? FillRule.nonZero : .evenOdd
            let coverage = PathCoverage(path, rule: rule)
            let whole = coverage.mask(of: Self.canvas)
            for height in [1, 7, 32] {
                var bands: [UInt8] = []
                for y in stride(from: 0, to: 40, by: height) {
                    bands += coverage.mask(of: PixelRect(x: 0, y: y, width: 48, height: min(height, 40 - y)))
                }
                #expect(bands == whole)
            }
            let part = PixelRect(
                x: Int.random(in: 0..<40, using: &generator), y: Int.random(in: 0..<30, using: &generator), width: 8,
                height: 9)
            let expected = part.rows.flatMap { y in part.columns.map { whole[y * 48 + $0] } }
            #expect(coverage.mask(of: part) == expected)
            let seen = PathCoverage(path, rule: rule, visible: part)
            #expect(seen.mask(of: part) == expected)
            #expect(seen.isEmpty || part.contains(seen.pixelBounds))
        }
    }

    @Test func `bands computed at the same time equal the whole`() async {
        let coverage = PathCoverage(stroking: Self.star, style: StrokeStyle(width: 3))
        let whole = coverage.mask(of: Self.canvas)
        let bands = await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for y in stride(from: 0, to: 40, by: 4) {
                group.addTask { (y, coverage.mask(of: PixelRect(x: 0, y: y, width: 48, height: 4))) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(bands.sorted { $0.key < $1.key }.flatMap(\.value) == whole)
    }

    @Test func `long runs that are fully covered are spans of their own, and gaps belong to no span`() {
        var path = Path(Rect(x: 2.5, y: 1, width: 40, height: 1))
        path.addRect(Rect(x: 80, y: 1, width: 2, height: 1))
        var spans: [String] = []
        PathCoverage(path).forEachSpan(in: PixelRect(x: 0, y: 0, width: 100, height: 3)) { span in
            let values = span.coverage.map { Array(UnsafeBufferPointer(start: $0, count: span.columns.count)) }
            spans.append("\(span.row): \(span.columns) \(values?.description ?? "full")")
        }
        #expect(spans == ["1: 2..<3 [128]", "1: 3..<42 full", "1: 42..<43 [128]", "1: 80..<82 [255, 255]"])
    }

    @Test func `the pixel bounds contain what is covered and no more`() {
        let coverage = PathCoverage(Path(ellipseIn: Rect(x: -3.5, y: 7.25, width: 10, height: 4)))
        #expect(coverage.pixelBounds == PixelRect(x: -4, y: 7, width: 11, height: 5))
        #expect(PathCoverage(Path()).isEmpty)
        #expect(PathCoverage(polygons: [polygon([(1, 1), (5, 1)])]).isEmpty)
    }

    @Test func `a transform and a mapping give the coverage of the transformed points`() {
        let path = Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 10))
        let transform = AffineTransform(translationX: 22, y: 4).rotated(0.7).scaled(x: 1.5, y: 0.7)
        let direct = PathCoverage(path, transform: transform).mask(of: Self.canvas)
        let applied = PathCoverage(path.applying(transform)).mask(of: Self.canvas)
        #expect(direct == applied)
        let polygons = path.polygons { transform.apply(to: $0) }.map { $0.map(transform.apply) }
        let mapped = PathCoverage(polygons: polygons).mask(of: Self.canvas)
        #expect(zip(direct, mapped).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }

    @Test func `a projective mapping flattens curves finely where they are magnified`() {
        // x and y divided by 1 − x / 25: what lies at x = 25 is infinitely far.
        func project(_ point: Point) -> Point? {
            let w = 1 - point.x / 25
            return w > 0 ? Point(x: point.x / w, y: point.y / w) : nil
        }
        let path = Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20))
        let points = path.polygons(mapping: project).flatMap { $0 }
        #expect(points.count { $0.x > 10 } > 2 * points.count { $0.x < 10 })
        let behind = Path(ellipseIn: Rect(x: 0, y: 0, width: 60, height: 20)).polygons(mapping: project)
        #expect(behind.count == 1 && behind[0].count < 9000)
    }

    @Test func `coordinates that are huge, infinite or no numbers do no harm`() {
        let far = [1e9, 1e300, .infinity, .nan, -1e9, -1e300, .greatestFiniteMagnitude]
        for a in far {
            for b in far {
                var path = Path(polygon: polygon([(a, 1), (20, b), (b, a), (3, 4)]))
                path.addEllipse(in: Rect(x: a, y: 0, width: b, height: 20))
                path.addCurve(to: Point(x: b, y: a), controls: Point(x: 5, y: 5), Point(x: a, y: b))
                let coverage = PathCoverage(path, visible: Self.canvas)
                #expect(coverage.mask(of: Self.canvas).count == 48 * 40)
                let outline = PathCoverage(
                    stroking: path, style: StrokeStyle(width: 3, join: .round, dashPattern: [5, 2]),
                    visible: Self.canvas)
                #expect(Self.canvas.contains(outline.pixelBounds))
            }
        }
    }

    @Test(arguments: [1e4, 1e6, 1e9, 1e15, 1e300])
    func `what lies within the picture is right however far a triangle reaches`(far: Double) {
        // The hypotenuse runs from (0, −far) to (far, 0) and is far away; the legs are the left and the lower side.
        let triangle = polygon([(10, 30), (10, 30 - far), (10 + far, 30)])
        let mask = PathCoverage(polygons: [triangle]).mask(of: Self.canvas)
        #expect(mask == PathCoverage(Path(Rect(x: 10, y: 0, width: 38, height: 30))).mask(of: Self.canvas))
    }

    @Test func `a huge circle whose edge crosses the picture is drawn smoothly`() {
        // The upper edge is at y = 20; at both sides of the picture it is 24² / 2r = 0.000288 lower.
        let radius = 1e6
        let circle = Path(ellipseIn: Rect(x: 24 - radius, y: 20.5, width: 2 * radius, height: 2 * radius))
        let mask = PathCoverage(circle, visible: Self.canvas).mask(of: Self.canvas)
        #expect(mask[19 * 48..<20 * 48].allSatisfy { $0 == 0 })
        #expect(mask[20 * 48..<21 * 48].allSatisfy { 127...128 ~= $0 })
        #expect(mask[21 * 48..<22 * 48].allSatisfy { $0 == 255 })
    }
}
