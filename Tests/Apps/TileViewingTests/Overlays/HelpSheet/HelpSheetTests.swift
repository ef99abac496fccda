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
        stage.help.layOut(in: stage.layout.size)
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
        #expect(stage.help.layer.sublayers.first?.contents == nil)
        #expect(stage.snapshot().withPixels { Array($0) } == before)
    }

    /// The middle of a row or a key of the help of a viewer, in points of the window.
    private func point(_ input: String, in stage: ViewerStage, key: Int? = nil) throws -> Point {
        let sheet = stage.viewer.part(HelpPart.self).sheet
        let groups = stage.viewer.settings.keys.groups
        let target = try #require(
            sheet.targets.first {
                groups[$0.choice.group].rows[$0.choice.row].input == input && $0.choice.key == key
            })
        let content = try #require(sheet.layer.sublayers.first)
        return content.position + target.frame.point(at: Point(x: 0.5, y: 0.5))
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
