import Concurrency
import ScrollLayers
import Controls
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerFileGridTests: ThumbnailFixture {
    private func open(_ stage: ViewerStage) -> FileGridPart {
        tap(stage, .character("t"), .shift)
        return stage.viewer.fileGrid
    }

    @Test func `T shows all files with their names, and marks the one that is open`() throws {
        let stage = stage(7)
        tap(stage, .character(" "))
        let part = open(stage)
        let grid = try #require(part.grid)
        // Five columns of 150 points in 800, with the names below.
        #expect(grid.layout.columns == 5 && grid.layout.frame(of: 0) == Rect(x: 9, y: 8, width: 150, height: 172))
        #expect((0..<7).map { grid.cell(of: $0)?.shownName } == (0..<7).map { "file-\($0)" })
        #expect((0..<7).filter { grid.cell(of: $0)?.isCurrent ?? false } == [1] && grid.focusedItem == 1)
        #expect((0..<7).allSatisfy { grid.cell(of: $0)?.hasThumbnail ?? false })
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `arrows and Return choose a file`() {
        let stage = stage(7)
        let part = open(stage)
        tap(stage, .right)
        tap(stage, .down)
        #expect(part.grid?.focusedItem == 6)
        tap(stage, .left)
        tap(stage, .enter)
        #expect(part.grid == nil && part.layer.superlayer == nil)
        #expect(stage.viewer.title == "file-5 (6 of 7) - tileview")
    }

    @Test func `a click opens a file, and a drag scrolls`() throws {
        let stage = stage(60)
        let part = open(stage)
        let grid = try #require(part.grid)
        stage.pointer(.moved, 400, 94)
        #expect(part.item(at: Point(x: 400, y: 94)) == 2 && stage.viewer.cursor == .pointingHand)
        stage.pointer(.down(.primary, clicks: 1), 400, 500)
        for y in stride(from: 480.0, through: 200, by: -20) { stage.pointer(.moved, 400, y) }
        stage.frames(for: 0.5)
        stage.pointer(.up(.primary, clicks: 1), 400, 200)
        stage.frames(for: 1)
        #expect(part.grid != nil && grid.layer.bounds.minY > 200)
        let item = try #require(part.item(at: Point(x: 400, y: 300)) ?? part.item(at: Point(x: 400, y: 320)))
        let y = part.item(at: Point(x: 400, y: 300)) == nil ? 320.0 : 300
        click(stage, 400, y)
        #expect(stage.viewer.title == "file-\(item) (\(item + 1) of 60) - tileview" && part.grid == nil)
    }

    @Test func `Escape closes it and so does T, and nothing else has happened`() {
        let stage = stage(7)
        let view = stage.view
        let part = open(stage)
        for key in [Key.character(" "), .character("+"), .backspace, .pageDown, .character("s")] { tap(stage, key) }
        stage.wheel(-5, 400, 300)
        stage.frames(for: 0.5)
        #expect(part.grid != nil)
        tap(stage, .escape)
        #expect(part.grid == nil && stage.viewer.title == "file-0 (1 of 7) - tileview" && stage.view == view)
        #expect(stage.messages.isEmpty && stage.requests.isEmpty)
        _ = open(stage)
        tap(stage, .character("t"), .shift)
        #expect(part.grid == nil)
    }

    @Test func `the help lies over it, and gets Escape first`() {
        let stage = stage(7)
        let part = open(stage)
        tap(stage, .function(1))
        #expect(stage.viewer.features.contains(.help))
        tap(stage, .escape)
        #expect(!stage.viewer.features.contains(.help) && part.grid != nil)
    }

    @Test func `of many files, those in view and the next ones have cells and are decoded`() throws {
        let decoder = NamedDecoding()
        let stage = stage(500, decoder)
        let grid = try #require(open(stage).grid)
        // Four rows are in view, and the fifth is the next one.
        #expect(grid.items == 0..<25 && Set(decoder.paths).count == 25)
        for _ in 0..<20 {
            stage.wheel(-20, 400, 300)
            stage.frames(for: 0.1)
        }
        #expect(grid.statistics.greatestCellCount <= 35)
        #expect(decoder.paths.count <= 25 + 20 * 30)
    }

    @Test func `F5 reads what has no date of its own again, an address or a folder of tiles, and the focus does not`() {
        let decoder = NamedDecoding()
        let stage = stage(3, decoder)
        let part = open(stage)
        #expect(decoder.paths.count == 3)
        stage.viewer.focusGained()
        stage.frames(for: 0.1)
        #expect(decoder.paths.count == 3)
        tap(stage, .function(5))
        #expect(decoder.paths.count == 6 && part.grid != nil)
    }

    @Test func `the grid ends above messages, which cover no names, and is as high as the window after them`() throws {
        let stage = stage(60)
        let part = open(stage)
        let grid = try #require(part.grid)
        #expect(grid.layer.frame == Rect(x: 0, y: 0, width: 800, height: 600))
        tap(stage, .character("n"), .shift)
        let message = try #require(stage.viewer.messages.layer.sublayers.first)
        #expect(stage.messages.count == 1 && grid.layer.frame.maxY < message.frame.minY && grid.layer.frame.maxY > 400)
        #expect(part.item(at: Point(x: 100, y: 100)) != nil)
        #expect(part.item(at: Point(x: 100, y: message.frame.minY + 5)) == nil, "no file is seen there")
        stage.frames(for: 10)
        #expect(grid.layer.frame == Rect(x: 0, y: 0, width: 800, height: 600))
    }

    @Test func `what the grid covers takes no room from messages, and is where it was afterwards`() throws {
        let source = PaintedSource(PixelSize(width: 100, height: 80))
        let stage = ViewerStage(Array(repeating: source, count: 9)) { settings in
            settings.thumbnailDecoder = NamedDecoding()
            settings.size = PixelSize(width: 400, height: 300)
            settings.features = [.statusLine, .scaleBar, .information]
        }
        stage.frames(for: 0.5)
        let frames = stage.viewer.context.arranger.arrangement.frames
        let part = open(stage)
        let grid = try #require(part.grid)
        tap(stage, .character("n"), .shift)
        let message = try #require(stage.viewer.context.arranger.arrangement.frames[MessageBar.id])
        #expect(message.maxY == stage.viewer.context.overlayLayout.area.maxY)
        #expect(grid.layer.frame.maxY < message.minY && grid.layer.frame.maxY > 200)
        stage.frames(for: 10)
        tap(stage, .escape)
        #expect(part.grid == nil)
        let after = stage.viewer.context.arranger.arrangement.frames
        #expect(Set(after.keys) == Set(frames.keys))
    }

    @Test func `a file that cannot be shown is a cell with its name`() throws {
        let stage = stage(3, NamedDecoding(failing: ["file-1"]))
        let grid = try #require(open(stage).grid)
        #expect(grid.cell(of: 1)?.hasFailed == true && grid.cell(of: 1)?.shownName == "file-1")
        #expect(grid.cell(of: 0)?.hasFailed == false)
    }

    @Test func `without a file there is nothing to show`() {
        let stage = ViewerStage(opensFiles: false)
        stage.tap("t", .shift)
        #expect(stage.viewer.fileGrid.grid == nil)
        #expect(stage.messages.map(\.text) == ["No file is open to show others of."])
    }
}
