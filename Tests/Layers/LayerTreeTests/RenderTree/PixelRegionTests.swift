import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@Suite(.timeLimited) struct PixelRegionTests {
    @Test func `an empty rectangle adds nothing`() {
        var region = PixelRegion(PixelRect(x: 3, y: 4, width: 0, height: 9))
        region.insert(PixelRect(x: 3, y: 4, width: 9, height: 0))
        #expect(region.isEmpty)
        #expect(region.area == 0)
        #expect(region.bounds.isEmpty)
    }

    @Test func `distant rectangles stay separate, and adjacent ones of equal height are merged`() {
        var region = PixelRegion(PixelRect(x: 0, y: 0, width: 10, height: 10))
        region.insert(PixelRect(x: 90, y: 90, width: 10, height: 10))
        #expect(region.rects.count == 2)
        #expect(region.area == 200)
        #expect(region.bounds == PixelRect(x: 0, y: 0, width: 100, height: 100))
        region.insert(PixelRect(x: 10, y: 0, width: 10, height: 10))
        #expect(region.rects.count == 2)
        #expect(region.area == 300)
    }

    @Test func `a rectangle within another one adds nothing`() {
        var region = PixelRegion(PixelRect(x: 0, y: 0, width: 10, height: 10))
        region.insert(PixelRect(x: 2, y: 2, width: 3, height: 3))
        #expect(region.rects == [PixelRect(x: 0, y: 0, width: 10, height: 10)])
    }

    @Test(arguments: 0..<50)
    func `of many rectangles at most 8 remain, which are disjoint and cover all of them`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var region = PixelRegion()
        var all: [PixelRect] = []
        for _ in 0..<30 {
            let rect = PixelRect(
                x: .random(in: -50..<200, using: &random), y: .random(in: -50..<200, using: &random),
                width: .random(in: 0..<20, using: &random), height: .random(in: 0..<20, using: &random))
            all.append(rect)
            region.insert(rect)
            #expect(region.rects.count <= PixelRegion.maximumCount)
            for (index, first) in region.rects.enumerated() {
                for second in region.rects.dropFirst(index + 1) {
                    #expect(first.intersection(second).isEmpty)
                }
            }
        }
        for rect in all where !rect.isEmpty {
            #expect(region.rects.contains { $0.contains(rect) })
        }
    }
}
