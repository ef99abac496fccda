import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TileViewing

/// The columns of the help sheet.
@Suite(.timeLimited) struct HelpSheetLayoutTests {
    private func group(_ height: Int, keys: Int = 50, meaning: Int = 100, title: Int = 30) -> HelpSheetLayout.Group {
        HelpSheetLayout.Group(keysWidth: keys, meaningWidth: meaning, titleWidth: title, height: height)
    }

    @Test func `one column holds groups one below the other`() {
        let layout = HelpSheetLayout([group(40), group(60, keys: 70)], columns: 1, columnGap: 20, groupGap: 10)
        #expect(layout.positions == [.init(x: 0, y: 0, meaningX: 70), .init(x: 0, y: 50, meaningX: 70)])
        #expect(layout.size == PixelSize(width: 170, height: 110))
    }

    @Test func `columns are as even as the order of the groups allows`() {
        let groups = [30, 30, 30, 90].map { group($0) }
        let layout = HelpSheetLayout(groups, columns: 2, columnGap: 20, groupGap: 10)
        #expect(layout.positions.map(\.x) == [0, 0, 0, 170] && layout.positions.map(\.y) == [0, 40, 80, 0])
        #expect(layout.size == PixelSize(width: 320, height: 110))
        let first = HelpSheetLayout([90, 30, 30, 30].map { group($0) }, columns: 2, columnGap: 20, groupGap: 10)
        #expect(first.positions.map(\.x) == [0, 170, 170, 170])
    }

    @Test func `for all heights of five groups, no other columns are shorter`() {
        for code in 0..<243 {
            let heights = (0..<5).map { index in 20 + 30 * (code / [1, 3, 9, 27, 81][index] % 3) }
            let layout = HelpSheetLayout(heights.map { group($0) }, columns: 3, columnGap: 20, groupGap: 10)
            var lowest = Int.max
            for first in 1...5 {
                for second in first...5 {
                    let columns = [heights[0..<first], heights[first..<second], heights[second..<5]]
                    lowest = min(lowest, columns.map { $0.reduce(0, +) + 10 * max(0, $0.count - 1) }.max() ?? 0)
                }
            }
            #expect(layout.size.height == lowest)
        }
    }

    @Test func `the fewest columns that fit are used`() throws {
        let groups = (0..<6).map { _ in group(50) }
        func columns(_ width: Int, _ height: Int) -> Int? {
            HelpSheetLayout(groups, in: PixelSize(width: width, height: height), columnGap: 20, groupGap: 10)
                .map { Set($0.positions.map(\.x)).count }
        }
        #expect(columns(1000, 350) == 1)
        #expect(columns(1000, 349) == 2)
        #expect(columns(1000, 169) == 3)
        #expect(columns(319, 349) == nil)
        #expect(columns(1000, 49) == nil)
    }

    @Test func `no groups take no space`() {
        #expect(HelpSheetLayout([], columns: 2, columnGap: 20, groupGap: 10).positions.isEmpty)
    }
}

/// The help sheet in windows.
@MainActor
@Suite(.timeLimited)
struct HelpSheetTests {
    @Test(arguments: [(1600, 1000, 15.0...15.0), (900, 600, 12...15), (700, 560, 11...14)])
    func `all keys fit into the window, with smaller text if needed`(
        width: Int, height: Int, sizes: ClosedRange<Double>
    ) throws {
        let stage = OverlayStage(width, height)
        stage.help.update(in: stage.layout)
        stage.help.isOpen = true
        let shown = try #require(stage.help.shownLayout)
        #expect(sizes.contains(shown.textSize))
        let sheet = try #require(stage.help.layer.sublayers.first)
        #expect(sheet.frame.minX >= 0 && sheet.frame.minY >= 0)
        #expect(sheet.frame.maxX <= Double(width) && sheet.frame.maxY <= Double(height))
        #expect(stage.help.layer.bounds.size == stage.layout.size)
    }

    @Test(arguments: [(480, 320), (300, 200), (160, 120)])
    func `in a small window the text stays readable, and the sheet scrolls from its first line to its last`(
        width: Int, height: Int
    ) throws {
        let stage = OverlayStage(width, height)
        stage.help.update(in: stage.layout)
        stage.help.isOpen = true
        #expect(try #require(stage.help.shownLayout).textSize >= (width >= 480 ? 11 : 7))
        let sheet = try #require(stage.help.layer.sublayers.first)
        #expect(sheet.frame.minY == 8 && stage.help.scrollLimit > 0)
        stage.help.scroll(by: 10)
        #expect(sheet.frame.minY == -2)
        stage.help.scroll(by: .greatestFiniteMagnitude)
        #expect(sheet.frame.maxY == Double(height) - 8)
        stage.help.scroll(by: -.greatestFiniteMagnitude)
        #expect(sheet.frame.minY == 8)
        if width >= 480 { #expect(sheet.frame.minX >= 0 && sheet.frame.maxX <= Double(width)) }
    }

    @Test func `the wheel and the keys scroll the sheet, and nothing where all of it fits`() {
        let stage = ViewerStage { $0.size = PixelSize(width: 480, height: 320) }
        stage.tap(.function(1))
        stage.frame()
        let view = stage.view
        for key in [Key.end, .up, .pageUp, .home, .down, .pageDown] { stage.tap(key) }
        stage.viewer.handle(.wheel(WheelEvent(time: 0, delta: Point(x: 0, y: -1), position: .zero)))
        stage.frame()
        #expect(stage.view == view)
        stage.tap(.function(1))
        stage.frame()
        stage.viewer.handle(.wheel(WheelEvent(time: 0, delta: Point(x: 0, y: 1), position: .zero)))
        stage.frames(for: 1)
        #expect(stage.view != view)
    }

    @Test func `a lower window has more columns`() throws {
        func columns(_ width: Int, _ height: Int) throws -> Int {
            let stage = OverlayStage(width, height)
            stage.help.update(in: stage.layout)
            stage.help.isOpen = true
            return try #require(stage.help.shownLayout).columnCount
        }
        #expect(try columns(1000, 1200) == 1)
        #expect(try columns(1000, 600) == 2)
        #expect(try columns(1600, 360) > 2)
    }

    @Test func `a closed sheet shows nothing and keeps no pixels`() {
        let stage = OverlayStage(640, 480)
        stage.help.update(in: stage.layout)
        let before = stage.snapshot().withPixels { Array($0) }
        stage.help.isOpen = true
        stage.help.isOpen = false
        #expect(stage.help.layer.isHidden && stage.help.shownLayout == nil)
        #expect(stage.help.layer.sublayers.first?.contents == nil)
        #expect(stage.snapshot().withPixels { Array($0) } == before)
    }
}
