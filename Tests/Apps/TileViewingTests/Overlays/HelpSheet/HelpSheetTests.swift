import Controls
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The help sheet in windows.
@MainActor
@Suite(.timeLimited)
struct HelpSheetTests {
    @Test(arguments: [(1600, 1000, 15.0...15.0), (900, 600, 12...15), (700, 560, 11...14)])
    func `all keys fit into the window, with smaller text if needed`(
        width: Int, height: Int, sizes: ClosedRange<Double>
    ) throws {
        let stage = OverlayStage(width, height)
        stage.help.layOut(in: stage.layout.size)
        stage.help.isOpen = true
        let shown = try #require(stage.help.shownLayout)
        #expect(sizes.contains(shown.textSize))
        let frame = stage.help.visibleFrame
        #expect(frame == stage.help.sheetFrame && stage.help.barFrame == nil)
        #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= Double(width) && frame.maxY <= Double(height))
        #expect(stage.help.layer.bounds.size == stage.layout.size)
    }

    @Test(arguments: [(480, 320), (400, 300), (300, 200), (160, 120)])
    func `in a small window the text stays readable, and the sheet scrolls from its first line to its last`(
        width: Int, height: Int
    ) throws {
        let stage = OverlayStage(width, height)
        let help = stage.help
        help.layOut(in: stage.layout.size)
        help.isOpen = true
        #expect(try #require(help.shownLayout).textSize >= 11)
        #expect(help.sheetFrame.minY == 8 && help.scrollLimit > 0)
        help.scroll(by: 10)
        #expect(help.sheetFrame.minY == -2)
        help.scroll(by: .greatestFiniteMagnitude)
        #expect(help.sheetFrame.maxY == Double(height) - 8)
        help.scroll(by: -.greatestFiniteMagnitude)
        #expect(help.sheetFrame.minY == 8)
        if width >= 300 { #expect(help.sheetFrame.minX >= 0 && help.sheetFrame.maxX <= Double(width)) }
    }

    @Test(arguments: [(480, 320), (400, 300)])
    func `a sheet that scrolls ends before the edges of the window, and its bar lies on it`(
        width: Int, height: Int
    ) throws {
        let stage = OverlayStage(width, height)
        let help = stage.help
        help.layOut(in: stage.layout.size)
        help.isOpen = true
        let frame = help.visibleFrame
        #expect(frame.minY == 8 && frame.maxY == Double(height) - 8 && frame.minX >= 0)
        for end in [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude] {
            help.scroll(by: end)
            let bar = try #require(help.barFrame)
            #expect(bar.minX > frame.minX && bar.maxX < frame.maxX && bar.maxX > frame.maxX - 12)
            #expect(bar.minY >= frame.minY && bar.maxY <= frame.maxY + 1e-9)
        }
    }

    @Test(arguments: [PixelSize(width: 400, height: 300), PixelSize(width: 320, height: 400)])
    func `all keys of the viewer are readable in a narrow window, with meanings in several lines`(
        size: PixelSize
    ) throws {
        let stage = open(size)
        let sheet = stage.viewer.part(HelpPart.self).sheet
        let shown = try #require(sheet.shownLayout)
        #expect(shown.textSize == 11 && shown.columnCount == 1)
        #expect(sheet.sheetFrame.minX >= 0 && sheet.sheetFrame.maxX <= Double(size.width))
        let heights = Set(sheet.targets.map(\.frame.size.height))
        #expect(heights.count > 1, "of one line, of two …")
        for (upper, lower) in zip(sheet.targets, sheet.targets.dropFirst())
        where upper.choice.row != lower.choice.row || upper.choice.group != lower.choice.group {
            #expect(upper.frame.maxY <= lower.frame.minY)
        }
    }

    @Test func `while the help is open, no start screen is seen behind it`() {
        let stage = ViewerStage([], opensFiles: false)
        stage.viewer.showStartScreen()
        stage.frames(for: 0.1)
        let start = stage.viewer.part(StartScreenPart.self)
        #expect(start.screen?.layer.superlayer != nil)
        stage.tap(.function(1))
        stage.frames(for: 1)
        #expect(start.screen.map { $0.layer.superlayer == nil || $0.layer.isHidden } == true)
        stage.tap(.function(1))
        stage.frames(for: 1)
        #expect(start.screen.map { $0.layer.superlayer != nil && !$0.layer.isHidden } == true)
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
            stage.help.layOut(in: stage.layout.size)
            stage.help.isOpen = true
            return try #require(stage.help.shownLayout).columnCount
        }
        #expect(try columns(1000, 1200) == 1)
        #expect(try columns(1000, 600) == 2)
        #expect(try columns(1600, 360) > 2)
    }

    @Test func `a closed sheet shows nothing and keeps no pixels`() {
        let stage = OverlayStage(640, 480)
        stage.help.layOut(in: stage.layout.size)
        let before = stage.snapshot().withPixels { Array($0) }
        stage.help.isOpen = true
        stage.help.isOpen = false
        #expect(stage.help.layer.isHidden && stage.help.shownLayout == nil)
        #expect(!stage.help.isDrawn)
        #expect(stage.snapshot().withPixels { Array($0) } == before)
    }

    /// The middle of a row or a key of the help of a viewer, in points of the window.
    private func point(_ input: String, in stage: ViewerStage, key: Int? = nil) throws -> Point {
        let sheet = stage.viewer.part(HelpPart.self).sheet
        let groups = stage.viewer.part(HelpPart.self).groups
        let target = try #require(
            sheet.targets.first {
                groups[$0.choice.group].rows[$0.choice.row].input == input && $0.choice.key == key
            })
        return sheet.sheetFrame.origin + target.frame.point(at: Point(x: 0.5, y: 0.5))
    }

    private func open(_ size: PixelSize = PixelSize(width: 1600, height: 1000)) -> ViewerStage {
        let stage = ViewerStage { $0.size = size }
        stage.tap(.function(1))
        stage.frame()
        return stage
    }

    private func click(_ point: Point, in stage: ViewerStage) {
        stage.pointer(.moved, point.x, point.y)
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
        stage.frame()
    }

    @Test(arguments: [("i", .statusLine), ("m", .overviewMap), ("p", .information)] as [(String, ViewerFeature)])
    func `a click on a row closes the help and performs its command`(input: String, feature: ViewerFeature) throws {
        let stage = open()
        let point = try point(input, in: stage)
        stage.pointer(.moved, point.x, point.y)
        #expect(stage.viewer.cursor == .pointingHand)
        click(point, in: stage)
        #expect(stage.viewer.features == [feature])
    }

    @Test func `a click on a key performs the command of that key`() throws {
        let stage = open()
        click(try point("Alt+, Alt+.", in: stage, key: 1), in: stage)
        #expect(stage.viewer.features == [] && stage.messages.count == 1, "nothing is overlaid, says a message")
    }

    @Test func `a click on the row of the help, on a gesture or beside the rows closes the help and does nothing else`()
        throws
    {
        for point in [try point("F1 ?", in: open()), Point(x: 3, y: 3)] {
            let stage = open()
            let view = stage.view
            click(point, in: stage)
            stage.frames(for: 1)
            #expect(stage.viewer.features == [] && stage.view == view && stage.requests.isEmpty)
        }
    }
}
