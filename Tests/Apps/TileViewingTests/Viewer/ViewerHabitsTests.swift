import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Keys, buttons and wheels as people know them from other viewers.
@MainActor
@Suite(.timeLimited) struct ViewerHabitsTests {
    private let stage = ViewerStage([PaintedSource(), PaintedSource(), PaintedSource()])

    private var name: String {
        stage.frame()
        return stage.viewer.status.name
    }

    private func click(_ button: PointerButton) {
        stage.pointer(.down(button, clicks: 1), 400, 300)
        stage.pointer(.up(button, clicks: 1), 400, 300)
    }

    @Test func `while the whole image is in view, Right and Left open other files, and else they pan`() {
        let whole = stage.view
        stage.tap(.right)
        #expect(name == "file-1")
        stage.tap(.left)
        #expect(name == "file-0" && stage.view == whole)
        stage.tap(.up)
        stage.frames(for: 1)
        #expect(name == "file-0")
        stage.tap("1")
        stage.frames(for: 2)
        let view = stage.view
        stage.tap(.right)
        stage.frames(for: 1)
        #expect(name == "file-0" && stage.view.center.x > view.center.x)
    }

    @Test func `a path that cannot be opened leaves the file and those beside it as they are`() {
        stage.tap(.right)
        #expect(name == "file-1")
        stage.viewer.open(["missing"])
        stage.frames(for: 1)
        #expect(stage.messages.last?.text.hasPrefix("missing: ") == true)
        #expect(stage.viewer.title == "file-1 (2 of 3) - tileview")
        stage.tap(.right)
        #expect(name == "file-2")
        stage.tap(.right)
        #expect(name == "file-0")
    }

    @Test func `a key that is held opens one file`() {
        for isRepeat in [false, true, true] {
            stage.viewer.handle(
                .key(KeyEvent(time: stage.clock.now, key: .right, isDown: true, isRepeat: isRepeat)))
        }
        #expect(name == "file-1")
    }

    @Test func `Tab, Alt and arrows, Control with Home and End, and the side buttons of a mouse step through files`() {
        stage.tap(.tab)
        #expect(name == "file-1")
        stage.tap(.tab, .shift)
        #expect(name == "file-0")
        stage.tap(.end, .control)
        #expect(name == "file-2")
        stage.tap(.end, .control)
        #expect(stage.messages.last?.text == "This is the last file.")
        stage.tap(.home, .control)
        #expect(name == "file-0")
        stage.tap(.right, .alt)
        #expect(name == "file-1")
        stage.tap(.left, .alt)
        #expect(name == "file-0")
        click(.forward)
        #expect(name == "file-1")
        click(.back)
        #expect(name == "file-0")
    }

    @Test func `while images are compared, Alt and arrows move the second one`() {
        stage.tap("w")
        stage.frame()
        stage.tap(.left, .alt)
        #expect(name.hasPrefix("file-0") && stage.viewer.comparison?.correction != RegistrationCorrection())
    }

    @Test func `while annotations are edited, Tab chooses among their tools`() {
        stage.tap("k")
        stage.frame()
        let tool = stage.viewer.annotations.editor.tool
        stage.tap(.tab)
        #expect(name == "file-0" && stage.viewer.annotations.editor.tool != tool)
    }

    @Test func `End fits the width, and Control with digits and signs zooms as without it`() {
        let stage = ViewerStage([PaintedSource(PixelSize(width: 1000, height: 4000))])
        stage.tap(.end)
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - 0.8) < 1e-9)
        stage.tap("1", .control)
        stage.frames(for: 2)
        #expect(stage.view.scale == 1)
        stage.tap("+", .control)
        stage.frames(for: 2)
        let scale = stage.view.scale
        #expect(scale > 1)
        stage.tap("-", .control)
        stage.frames(for: 2)
        #expect(stage.view.scale < scale)
        stage.tap("0", .control)
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - 0.15) < 1e-9)
        stage.tap("r")
        stage.frames(for: 2)
        stage.tap(.end)
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - 0.2) < 1e-9, "the height is the width of what is rotated")
    }

    @Test func `Delete removes no file, and says so`() {
        stage.tap(.delete)
        stage.tap("k")
        stage.tap(.delete)
        #expect(Set(stage.messages.map(\.text)) == ["Nothing is selected to delete. The viewer never removes a file."])
    }

    @Test func `the middle button pans, and a wheel with Shift or to the side pans sideways`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 4))
        stage.pointer(.down(.middle, clicks: 1), 400, 300)
        stage.pointer(.moved, 440, 300)
        stage.frame(after: 0.5)
        stage.pointer(.up(.middle, clicks: 1), 440, 300)
        stage.frames(for: 1)
        #expect(stage.view.center.isNear(Point(x: 490, y: 400), 1e-6))
        for (delta, modifiers) in [(Point(x: 0, y: -1), KeyModifiers.shift), (Point(x: 1, y: 0), KeyModifiers())] {
            let view = stage.view
            stage.viewer.handle(
                .wheel(
                    WheelEvent(
                        time: stage.clock.now, delta: delta, position: Point(x: 400, y: 300), modifiers: modifiers)))
            stage.frames(for: 1)
            #expect(abs(stage.view.center.x - view.center.x - 20) < 1e-6 && stage.view.scale == 4)
        }
    }

    private func doubleClick(_ stage: ViewerStage) {
        for clicks in 1...2 {
            stage.pointer(.down(.primary, clicks: clicks), 400, 300)
            stage.pointer(.up(.primary, clicks: clicks), 400, 300)
        }
        stage.frames(for: 2)
    }

    @Test func `a double click zooms in a pyramid, and shows all or the actual size where it is set or in a photo`() {
        doubleClick(stage)
        #expect(abs(stage.view.scale - 1.5) < 1e-9)
        let fitting = ViewerStage { $0.doubleClick = .fit }
        let photo = ViewerStage { settings in
            settings.open = { path in
                let source = PaintedSource()
                let metadata = DocumentMetadata(format: "JPEG", size: source.pyramid.size)
                return Document(
                    path: path, options: DocumentOptions(), image: TiledImage(source, name: path), source: source,
                    state: DocumentState(stage: .complete, metadata: metadata))
            }
        }
        for stage in [fitting, photo] {
            doubleClick(stage)
            #expect(stage.view.scale == 1)
            doubleClick(stage)
            #expect(stage.view.scale == 0.75)
        }
        let zooming = ViewerStage { $0.doubleClick = .zoom }
        doubleClick(zooming)
        #expect(abs(zooming.view.scale - 1.5) < 1e-9)
    }
}
