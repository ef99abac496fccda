import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct SelectionResizingTests {
    private let size = PixelSize(width: 1000, height: 800)
    private let rect = PixelRect(x: 100, y: 200, width: 300, height: 150)

    private func handle(_ horizontal: Int, _ vertical: Int) -> SelectionHandle {
        SelectionHandle(horizontal: horizontal, vertical: vertical)
    }

    @Test(arguments: [
        (-1, -1, PixelRect(x: 110, y: 219, width: 290, height: 131)),
        (1, -1, PixelRect(x: 100, y: 219, width: 310, height: 131)),
        (1, 1, PixelRect(x: 100, y: 200, width: 310, height: 169)),
        (-1, 1, PixelRect(x: 110, y: 200, width: 290, height: 169)),
        (0, -1, PixelRect(x: 100, y: 219, width: 300, height: 131)),
        (1, 0, PixelRect(x: 100, y: 200, width: 310, height: 150)),
        (0, 1, PixelRect(x: 100, y: 200, width: 300, height: 169)),
        (-1, 0, PixelRect(x: 110, y: 200, width: 290, height: 150)),
    ])
    func `a handle moves its edges by whole pixels, and no others`(horizontal: Int, vertical: Int, result: PixelRect) {
        let resized = rect.resized(
            by: handle(horizontal, vertical), Point(x: 10.4, y: 18.6), in: size, keepsAspect: false)
        #expect(resized == result)
    }

    @Test func `an edge stops at the image's, goes on beyond the opposite one, and never meets it`() {
        func resized(_ x: Double, _ y: Double, by handle: SelectionHandle) -> PixelRect {
            rect.resized(by: handle, Point(x: x, y: y), in: size, keepsAspect: false)
        }
        #expect(resized(5000, 5000, by: handle(1, 1)) == PixelRect(x: 100, y: 200, width: 900, height: 600))
        #expect(resized(-5000, -.infinity, by: handle(-1, -1)) == PixelRect(x: 0, y: 0, width: 400, height: 350))
        #expect(resized(-320, 0, by: handle(1, 0)) == PixelRect(x: 80, y: 200, width: 20, height: 150))
        #expect(resized(-300, 0, by: handle(1, 0)) == PixelRect(x: 100, y: 200, width: 1, height: 150))
        #expect(resized(0, 150, by: handle(0, -1)) == PixelRect(x: 100, y: 349, width: 300, height: 1))
    }

    @Test(arguments: [
        // The longer pull counts.
        (1, 1, 60.0, 0.0, PixelRect(x: 100, y: 200, width: 360, height: 180)),
        (1, 1, 0.0, 150.0, PixelRect(x: 100, y: 200, width: 600, height: 300)),
        (-1, -1, 60.0, 60.0, PixelRect(x: 160, y: 230, width: 240, height: 120)),
        // No further than there is room for both sides.
        (1, 1, 5000.0, 0.0, PixelRect(x: 100, y: 200, width: 900, height: 450)),
        (-1, -1, -5000.0, 0.0, PixelRect(x: 0, y: 150, width: 400, height: 200)),
        // An edge leaves the middle of the opposite one where it is, unless there is no room.
        (1, 0, 100.0, 7.0, PixelRect(x: 100, y: 175, width: 400, height: 200)),
        (0, 1, 0.0, 75.0, PixelRect(x: 25, y: 200, width: 450, height: 225)),
        (0, 1, 0.0, 150.0, PixelRect(x: 0, y: 200, width: 600, height: 300)),
        // Beyond the opposite corner, it goes on from there.
        (1, 1, -360.0, -180.0, PixelRect(x: 40, y: 170, width: 60, height: 30)),
        (1, 1, -300.0, -150.0, PixelRect(x: 100, y: 200, width: 1, height: 1)),
    ])
    func `with the aspect kept, width and height stay in proportion`(
        horizontal: Int, vertical: Int, x: Double, y: Double, result: PixelRect
    ) {
        #expect(
            rect.resized(by: handle(horizontal, vertical), Point(x: x, y: y), in: size, keepsAspect: true) == result)
    }

    @Test func `whatever is dragged, a selection has whole pixels of the image and at least one`() {
        let image = PixelSize(width: 7, height: 5)
        let steps = stride(from: -9.5, through: 9.5, by: 1.9)
        for x in 0..<7 {
            for y in 0..<5 {
                for (width, height) in [(1, 1), (7 - x, 1), (1, 5 - y), (7 - x, 5 - y)] {
                    let rect = PixelRect(x: x, y: y, width: width, height: height)
                    for vector in steps.flatMap({ x in steps.map { Point(x: x, y: $0) } }) {
                        let moved = rect.moved(by: vector, in: image)
                        #expect(moved.size == rect.size && moved.isIn(image))
                        for handle in SelectionHandle.all {
                            for keepsAspect in [false, true] {
                                let new = rect.resized(by: handle, vector, in: image, keepsAspect: keepsAspect)
                                #expect(new.isIn(image))
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func `a selection is moved by whole pixels and stops at the edges of the image`() {
        #expect(rect.moved(by: Point(x: 10.6, y: -3.4), in: size) == PixelRect(x: 111, y: 197, width: 300, height: 150))
        #expect(rect.moved(by: Point(x: 5000, y: -5000), in: size) == PixelRect(x: 700, y: 0, width: 300, height: 150))
    }
}

extension PixelRect {
    fileprivate func isIn(_ size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && self.size.width >= 1 && self.size.height >= 1 && x + self.size.width <= size.width
            && y + self.size.height <= size.height
    }
}
