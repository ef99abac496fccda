import Concurrency
import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Tests of the selection and the opening of the files that are compared.
@MainActor
@Suite(.timeLimited) struct ViewerComparisonFilesTests {
    private let size = PixelSize(width: 1000, height: 800)

    private func stage(_ count: Int, _ change: (inout ViewerSettings) -> Void = { _ in }) -> ViewerStage {
        let stage = ViewerStage((0..<count).map { OffsetSource(size, red: $0, green: 0) }, settings: change)
        stage.frames(for: 0.5)
        return stage
    }

    private func names(_ stage: ViewerStage) -> [String] {
        stage.frame()
        return stage.viewer.status.name.split(separator: "|").map { $0.filter { $0 != " " } }
    }

    @Test
    func `w compares with the next file in one way after the other, W goes back, and the end is as the beginning`() {
        let stage = stage(3)
        let before = stage.frame()
        var modes: [Comparison.Mode?] = []
        for _ in 0..<5 {
            stage.tap("w")
            stage.frames(for: 0.1)
            modes.append(stage.viewer.comparison?.mode)
        }
        #expect(modes == [.sideBySide, .curtain, .blink, .difference, nil])
        stage.frames(for: 5)
        #expect(stage.frame() == before, "nothing is left of it")
        stage.tap("w", .shift)
        #expect(stage.viewer.comparison?.mode == .difference && names(stage) == ["file-0", "file-1"])
        stage.tap("w", .shift)
        #expect(stage.viewer.comparison?.mode == .blink)
    }

    @Test func `Space and Backspace change the second file, and never the first one`() {
        let stage = stage(4)
        stage.tap("w")
        var seen = [names(stage)]
        for key in [Key.character(" "), .character(" "), .character(" "), .backspace] {
            stage.tap(key)
            seen.append(names(stage))
        }
        #expect(seen.map { $0.last ?? "" } == ["file-1", "file-2", "file-3", "file-1", "file-3"])
        #expect(seen.allSatisfy { $0.count == 2 && $0.first == "file-0" })
        #expect(stage.viewer.document?.name == "file-0")
    }

    @Test func `Ctrl with Home and End show the first and the last file beside the first image`() {
        let stage = stage(5)
        stage.tap(" ")
        stage.frames(for: 0.1)
        stage.tap("w")
        #expect(names(stage) == ["file-1", "file-2"])
        stage.tap(.end, .control)
        #expect(names(stage) == ["file-1", "file-4"])
        stage.tap(.end, .control)
        #expect(stage.messages.last?.text == "This is the last file to compare with.")
        stage.tap(.home, .control)
        #expect(names(stage) == ["file-1", "file-0"])
        stage.tap(.home, .control)
        #expect(stage.messages.last?.text == "This is the first file to compare with.")
        #expect(stage.viewer.comparison?.mode == .sideBySide && names(stage) == ["file-1", "file-0"])
        let two = self.stage(2)
        two.tap("w")
        two.tap(.end, .control)
        #expect(two.messages.last?.text == "There is no other file to compare with.")
        #expect(names(two) == ["file-0", "file-1"])
    }

    @Test func `a file that was moved is where it was when it is compared again`() {
        let stage = stage(3)
        stage.tap("w")
        stage.frame()
        stage.tap(.right, .alt)
        stage.tap(" ")
        stage.frame()
        #expect(stage.viewer.comparison?.correction == RegistrationCorrection())
        stage.tap(.backspace)
        stage.frame()
        #expect(stage.viewer.comparison?.correction.offset == Point(x: 1, y: 0))
        stage.tap("w")
        #expect(stage.viewer.comparison?.correction.offset == Point(x: 1, y: 0), "in another way too")
        for _ in 0..<4 {
            stage.tap("w")
            stage.frame()
        }
        #expect(stage.viewer.comparison?.mode == .sideBySide)
        #expect(stage.viewer.comparison?.correction.offset == Point(x: 1, y: 0), "after the end too")
    }

    @Test func `only what is compared stays open`() {
        var opened: [Document] = []
        let size = size
        let viewer = ViewerStage([], opensFiles: false) { settings in
            settings.open = { path in Document(path: path, source: OffsetSource(size, red: 1, green: 1)) }
        }.viewer
        viewer.open(["a", "b", "c"])
        viewer.update()
        viewer.perform(.compare(.next))
        viewer.update()
        opened += viewer.comparisonView.panes.map(\.document)
        viewer.perform(.openNext)
        viewer.update()
        opened += viewer.comparisonView.panes.map(\.document)
        #expect(opened.map(\.path) == ["b", "c"])
        #expect(opened.map(\.isClosed) == [true, false])
        viewer.compare(nil)
        #expect(opened.map(\.isClosed) == [true, true] && viewer.document?.isClosed == false)
    }

    @Test func `a file that cannot be opened is skipped, with a message, and the comparison goes on`() {
        let stage = stage(3) { settings in
            let open = settings.open
            settings.open = { path in
                guard path != "file-1" else { throw TestError("there is no such file.") }
                return try open(path)
            }
        }
        stage.tap("w")
        stage.frame()
        #expect(names(stage) == ["file-0", "file-2"])
        #expect(stage.messages.map(\.text) == ["file-1: there is no such file."])
    }

    /// Four files side by side, none of which is open yet besides the first one.
    private func waitingStage(
        _ work: BackgroundWork, open: @escaping @Sendable (_ path: String) throws -> Void = { _ in }
    ) -> ViewerStage {
        let isHeld = Locked(false)
        let stage = stage(4) { settings in
            settings.features = [.statusLine]
            let openFile = settings.open
            settings.open = { path in
                try open(path)
                return try openFile(path)
            }
            settings.inBackground = { isHeld.withLock { $0 } ? work.add($0) : $0() }
        }
        isHeld.withLock { $0 = true }
        stage.tap("w")
        for _ in 0..<2 { stage.tap("w", .alt) }
        stage.frame()
        return stage
    }

    @Test func `side by side, each image is shown as soon as it is open, and others say that they are being opened`() {
        let work = BackgroundWork()
        let stage = waitingStage(work)
        let view = stage.viewer.comparisonView
        #expect(view.panes.isEmpty && stage.viewer.context.panes.panes.count == 4)
        #expect(
            view.names.texts == [
                "A  file-0", "B  file-1: opening …", "C  file-2: opening …", "D  file-3: opening …",
            ])
        work.runLast()
        stage.frame()
        #expect(view.panes.map(\.number) == [3] && view.names.texts.last == "D  file-3")
        #expect(view.panes[0].clip.frame == stage.viewer.context.panes.frames[3])
        #expect(stage.viewer.context.paneImages.map(\.pane) == [3])
        #expect(stage.viewer.status.comparison == "side by side: opening …")
        work.runAll()
        stage.frame()
        #expect(view.panes.map(\.number) == [1, 2, 3] && names(stage) == ["file-0", "file-1", "file-2", "file-3"])
        #expect(view.names.texts == ["A  file-0", "B  file-1", "C  file-2", "D  file-3"])
        #expect(stage.viewer.status.comparison == "side by side")
    }

    @Test func `an image that cannot be opened leaves its pane to the next one, and no other waits for it`() {
        let work = BackgroundWork()
        let stage = waitingStage(work) { path in
            if path == "file-2" { throw TestError("the server does not answer.") }
        }
        let view = stage.viewer.comparisonView
        for _ in 0..<2 { work.runLast() }
        stage.frame()
        #expect(view.names.texts == ["A  file-0", "B  file-1: opening …", "C  file-3"])
        #expect(stage.messages.map(\.text) == ["file-2: the server does not answer."])
        work.runAll()
        stage.frame()
        #expect(names(stage) == ["file-0", "file-1", "file-3"] && stage.viewer.context.panes.panes.count == 3)
    }

    @Test func `what was beside the first image stays until its successor is open`() {
        let work = BackgroundWork()
        let stage = waitingStage(work)
        work.runAll()
        stage.frame()
        for _ in 0..<2 { stage.tap("w", [.alt, .shift]) }
        stage.tap(" ")
        stage.frame()
        let view = stage.viewer.comparisonView
        #expect(view.panes.map(\.document.name) == ["file-1"] && view.panes[0].document.isClosed == false)
        work.runAll()
        stage.frame()
        #expect(view.panes.map(\.document.name) == ["file-2"])
    }

    @Test func `with nothing to compare with, a message says so and nothing changes`() {
        let one = stage(1)
        one.tap("w")
        #expect(one.messages.map(\.text) == ["There is no other file to compare with. Open or drop one."])
        let none = ViewerStage([])
        none.tap("w")
        #expect(none.messages.map(\.text) == ["No file is open to compare."])
        for (key, text) in [
            (Key.character("b"), "The images do not blink; w chooses the way of comparing."),
            (.character("g"), "Only differences are enlarged; w chooses the way of comparing."),
            (.up, "Nothing is compared; w compares with the next file."),
        ] {
            let stage = stage(2)
            stage.tap(key, .alt)
            #expect(stage.messages.map(\.text) == [text])
        }
    }

    @Test func `another file that is opened is shown alone`() {
        let stage = stage(3)
        stage.tap("w")
        #expect(names(stage) == ["file-0", "file-1"])
        stage.viewer.open(["file-2"])
        stage.frames(for: 0.1)
        #expect(names(stage) == ["file-2"] && stage.viewer.comparison == nil)
        #expect(stage.viewer.controller.scrollLayer.bounds.size == Size(width: 800, height: 600))
    }

    @Test(arguments: [
        ("side-by-side", "--compare"), ("curtain,0.25", "--compare --compare-by curtain,0.25"),
        ("difference,16", "--compare --compare-by difference,16 --correction 5,-2,1.5"),
    ])
    func `a link keeps the files, the way of comparing and its settings`(way: String, options: String) throws {
        let stage = stage(2) { settings in
            settings.comparison = Comparison(link: way)
            if options.contains("correction") {
                settings.comparison?.correction = RegistrationCorrection(offset: Point(x: 5, y: -2), scale: 1.5)
            }
        }
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 2), animated: false)
        stage.tap("c")
        #expect(stage.requests == [.copy("tileview file-0 file-1 --view 500,400,2 \(options)")])
    }

    @Test func `under a curtain and in turns, both images are fitted, and in a difference the first one`() {
        let high = OffsetSource(PixelSize(width: 500, height: 800), red: 1, green: 0)
        let stage = ViewerStage([PaintedSource(size), high])
        stage.frames(for: 0.5)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 0.75))
        // The second image is fitted to the width of the first one, and so twice as high.
        let both = ViewState(center: Point(x: 500, y: 800), scale: 0.375)
        func compareNext() {
            stage.tap("w")
            stage.frames(for: 0.5)
        }
        for _ in 0..<2 { compareNext() }
        #expect(stage.viewer.comparison?.mode == .curtain && stage.view == both)
        for (key, modifiers) in [(Key.home, KeyModifiers()), (.character("0"), .control), (.character("0"), [])] {
            stage.viewer.show(ViewState(center: Point(x: 500, y: 1500), scale: 1), animated: false)
            #expect(stage.view.center == Point(x: 500, y: 1300), "the lower end of the second image")
            stage.tap(key, modifiers)
            stage.frames(for: 3)
            #expect(stage.view.center.isNear(both.center, 1e-6) && abs(stage.view.scale - 0.375) < 1e-9)
        }
        stage.viewer.resize(to: PixelSize(width: 1600, height: 1200), scale: 1)
        stage.frame()
        #expect(stage.view == ViewState(center: Point(x: 500, y: 800), scale: 0.75), "as in full screen")
        compareNext()
        #expect(stage.viewer.comparison?.mode == .blink && stage.view.scale == 0.75)
        compareNext()
        let first = ViewState(center: Point(x: 500, y: 400), scale: 1.5)
        #expect(stage.viewer.comparison?.mode == .difference && stage.view == first)
        compareNext()
        #expect(stage.viewer.comparison == nil && stage.view == first)
    }

    @Test func `side by side, all images are fitted, and scrolled to their ends`() {
        let high = OffsetSource(PixelSize(width: 500, height: 800), red: 1, green: 0)
        let stage = ViewerStage([PaintedSource(size), PaintedSource(size), high])
        stage.frames(for: 0.5)
        stage.tap("w")
        stage.frames(for: 0.5)
        let pane = stage.viewer.context.panes.frames[0].size
        let first = ViewState(center: Point(x: 500, y: 400), scale: pane.width / 1000)
        #expect(stage.view.center == first.center && abs(stage.view.scale - first.scale) < 1e-9)
        stage.tap("w", .alt)
        stage.frames(for: 0.5)
        // The third image is fitted to the width of the first one, and so twice as high.
        let panes = stage.viewer.context.panes.frames.map(\.size)
        let scale = min(panes[0].width / 1000, panes[0].height / 1600)
        #expect(panes.count == 3 && stage.view.center == Point(x: 500, y: 800) && abs(stage.view.scale - scale) < 1e-9)
        stage.viewer.show(ViewState(center: Point(x: 500, y: 1500), scale: 1), animated: false)
        #expect(stage.view.center.y == 1600 - panes[0].height / 2, "the lower end of the third image")
        stage.tap(.home)
        stage.frames(for: 3)
        #expect(stage.view.center.isNear(Point(x: 500, y: 800), 1e-6) && abs(stage.view.scale - scale) < 1e-9)
        stage.viewer.compare(nil)
        stage.frames(for: 0.5)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 0.75))
    }

    @Test func `a second image that is moved leaves the view as it is, until it is fitted again`() {
        let stage = ViewerStage([PaintedSource(size), OffsetSource(size, red: 1, green: 0)]) {
            $0.comparison = Comparison(.curtain)
        }
        stage.frames(for: 0.5)
        let view = stage.view
        stage.tap(.down, [.alt, .shift])
        stage.frames(for: 0.5)
        #expect(stage.view == view && stage.viewer.comparison?.correction.offset == Point(x: 0, y: 10))
        stage.tap(.home)
        stage.frames(for: 3)
        #expect(stage.view.center.isNear(Point(x: 500, y: 405), 1e-6) && abs(stage.view.scale - 600 / 810) < 1e-9)
        stage.viewer.compare(nil)
        stage.frames(for: 0.5)
        #expect(stage.view == view)
    }

    @Test func `side by side nothing is drawn at rest, and a curtain stays where it is in another window size`() {
        let stage = stage(2) { $0.comparison = Comparison() }
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime == nil)
        stage.tap("w")
        stage.frames(for: 6)
        #expect(stage.viewer.nextFrameTime == nil)
        stage.viewer.resize(to: PixelSize(width: 400, height: 300), scale: 1)
        stage.frames(for: 1)
        #expect(stage.viewer.comparisonView.handle.layer.position == Point(x: 200, y: 0))
        #expect(stage.viewer.nextFrameTime == nil)
        stage.tap("w")
        stage.tap("w")
        stage.frames(for: 6)
        #expect(stage.viewer.comparison?.mode == .difference && stage.viewer.nextFrameTime == nil)
    }

    @Test func `in a folder, w waits until its files are known`() {
        let work = BackgroundWork()
        let stage = ViewerStage((0..<2).map { OffsetSource(size, red: $0, green: 0) }, opensFiles: false) { settings in
            settings.filesBeside = { _ in ["file-0", "file-1"] }
            settings.filesInFolder = { _ in nil }
            settings.inBackground = { work.add($0) }
        }
        stage.viewer.open(["file-0"])
        work.runAll()
        stage.frame()
        stage.tap("w")
        #expect(stage.viewer.comparison == nil && stage.messages == [])
        for _ in 0..<2 {
            work.runAll()
            stage.frame()
        }
        #expect(stage.viewer.comparison?.mode == .sideBySide && names(stage) == ["file-0", "file-1"])
    }
}
