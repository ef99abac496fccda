import Files
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

import Controls
@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerFilesTests {
    private let sizes = [
        PixelSize(width: 1000, height: 800), PixelSize(width: 400, height: 300), PixelSize(width: 90, height: 80),
    ]
    private func stage(view: ViewState? = nil) -> ViewerStage {
        ViewerStage(sizes.map { PaintedSource($0) }, view: view)
    }

    @Test func `the title begins with the program's name before a file is open, and then names the file`() {
        let stage = stage()
        #expect(stage.viewer.title == "file-0 (1 of 3) - tileview")
        #expect(ViewerStage([]).viewer.title == "tileview")
        #expect(ViewerStage().viewer.title == "file-0 - tileview")
    }

    @Test func `there is a picture once the image has pixels everywhere, and then it needs no fade`() {
        let stage = stage()
        #expect(!stage.viewer.hasPicture)
        stage.frame()
        stage.frame()
        #expect(stage.viewer.hasPicture)
        #expect(stage.viewer.shownTiles?.drawnTiles.contains { $0.opacity < 1 } == true)
        stage.viewer.endFades()
        stage.frame()
        #expect(stage.viewer.shownTiles?.drawnTiles.allSatisfy { $0.opacity == 1 } == true)
    }

    @Test func `without a file the start screen is a picture, and so is the message of one that cannot be opened`() {
        let stage = ViewerStage([])
        #expect(stage.viewer.hasPicture)
        stage.viewer.open(["file-7"])
        #expect(!stage.viewer.hasPicture)
        stage.frame()
        #expect(stage.viewer.hasPicture && stage.viewer.openingError != nil)
    }

    @Test func `the first file is fitted into the view`() {
        #expect(stage().view == ViewState(center: Point(x: 500, y: 400), scale: 0.75))
    }

    @Test func `a view is opened exactly, even at a corner, beyond the limits of zoom, or rotated`() {
        for view in [
            ViewState(center: .zero), ViewState(center: Point(x: 990, y: 3), scale: 0.01),
            ViewState(center: Point(x: 500.25, y: 400.5), scale: 50, angle: 33),
        ] {
            let stage = stage(view: view)
            #expect(stage.view == view)
            stage.frames(for: 1)
            #expect(stage.view == view)
        }
    }

    @Test func `Space and Backspace step through the files, and wrap around`() {
        let stage = stage()
        var names: [String] = []
        for key in [" ", " ", " ", "\u{8}", "\u{8}"] as [Character] {
            stage.tap(key == " " ? .character(" ") : .backspace)
            stage.frame()
            names.append(stage.viewer.status.name)
        }
        #expect(names == ["file-1", "file-2", "file-0", "file-2", "file-1"])
    }

    @Test func `a file that is shown again has the view in which it was left`() {
        let stage = stage()
        stage.tap("4")
        stage.frames(for: 2)
        let view = stage.view
        #expect(view.scale == 4)
        stage.tap(" ")
        stage.frame()
        #expect(stage.view == ViewState(center: Point(x: 200, y: 150), scale: 2))
        stage.tap(.backspace)
        stage.frame()
        #expect(stage.view == view)
    }

    @Test func `dropped files are shown, and join the others`() {
        let stage = stage()
        stage.viewer.open(["file-2", "file-7"])
        stage.frame()
        #expect(stage.viewer.title == "file-2 (3 of 4) - tileview")
        stage.tap(" ")
        stage.frame()
        #expect(stage.viewer.title == "file-2 (3 of 4) - tileview")
        #expect(stage.messages == [Message(.error, "file-7: there is no such file.", duration: 8)])
        #expect(stage.viewer.status.name == "file-2")
    }

    @Test func `at the start, files that cannot be opened are skipped, and the reason is known if none can`() {
        let stage = ViewerStage([])
        stage.viewer.open(["file-8", "file-9"])
        stage.frames(for: 0.1)
        #expect(stage.viewer.document == nil && !stage.viewer.isOpening)
        #expect(stage.viewer.openingError != nil)
        #expect(stage.messages.count == 2)
    }

    @Test func `a message expires after four seconds, and a frame is due then`() {
        let stage = stage()
        stage.frames(for: 1)
        stage.viewer.post("Hello.")
        stage.frame()
        #expect(stage.viewer.messages.count == 1)
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime.map { abs($0 - stage.clock.now - 3) < 1e-6 } ?? false)
        stage.frame(after: 3.001)
        #expect(stage.viewer.messages.count == 0)
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `a file that vanishes while it is open is reported once, and what was loaded stays`() {
        let stage = ViewerStage([PaintedSource { $0.level < 9 }])
        stage.frames(for: 1)
        #expect(
            stage.messages.map(\.text) == ["file-0: the file is missing. What was loaded of it can still be seen."])
        stage.tap("5")
        stage.frames(for: 2)
        #expect(stage.messages.count == 1)
        #expect(stage.viewer.tiles?.drawnTiles.isEmpty == false)
    }

    @Test func `c copies a command that opens the same view`() {
        let stage = stage(view: ViewState(center: Point(x: 500.25, y: 400), scale: 2, angle: 90))
        stage.tap("c")
        #expect(stage.requests == [.copy("tileview file-0 --view 500.25,400,2,90")])
    }

    @Test(arguments: [
        ("a.dzi", "a.dzi"), ("/x/ä b.dzi", "'/x/ä b.dzi'"), ("it's", "'it'\\''s'"), ("", "''"), ("$x", "'$x'"),
    ])
    func `a path is quoted for a shell`(path: String, quoted: String) {
        #expect(path.shellQuoted == quoted)
    }

    @Test func `f enters full screen, Esc leaves it, and q closes the window, which Esc never does`() {
        let stage = stage()
        stage.tap("f")
        stage.tap(.escape)
        stage.tap(.escape)
        stage.tap(.escape)
        #expect(stage.requests == [.setFullScreen(true), .setFullScreen(false)])
        stage.tap("q")
        #expect(stage.requests.last == .close)
    }

    @Test func `after the window is resized, a view of the whole image still shows all of it`() {
        let stage = stage()
        stage.viewer.resize(to: PixelSize(width: 500, height: 500), scale: 1)
        #expect(stage.frame().size == PixelSize(width: 500, height: 500))
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 0.5))
    }
}
