import Controls
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerSlideshowTests {
    private func stage(files: Int = 3, _ change: (inout ViewerSettings) -> Void = { _ in }) -> ViewerStage {
        let sources = (0..<files).map { PaintedSource(PixelSize(width: 100 + $0, height: 80)) }
        let stage = ViewerStage(sources, settings: change)
        settle(stage)
        return stage
    }

    /// Makes frames until what has begun is there, without letting time pass.
    private func settle(_ stage: ViewerStage) {
        for _ in 0..<6 { stage.frame() }
    }

    /// Lets time pass, and returns the name of the file that is shown then.
    private func file(_ stage: ViewerStage, after seconds: Double) -> String? {
        stage.frame(after: seconds)
        settle(stage)
        return stage.viewer.document?.path
    }

    private func start(_ stage: ViewerStage) {
        stage.tap("s", .shift)
        settle(stage)
    }

    @Test func `S shows the next file every five seconds, and the first one after the last, until it is pressed again`()
    {
        let stage = stage()
        start(stage)
        #expect(stage.messages.map(\.text) == ["Slideshow: the next file every 5 s. A step or S ends it."])
        #expect(file(stage, after: 4.9) == "file-0")
        #expect(file(stage, after: 0.2) == "file-1")
        #expect(file(stage, after: 4.9) == "file-1")
        #expect(file(stage, after: 0.2) == "file-2")
        #expect(file(stage, after: 5.1) == "file-0")
        start(stage)
        #expect(stage.messages.last?.text == "The slideshow has ended.")
        #expect(file(stage, after: 60) == "file-0")
    }

    @Test func `the interval is that of the settings, within limits`() {
        let stage = stage { $0.slideshowInterval = 2.5 }
        start(stage)
        #expect(stage.messages.last?.text == "Slideshow: the next file every 2.5 s. A step or S ends it.")
        #expect(file(stage, after: 2.4) == "file-0")
        #expect(file(stage, after: 0.2) == "file-1")
        let hasty = self.stage { $0.slideshowInterval = 0 }
        start(hasty)
        #expect(file(hasty, after: 0.4) == "file-0")
        #expect(file(hasty, after: 0.2) == "file-1")
    }

    @Test func `it is due when the interval is over, and wants no frames before`() {
        let stage = stage()
        stage.frames(for: 2)
        start(stage)
        stage.frames(for: 1)
        #expect(stage.viewer.slideshow.nextUpdateTime.map { abs($0 - stage.clock.now - 4) < 1e-6 } == true)
    }

    @Test(arguments: [Key.character(" "), .backspace, .pageDown, .pageUp])
    func `a key that steps ends it`(key: Key) {
        let stage = stage()
        start(stage)
        stage.tap(key)
        settle(stage)
        let shown = stage.viewer.document?.path
        #expect(shown != "file-0" && !stage.viewer.slideshow.isOn)
        #expect(file(stage, after: 60) == shown)
    }

    @Test func `so do the keys for the first and the last file`() {
        let stage = stage()
        start(stage)
        stage.tap(.end, .control)
        settle(stage)
        #expect(stage.viewer.document?.path == "file-2" && !stage.viewer.slideshow.isOn)
        start(stage)
        stage.tap(.home, .control)
        settle(stage)
        #expect(stage.viewer.document?.path == "file-0" && !stage.viewer.slideshow.isOn)
    }

    @Test func `a click in the filmstrip ends it, and a drag there does not`() throws {
        let stage = stage { $0.thumbnailDecoder = NamedDecoding() }
        stage.tap("f", .shift)
        settle(stage)
        start(stage)
        let frame = try #require(stage.viewer.filmstrip.frame)
        let y = frame.minY + frame.size.height / 2
        stage.pointer(.down(.primary, clicks: 1), frame.minX + 40, y)
        stage.pointer(.moved, frame.minX + 60, y)
        stage.pointer(.up(.primary, clicks: 1), frame.minX + 60, y)
        #expect(stage.viewer.slideshow.isOn)
        let x = frame.minX + stage.viewer.filmstrip.geometry.frame(of: 2).minX + 30
        stage.pointer(.down(.primary, clicks: 1), x, y)
        stage.pointer(.up(.primary, clicks: 1), x, y)
        settle(stage)
        #expect(stage.viewer.document?.path == "file-2" && !stage.viewer.slideshow.isOn)
        #expect(stage.messages.last?.text == "The slideshow has ended.")
        #expect(file(stage, after: 60) == "file-2")
    }

    @Test(arguments: [true, false])
    func `a file that is chosen in the grid ends it, by a click or by Enter`(clicks: Bool) throws {
        let stage = stage { $0.thumbnailDecoder = NamedDecoding() }
        start(stage)
        stage.tap("t", .shift)
        settle(stage)
        #expect(stage.viewer.slideshow.isOn)
        let grid = try #require(stage.viewer.fileGrid.grid)
        if clicks {
            let frame = grid.layout.frame(of: 1)
            stage.pointer(.down(.primary, clicks: 1), frame.minX + 40, frame.minY + 40)
            stage.pointer(.up(.primary, clicks: 1), frame.minX + 40, frame.minY + 40)
        } else {
            stage.tap(.right)
            stage.tap(.enter)
        }
        settle(stage)
        #expect(stage.viewer.document?.path == "file-1" && !stage.viewer.slideshow.isOn)
        #expect(file(stage, after: 60) == "file-1")
    }

    @Test func `Esc ends it`() {
        let stage = stage()
        start(stage)
        stage.tap(.escape)
        #expect(!stage.viewer.slideshow.isOn)
        #expect(file(stage, after: 60) == "file-0")
    }

    @Test func `while the help is open it waits, and then the interval begins again`() {
        let stage = stage()
        start(stage)
        stage.tap(.function(1))
        #expect(file(stage, after: 60) == "file-0")
        stage.tap(.escape)
        settle(stage)
        #expect(stage.viewer.slideshow.isOn)
        #expect(file(stage, after: 4.9) == "file-0")
        #expect(file(stage, after: 0.2) == "file-1")
    }

    /// Begins a distance, and starts the slideshow.
    private func startWithDrawing(_ folder: TemporaryFolder) -> ViewerStage {
        let stage = stage { $0.annotations = folder.path("marks.geojson") }
        stage.tap("k")
        stage.pointer(.down(.primary, clicks: 1), 380, 300)
        stage.pointer(.up(.primary, clicks: 1), 380, 300)
        start(stage)
        return stage
    }

    @Test func `with an unfinished drawing it asks once, and then it waits until the drawing is finished`() throws {
        let folder = try TemporaryFolder()
        let stage = startWithDrawing(folder)
        let sheet = stage.viewer.part(ConfirmationPart.self).sheet
        #expect(file(stage, after: 5.1) == "file-0" && sheet.question?.title == "Drop what is unfinished?")
        stage.tap(.enter)
        for _ in 0..<3 { #expect(file(stage, after: 60) == "file-0" && !sheet.isOpen) }
        #expect(stage.viewer.slideshow.isOn && stage.viewer.slideshow.nextUpdateTime == nil)
        #expect(stage.viewer.annotations.editor.draft.count == 1)
        stage.pointer(.down(.primary, clicks: 1), 420, 300)
        stage.pointer(.up(.primary, clicks: 1), 420, 300)
        stage.tap(.enter)
        settle(stage)
        #expect(stage.viewer.annotations.editor.draft.isEmpty)
        #expect(file(stage, after: 4.9) == "file-0")
        #expect(file(stage, after: 0.2) == "file-1" && !sheet.isOpen)
    }

    @Test func `a drawing that is dropped for the slideshow lets it go on`() throws {
        let folder = try TemporaryFolder()
        let stage = startWithDrawing(folder)
        #expect(file(stage, after: 5.1) == "file-0")
        stage.tap(.right)
        stage.tap(.enter)
        settle(stage)
        #expect(stage.viewer.document?.path == "file-1" && stage.viewer.slideshow.isOn)
        #expect(file(stage, after: 5.1) == "file-2")
    }

    @Test func `while the user types or drags it waits`() {
        let stage = stage()
        start(stage)
        stage.tap("j")
        #expect(file(stage, after: 60) == "file-0")
        stage.tap(.escape)
        settle(stage)
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        stage.pointer(.moved, 420, 300)
        #expect(file(stage, after: 60) == "file-0")
        stage.pointer(.up(.primary, clicks: 1), 420, 300)
        settle(stage)
        #expect(file(stage, after: 5.1) == "file-1")
    }

    @Test func `it makes no step before the next file is open and something of it is seen`() {
        let work = BackgroundWork()
        let stage = stage { $0.inBackground = { work.add($0) } }
        for _ in 0..<3 {
            work.runAll()
            settle(stage)
        }
        start(stage)
        #expect(file(stage, after: 5.1) == "file-0")
        #expect(file(stage, after: 60) == "file-0", "the file is not open yet")
        work.runAll()
        settle(stage)
        #expect(stage.viewer.document?.path == "file-1")
        #expect(file(stage, after: 4.9) == "file-1")
        #expect(file(stage, after: 0.2) == "file-1")
        work.runAll()
        settle(stage)
        #expect(stage.viewer.document?.path == "file-2", "one step was made, not more")
    }

    @Test func `a file that cannot be opened does not end it`() {
        let stage = stage { settings in
            let open = settings.open
            settings.open = { path in
                guard path != "file-1" else { throw TestError("the file is damaged.") }
                return try open(path)
            }
        }
        start(stage)
        #expect(file(stage, after: 5.1) == "file-0")
        #expect(stage.messages.last?.text == "file-1: the file is damaged.")
        #expect(file(stage, after: 5.1) == "file-2")
    }

    @Test func `of one file there is none, and a message says so`() {
        let stage = stage(files: 1)
        start(stage)
        #expect(!stage.viewer.slideshow.isOn)
        #expect(stage.messages.map(\.text) == ["There is no other file for a slideshow."])
    }
}
