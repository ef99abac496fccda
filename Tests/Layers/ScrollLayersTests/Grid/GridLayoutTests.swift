import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct GridLayoutTests {
    /// Cells of 114 × 57 points in 4 columns, 10 points apart, in a view of 500 points.
    private let layout = GridLayout(
        itemCount: 10, width: 500, minimumCellWidth: 100, aspectRatio: 2, spacing: 10,
        insets: EdgeInsets(top: 20, left: 5, bottom: 30, right: 5))

    @Test func `cells are whole points, fill the width, and have what is left over on both sides`() {
        #expect(layout.columns == 4)
        #expect(layout.rows == 3)
        #expect(layout.cellSize == Size(width: 115, height: 58))
        #expect(layout.frame(of: 0) == Rect(x: 5, y: 20, width: 115, height: 58))
        #expect(layout.frame(of: 3) == Rect(x: 380, y: 20, width: 115, height: 58))
        #expect(layout.frame(of: 9) == Rect(x: 130, y: 156, width: 115, height: 58))
        #expect(layout.height == 244.0)
        var uneven = layout
        uneven.width = 503
        #expect(uneven.cellSize.width == 115)
        #expect(uneven.frame(of: 0).minX == 6)
    }

    @Test func `a view narrower than a cell has one column, and none of a cell's sides is below a point`() {
        var narrow = layout
        narrow.width = 60
        #expect(narrow.columns == 1)
        #expect(narrow.cellSize == Size(width: 50, height: 25))
        narrow.width = 0
        #expect(narrow.columns == 1 && narrow.cellSize == Size(width: 1, height: 1))
        narrow.width = 1e9
        #expect(narrow.columns == GridLayout.columnLimit)
    }

    @Test(arguments: [
        (0.0, 100.0, 0, 0..<8), (0, 19, 0, 0..<0), (20, 20, 0, 0..<4), (77, 77, 0, 0..<4), (88, 145, 0, 4..<8),
        (88, 145, 1, 0..<10), (-900, -100, 0, 0..<0), (5000, 6000, 0, 10..<10), (5000, 6000, 2, 4..<10),
    ])
    func `the items of the rows in view are found`(from: Double, to: Double, extraRows: Int, items: Range<Int>) {
        #expect(layout.items(in: from...to, extraRows: extraRows) == items)
    }

    @Test func `the items in view are those whose cells touch it, for any view and size`() {
        for columns in 1...5 {
            for count in 0...12 {
                var grid = GridLayout(itemCount: count, minimumCellWidth: 10, spacing: 3, insets: EdgeInsets(top: 4))
                grid.width = Double(columns * 13)
                for top in stride(from: -10.0, to: 80, by: 1) {
                    let seen = (0..<count).filter {
                        grid.frame(of: $0).maxY > top && grid.frame(of: $0).minY < top + 20
                    }
                    let found = grid.items(in: top...(top + 20))
                    #expect(seen.allSatisfy(found.contains))
                    #expect(found.count <= seen.count + 2 * grid.columns)
                }
            }
        }
    }

    @Test func `a point in a cell finds its item, and one between cells or after the last one none`() {
        for item in 0..<10 {
            let frame = layout.frame(of: item)
            #expect(layout.item(at: frame.origin) == item)
            #expect(layout.item(at: Point(x: frame.maxX - 0.5, y: frame.maxY - 0.5)) == item)
            #expect(layout.item(at: Point(x: frame.maxX + 5, y: frame.minY)) == nil)
            #expect(layout.item(at: Point(x: frame.minX, y: frame.maxY + 5)) == nil)
        }
        #expect(layout.item(at: Point(x: 260, y: 160)) == nil)
        #expect(layout.item(at: Point(x: -5, y: 30)) == nil)
        #expect(layout.item(at: Point(x: 10, y: 5000)) == nil)
    }

    @Test(arguments: [
        (5, ScrollDirection.left, 1, 4), (4, .left, 1, 3), (0, .left, 1, 0), (3, .right, 1, 4), (9, .right, 1, 9),
        (5, .up, 1, 1), (1, .up, 1, 1), (9, .up, 5, 1), (5, .down, 1, 9), (7, .down, 1, 9), (9, .down, 1, 9),
        (0, .down, 5, 8),
    ])
    func `keys move to the item beside, above or below`(from: Int, direction: ScrollDirection, count: Int, to: Int) {
        #expect(layout.item(from: from, toward: direction, by: count) == to)
    }
}
