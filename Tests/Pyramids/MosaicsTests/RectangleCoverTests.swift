import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import Mosaics

/// Whether images leave a gap in a mosaic.
@Suite(.timeLimited) struct RectangleCoverTests {
    @Test func `rectangles cover an area where each of its pixels lies in one`() {
        var random = SeededRandom(seed: 39)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var covered = 0
        var wrong = 0
        for _ in 0..<3000 {
            let size = PixelSize(width: number(1...7), height: number(1...6))
            let rects = (0..<number(0...6)).map { _ in
                let x = number(0...size.width - 1)
                let y = number(0...size.height - 1)
                return PixelRect(x: x, y: y, width: number(0...size.width - x), height: number(0...size.height - y))
            }
            let isCovered = (0..<size.area).allSatisfy { pixel in
                rects.contains { $0.columns.contains(pixel % size.width) && $0.rows.contains(pixel / size.width) }
            }
            covered += isCovered ? 1 : 0
            wrong += RectangleCover.isCovered(size, by: rects) == isCovered ? 0 : 1
        }
        #expect(wrong == 0 && covered > 100)
    }

    @Test func `a grid of 90,000 images covers its area, and without one of them does not`() {
        let size = PixelSize(width: 2997, height: 2991)
        var rects = (0..<90_000).map { number in
            let x = number % 300 * 10
            let y = number / 300 * 10
            return PixelRect(x: x, y: y, width: min(10, size.width - x), height: min(10, size.height - y))
        }
        #expect(RectangleCover.isCovered(size, by: rects))
        rects.remove(at: 47_123)
        #expect(!RectangleCover.isCovered(size, by: rects))
    }
}
