import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ComparisonGeometryTests {
    @Test func `panes have equal shares of the window whatever its size, and fill it with the dividers`() {
        for scale in [1.0, 1.5, 2] {
            for count in 1...9 {
                for width in 300...312 {
                    let size = PixelSize(width: width, height: 517 - width)
                    let geometry = ComparisonGeometry(size, scale: scale, paneCount: count)
                    let panes = geometry.panes
                    #expect(panes.count == count && Set(panes.map(\.size)).count == 1)
                    let row = panes.prefix(geometry.grid.columns)
                    #expect(row.first?.x == 0 && row.last?.columns.upperBound == width)
                    #expect(panes.first?.y == 0 && panes.last?.rows.upperBound == size.height)
                    let column = stride(from: 0, to: count, by: geometry.grid.columns).map { panes[$0] }
                    let gaps =
                        zip(row, row.dropFirst()).map { $1.x - $0.columns.upperBound }
                        + zip(column, column.dropFirst()).map { $1.y - $0.rows.upperBound }
                    let least = Int(scale.rounded())
                    #expect(gaps.allSatisfy { (least...least + 1).contains($0) })
                    #expect(gaps.count == geometry.dividers.count)
                }
            }
        }
    }

    @Test(arguments: [
        (1, "1×1", "1×1"), (2, "2×1", "1×2"), (3, "2×2", "2×2"), (4, "2×2", "2×2"), (5, "3×2", "2×3"),
        (6, "3×2", "2×3"),
        (7, "3×3", "3×3"), (8, "3×3", "3×3"), (9, "3×3", "3×3"), (12, "3×3", "3×3"),
    ])
    func `panes are arranged so that least is wasted, by the shape of the window`(
        count: Int, wide: String, high: String
    ) {
        func text(_ size: PixelSize) -> String {
            let grid = PaneGrid(for: count, in: size)
            return "\(grid.columns)×\(grid.rows)"
        }
        #expect(text(PixelSize(width: 800, height: 600)) == wide)
        #expect(text(PixelSize(width: 600, height: 800)) == high)
    }

    @Test func `in a very wide window three panes are in one row, and in a very high one in one column`() {
        let row = PaneGrid(for: 3, in: PixelSize(width: 1800, height: 400))
        #expect(row.columns == 3 && row.rows == 1)
        let column = PaneGrid(for: 3, in: PixelSize(width: 400, height: 1800))
        #expect(column.columns == 1 && column.rows == 3)
    }

    @Test func `four panes lie in two rows with dividers across the window, and a point is in one of them`() {
        let geometry = ComparisonGeometry(PixelSize(width: 401, height: 301), scale: 1, paneCount: 4)
        #expect(geometry.panes.map(\.x) == [0, 201, 0, 201] && geometry.panes.map(\.y) == [0, 0, 151, 151])
        #expect(
            geometry.dividers == [
                Rect(x: 200, y: 0, width: 1, height: 301), Rect(x: 0, y: 150, width: 401, height: 1),
            ])
        let points = [(0.0, 0.0), (300, 20), (20, 200), (300, 200), (-9, 900)]
        #expect(points.map { geometry.pane(at: Point(x: $0.0, y: $0.1)) } == [0, 1, 2, 3, 2])
        let three = ComparisonGeometry(PixelSize(width: 401, height: 301), scale: 1, paneCount: 3)
        #expect(three.pane(at: Point(x: 300, y: 200)) == 2, "an empty place")
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
