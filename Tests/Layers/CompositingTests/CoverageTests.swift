import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

@Suite(.timeLimited) struct CoverageTests {
    /// The number of times that each pixel is drawn.
    private func counts(_ width: Int, _ height: Int, _ pieces: [PixelPolygon]) -> [Int] {
        let one = Color(red: 1, green: 1, blue: 1, alpha: 1.0 / 255)
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        let items = pieces.map { outline in
            RenderItem.group(
                [.quad(RenderQuad(outline: outline, fill: .color(one), opacity: 1, clip: .everything))],
                blendMode: .add,
                bounds: bounds)
        }
        return Compositor(workerCount: 1).draw(RenderTree(width, height, items)).pixels.map { Int($0 >> 24) }
    }

    private func cuts(_ count: Int, upTo length: Double, using random: inout SeededRandom) -> [Double] {
        let inner = (0..<count).map { _ in Double.random(in: 0...length, using: &random) }
        return ([0, length] + inner).sorted()
    }

    @Test(arguments: [true, false], [1, 2, 3, 4, 5, 6, 7, 8])
    func `the parts of a plane cover each pixel of it once, under any projection`(isAffine: Bool, seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let projection = Projection.random(using: &random, isAffine: isAffine)
        let xs = cuts(9, upTo: 100, using: &random)
        let ys = cuts(9, upTo: 100, using: &random)
        let pieces = zip(ys, ys.dropFirst()).flatMap { top, bottom in
            zip(xs, xs.dropFirst()).compactMap { left, right in
                PixelPolygon(Rect(x: left, y: top, width: right - left, height: bottom - top), projectedBy: projection)
            }
        }
        let counts = counts(100, 100, pieces)
        #expect(counts.allSatisfy { $0 <= 1 })
        guard let inverse = projection.inverse else { return }
        var inside = 0
        var wrong = 0
        for row in 0..<100 {
            for column in 0..<100 {
                let center = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                guard let point = inverse.project(center) else { continue }
                // Corners are snapped to the grid, so points this close to the border may be on either side.
                let margin = 0.05
                let isInside = [point.x, point.y].allSatisfy { $0 > margin && $0 < 100 - margin }
                let isOutside = [point.x, point.y].contains { $0 < -margin || $0 > 100 + margin }
                let count = counts[row * 100 + column]
                inside += isInside ? 1 : 0
                wrong += (isInside && count != 1) || (isOutside && count != 0) ? 1 : 0
            }
        }
        #expect(wrong == 0)
        #expect(inside > 500)
    }

    @Test func `axis-aligned parts cover each pixel once, also where a corner meets an edge`() {
        for seed in 1...20 {
            var random = SeededRandom(seed: UInt64(seed))
            var pieces = [Rect(x: 0, y: 0, width: 30, height: 30)]
            for _ in 0..<40 {
                let piece = pieces.remove(at: Int.random(in: 0..<pieces.count, using: &random))
                let cut = Double.random(in: 0...1, using: &random)
                let width = piece.size.width
                let height = piece.size.height
                pieces +=
                    Bool.random(using: &random)
                    ? [
                        Rect(x: piece.minX, y: piece.minY, width: width * cut, height: height),
                        Rect(x: piece.minX + width * cut, y: piece.minY, width: width * (1 - cut), height: height),
                    ]
                    : [
                        Rect(x: piece.minX, y: piece.minY, width: width, height: height * cut),
                        Rect(x: piece.minX, y: piece.minY + height * cut, width: width, height: height * (1 - cut)),
                    ]
            }
            let outlines = pieces.compactMap { PixelPolygon($0, projectedBy: .identity) }
            #expect(counts(30, 30, outlines).allSatisfy { $0 == 1 })
        }
    }

    @Test func `spans are the pixels whose centers are inside, for polygons of all kinds`() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<60 {
            let projection = Projection.random(using: &random, isAffine: Bool.random(using: &random))
            let rect = Rect(
                x: Double.random(in: 0...60, using: &random), y: 20, width: Double.random(in: 0.1...60, using: &random),
                height: Double.random(in: 0.1...80, using: &random))
            guard let outline = PixelPolygon(rect, projectedBy: projection) else { continue }
            let spans = ConvexSpans(outline)
            for row in -3..<110 {
                let columns = spans.columns(inRow: row)
                #expect(
                    (-3..<110).allSatisfy {
                        columns.contains($0) == ReferenceCompositor.covers(outline, $0, row)
                    })
            }
        }
    }

    @Test func `spans of polygons at the limits of the range are exact`() throws {
        let far = Projection(AffineTransform(a: 900_000, b: 700_000, c: -800_000, d: 900_000, tx: 3, ty: -900))
        let outline = try #require(PixelPolygon(Rect(x: -1, y: -1, width: 2, height: 2), projectedBy: far))
        let spans = ConvexSpans(outline)
        for row in [-1_000_000, -3001, 0, 17, 999_999] {
            let columns = spans.columns(inRow: row)
            for column in [columns.lowerBound, columns.upperBound] {
                for column in [column - 1, column] where !columns.isEmpty {
                    #expect(columns.contains(column) == ReferenceCompositor.covers(outline, column, row))
                }
            }
        }
    }

    @Test func `axis-aligned rectangles of all small sizes cover the pixels whose centers they contain`() {
        let points = [0, 0.25, 0.49, 0.5, 0.51, 1, 1.5, 2.75, 3]
        for left in points {
            for right in points where right > left {
                let rect = Rect(x: left, y: 1 + left / 2, width: right - left, height: (right - left) / 2)
                let snapshot = Compositor(workerCount: 1).draw(RenderTree(4, 4, [.color(.white, rect)]))
                for row in 0..<4 {
                    for column in 0..<4 {
                        let center = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                        #expect((snapshot[column, row] != 0) == rect.contains(center))
                    }
                }
            }
        }
    }

    @Test func `a clip keeps what is in its rectangle and in all of its polygons`() throws {
        var random = SeededRandom(seed: 8)
        for _ in 0..<20 {
            var clip = RenderClip(
                bounds: PixelRect(
                    x: Int.random(in: 0...30, using: &random), y: Int.random(in: 0...30, using: &random),
                    width: Int.random(in: 20...70, using: &random), height: Int.random(in: 20...70, using: &random)))
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let view = Projection.random(using: &random, isAffine: Bool.random(using: &random))
                clip = clip.intersection(
                    try #require(PixelPolygon(Rect(x: 0, y: 0, width: 100, height: 100), projectedBy: view)))
            }
            let tree = RenderTree(
                100, 100, over: .white,
                [.color(.pureRed, Rect(x: 5, y: 5, width: 90, height: 90), opacity: 2.0 / 3, clip: clip)])
            var reference = ReferenceCompositor(tree)
            #expect(reference.difference(of: Compositor(workerCount: 1).draw(tree)) <= 1)
        }
    }
}
