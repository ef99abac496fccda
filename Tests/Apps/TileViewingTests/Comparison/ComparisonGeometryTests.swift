import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ComparisonGeometryTests {
    @Test func `panes have equal shares of the window whatever its width, and fill it with the dividers`() {
        for scale in [1.0, 1.5, 2] {
            for count in 1...4 {
                for width in 300...340 {
                    let geometry = ComparisonGeometry(
                        PixelSize(width: width, height: 200), scale: scale, paneCount: count)
                    #expect(geometry.panes.count == count && Set(geometry.panes.map(\.size)).count == 1)
                    #expect(geometry.panes.first?.x == 0 && geometry.panes.last?.columns.upperBound == width)
                    let gaps = zip(geometry.panes, geometry.panes.dropFirst()).map { $1.x - $0.columns.upperBound }
                    let least = Int(scale.rounded())
                    #expect(gaps.allSatisfy { (least...least + 1).contains($0) })
                }
            }
        }
    }

    @Test func `frames and dividers are in points`() {
        let geometry = ComparisonGeometry(PixelSize(width: 802, height: 600), scale: 2, paneCount: 2)
        #expect(geometry.panes.map(\.x) == [0, 402])
        #expect(geometry.frames.map(\.minX) == [0, 201])
        #expect(geometry.dividers == [Rect(x: 200, y: 0, width: 1, height: 300)])
        #expect(ComparisonGeometry(PixelSize(width: 802, height: 600), scale: 2, paneCount: 1).dividers == [])
    }

    @Test func `a point is in the pane at its left, and the curtain lies between pixels`() {
        let geometry = ComparisonGeometry(PixelSize(width: 401, height: 300), scale: 1, paneCount: 2)
        #expect([-5, 0, 199, 200, 201, 500].map { geometry.pane(at: Point(x: $0, y: 9)) } == [0, 0, 0, 0, 1, 1])
        #expect(geometry.curtain(at: 0.5) == 201 && geometry.curtain(at: 0.25) == 100)
        #expect(ComparisonGeometry(PixelSize(width: 401, height: 3), scale: 2, paneCount: 1).curtain(at: 1) == 200.5)
    }

    @Test func `a window of one pixel has one pane`() {
        #expect(ComparisonGeometry(PixelSize(width: 1, height: 1), scale: 1, paneCount: 4).panes.count == 1)
    }
}
