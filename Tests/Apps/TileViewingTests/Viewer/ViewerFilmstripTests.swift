import Concurrency
import Controls
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerFilmstripTests: ThumbnailFixture {
    private func open(_ stage: ViewerStage) -> FilmstripPart {
        tap(stage, .character("f"), .shift)
        return stage.viewer.filmstrip
    }

    @Test func `F shows a thumbnail of each file at the lower edge, and marks the one that is open`() {
        let stage = stage(4)
        #expect(stage.viewer.filmstrip.frame == nil)
        let strip = open(stage)
        #expect(strip.frame == Rect(x: 255, y: 508, width: 290, height: 80))
        #expect(strip.cells.values.map(\.path).compactMap(\.self).sorted() == (0..<4).map { "file-\($0)" })
        #expect(strip.cells.filter(\.value.isCurrent).map(\.key) == [0])
        tap(stage, .character(" "))
        #expect(strip.cells.filter(\.value.isCurrent).map(\.key) == [1])
        stage.tap("f", .shift)
        stage.frames(for: 1)
        #expect(strip.frame == nil && strip.cells.isEmpty)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `while images are compared, the files of all of them are marked, in the grid, too`() throws {
        let stage = stage(5)
        let strip = open(stage)
        func marked() -> [Int] { strip.cells.filter(\.value.isCurrent).map(\.key).sorted() }
        tap(stage, .character("w"))
        #expect(marked() == [0, 1])
        tap(stage, .character("w"), .alt)
        #expect(marked() == [0, 1, 2])
        tap(stage, .character("t"), .shift)
        let grid = try #require(stage.viewer.fileGrid.grid)
        #expect((0..<5).filter { grid.cell(of: $0)?.isCurrent ?? false } == [0, 1, 2])
        tap(stage, .escape)
        stage.viewer.compare(nil)
        stage.frames(for: 0.1)
        #expect(marked() == [0])
    }

    @Test func `thumbnails are decoded in the background, at the size at which they are shown`() {
        let decoder = NamedDecoding()
        let stage = stage(2, decoder)
        #expect(decoder.paths.isEmpty, "nothing is decoded before it is shown")
        let strip = open(stage)
        #expect(strip.cells.values.allSatisfy { $0.hasThumbnail })
        #expect(
            decoder.decoded.withLock { $0.map(\.size) } == Array(repeating: PixelSize(width: 64, height: 43), count: 2))
        for _ in 0..<2 {
            tap(stage, .character("f"), .shift)
        }
        #expect(strip.cells.values.allSatisfy { $0.hasThumbnail })
        #expect(decoder.paths.count == 2, "those in the cache are not decoded again")
    }

    @Test(arguments: [false, true])
    func `F5 and the focus show a file that has changed again, and no other file is decoded again`(isByFocus: Bool) {
        let decoder = NamedDecoding()
        let changes = Locked<[String: Int]>([:])
        let source = PaintedSource(PixelSize(width: 100, height: 80))
        let stage = ViewerStage([source, source, source]) { settings in
            settings.thumbnailDecoder = decoder
            settings.fileAttributes = { path in
                let change = changes.withLock { $0[path] ?? 0 }
                // The second change is within a tick of the file system's clock.
                return FileAttributes(
                    modification: FileAttributes.Time(seconds: min(change, 1)), byteCount: 10 + max(0, change - 1))
            }
        }
        func check() {
            if isByFocus { stage.viewer.focusGained() } else { stage.tap(.function(5)) }
            stage.frames(for: 0.1)
        }
        stage.frames(for: 0.1)
        let strip = open(stage)
        let former = strip.cells.mapValues(\.thumbnail)
        check()
        #expect(decoder.paths.count == 3 && strip.cells.mapValues(\.thumbnail) == former)
        for change in [1, 2] {
            changes.withLock { $0["file-1"] = change }
            stage.frames(for: 0.1)
            #expect(decoder.paths.count == 2 + change, "nothing is read until then")
            check()
            #expect(decoder.paths.count == 3 + change && decoder.paths.last == "file-1")
        }
        #expect(strip.cells[0]?.thumbnail == former[0] && strip.cells[1]?.thumbnail != former[1])
        #expect(strip.cells.values.allSatisfy { $0.hasThumbnail })
    }

    @Test func `a file that changes while the strip is closed has its new thumbnail when the strip is opened`() {
        let decoder = NamedDecoding()
        let byteCount = Locked(10)
        let source = PaintedSource(PixelSize(width: 100, height: 80))
        let stage = ViewerStage([source]) { settings in
            settings.thumbnailDecoder = decoder
            settings.fileAttributes = { _ in
                FileAttributes(
                    modification: FileAttributes.Time(seconds: 1), byteCount: byteCount.withLock { $0 })
            }
        }
        stage.frames(for: 0.1)
        for count in [10, 10, 11] {
            byteCount.withLock { $0 = count }
            let strip = open(stage)
            #expect(strip.cells[0]?.hasThumbnail == true)
            _ = open(stage)
        }
        #expect(decoder.paths.count == 2)
    }

    @Test func `a file that cannot be shown has its name in place of a thumbnail`() {
        let stage = stage(3, NamedDecoding(failing: ["file-1"]))
        let strip = open(stage)
        #expect((0..<3).map { strip.cells[$0]?.shownName } == [nil, "file-1", nil])
        #expect((0..<3).map { strip.cells[$0]?.hasFailed } == [false, true, false])
    }

    @Test func `a click on a thumbnail opens its file`() {
        let stage = stage(4)
        let strip = open(stage)
        stage.pointer(.moved, 435, 548)
        #expect(strip.item(at: Point(x: 435, y: 548)) == 2 && stage.viewer.cursor == .pointingHand)
        click(stage, 435, 548)
        #expect(stage.viewer.title == "file-2 (3 of 4) - tileview")
        #expect(strip.cells.filter(\.value.isCurrent).map(\.key) == [2])
    }

    @Test func `the wheel scrolls the strip and not the image, and only what is seen has cells`() {
        let decoder = NamedDecoding()
        let stage = stage(40, decoder)
        let strip = open(stage)
        #expect(strip.frame == Rect(x: 12, y: 508, width: 776, height: 80))
        #expect(strip.cells.keys.sorted() == Array(0..<11))
        let view = stage.view
        stage.wheel(-3, 400, 546)
        stage.frames(for: 0.1)
        #expect(strip.geometry.offset == 120 && strip.cells.keys.sorted() == Array(1..<13))
        #expect(stage.view == view)
        stage.wheel(-300, 400, 546)
        stage.frames(for: 0.1)
        #expect(strip.geometry.offset == 2810 - 776 && strip.cells.keys.max() == 39)
        #expect(!decoder.paths.contains("file-20"), "what was passed is not decoded")
        stage.wheel(300, 400, 546)
        stage.frames(for: 0.1)
        #expect(strip.geometry.offset == 0)
        stage.wheel(1, 400, 200)
        stage.frames(for: 1)
        #expect(stage.view != view && strip.geometry.offset == 0)
    }

    @Test func `a drag scrolls the strip, and opens nothing`() {
        let stage = stage(40)
        let strip = open(stage)
        stage.pointer(.down(.primary, clicks: 1), 400, 546)
        stage.pointer(.moved, 390, 446)
        stage.pointer(.moved, 300, 300)
        stage.pointer(.up(.primary, clicks: 1), 300, 300)
        stage.frames(for: 0.1)
        #expect(strip.geometry.offset == 100)
        #expect(stage.viewer.title == "file-0 (1 of 40) - tileview")
    }

    @Test func `the file that is opened comes to the middle`() {
        let stage = stage(40)
        let strip = open(stage)
        for _ in 0..<20 {
            stage.tap(" ")
            stage.frames(for: 0.05)
        }
        let frame = strip.geometry.frame(of: 20)
        #expect(frame.minX + 32 == 388)
    }

    @Test func `in a window that is too low the strip is closed, and stays in one that is not`() {
        let stage = stage(4)
        let strip = open(stage)
        stage.viewer.resize(to: PixelSize(width: 400, height: 300), scale: 1)
        stage.frames(for: 0.1)
        #expect(strip.frame.map { $0.minY >= 100 && $0.maxY <= 300 && $0.maxX <= 400 } == true)
        stage.viewer.resize(to: PixelSize(width: 400, height: 80), scale: 1)
        stage.frames(for: 0.1)
        #expect(strip.frame == nil && !stage.viewer.features.contains(.filmstrip))
    }
}
