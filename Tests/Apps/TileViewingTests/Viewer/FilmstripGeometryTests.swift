import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct FilmstripGeometryTests {
    @Test func `a strip of few files is as wide as these`() {
        let geometry = FilmstripGeometry(count: 2, width: 150)
        #expect(geometry.contentWidth == 150 && FilmstripGeometry.height == 80)
        #expect(geometry.frame(of: 1) == Rect(x: 78, y: 8, width: 64, height: 64))
        #expect(geometry.visibleItems == 0..<2)
    }

    @Test func `a strip without files or width has no thumbnails`() {
        #expect(FilmstripGeometry(count: 0, width: 500).visibleItems.isEmpty)
        #expect(FilmstripGeometry(count: 0, width: 0).visibleItems.isEmpty)
        #expect(FilmstripGeometry(count: 0, width: 500).item(at: Point(x: 20, y: 20)) == nil)
    }

    @Test func `it scrolls as far as there are thumbnails`() {
        var geometry = FilmstripGeometry(count: 100, width: 300)
        geometry.scroll(by: -50)
        #expect(geometry.offset == 0)
        geometry.scroll(by: 100_000)
        #expect(geometry.offset == geometry.contentWidth - 300)
        #expect(geometry.visibleItems.upperBound == 100)
        #expect(geometry.frame(of: 99).maxX == 292)
    }

    @Test(arguments: [0, 3, 50, 96, 99]) func `the thumbnail in the middle is seen as a whole`(item: Int) {
        var geometry = FilmstripGeometry(count: 100, width: 300)
        geometry.center(on: item)
        let frame = geometry.frame(of: item)
        #expect(frame.minX >= 8 && frame.maxX <= 292 && geometry.visibleItems.contains(item))
        #expect(geometry.item(at: Point(x: frame.minX + 1, y: 9)) == item)
    }

    @Test func `there is nothing at the points between thumbnails`() {
        let geometry = FilmstripGeometry(count: 10, width: 300)
        #expect(geometry.item(at: Point(x: 75, y: 20)) == nil && geometry.item(at: Point(x: 20, y: 4)) == nil)
        #expect(geometry.item(at: Point(x: 20, y: 20)) == 0)
    }
}
