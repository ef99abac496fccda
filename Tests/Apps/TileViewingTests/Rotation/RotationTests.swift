import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import VectorDrawing

@testable import TileViewing

/// The rotation of the view by a drag, and by an angle that is typed.
@MainActor
@Suite(.timeLimited) struct RotationTests {
    private let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))

    private func key(isDown: Bool) {
        stage.viewer.handle(
            .key(KeyEvent(time: stage.clock.now, key: .character("r"), isDown: isDown, modifiers: isDown ? .shift : []))
        )
    }

    private var angle: Double { (stage.view.angle * 1e6).rounded() / 1e6 }

    @Test func `a drag with R held rotates about the middle of the view, and the key no more by a right angle then`() {
        key(isDown: true)
        stage.pointer(.down(.primary, clicks: 1), 700, 300, .shift)
        stage.pointer(.moved, 400, 500, .shift)
        stage.frame()
        #expect(angle == 90 && stage.view.center == Point(x: 500, y: 400) && stage.view.scale == 1)
        #expect(stage.viewer.cursor == .closedHand)
        // Around the middle, past half a turn.
        stage.pointer(.moved, 200, 300, .shift)
        stage.pointer(.moved, 400, 100, .shift)
        stage.pointer(.moved, 700, 300, .shift)
        stage.pointer(.moved, 600, 500, .shift)
        #expect(angle == 405)
        stage.pointer(.up(.primary, clicks: 1), 600, 500, .shift)
        key(isDown: false)
        stage.frames(for: 1)
        #expect(angle == 405 && stage.view.center == Point(x: 500, y: 400))
    }

    @Test func `Ctrl rotates in steps of 15 degrees`() {
        key(isDown: true)
        stage.pointer(.down(.primary, clicks: 1), 700, 300)
        // The direction is 45° there, and less than 7.5° in the second place.
        stage.pointer(.moved, 500, 410, .control)
        #expect(angle == 45)
        stage.pointer(.moved, 700, 330, .control)
        #expect(angle == 0)
        stage.pointer(.moved, 700, 360)
        #expect(angle > 11 && angle < 12)
    }

    @Test func `R without a drag rotates to the left when it is released, and a press without R pans`() {
        key(isDown: true)
        stage.frames(for: 1)
        #expect(stage.view.angle == 0 && stage.viewer.nextFrameTime == nil)
        key(isDown: false)
        stage.frames(for: 2)
        #expect(angle == -90)
        stage.pointer(.down(.primary, clicks: 1), 700, 300)
        stage.pointer(.moved, 690, 320)
        stage.pointer(.up(.primary, clicks: 1), 690, 320)
        #expect(angle == -90)
    }

    @Test func `a drag goes on when R is released, and ends with the focus`() {
        key(isDown: true)
        stage.pointer(.down(.primary, clicks: 1), 700, 300)
        key(isDown: false)
        stage.pointer(.moved, 400, 500)
        #expect(angle == 90)
        stage.viewer.focusLost()
        stage.pointer(.moved, 200, 300)
        stage.frames(for: 1)
        #expect(angle == 90)
    }

    @Test func `R that is released over the grid of files is held no more, and a press pans`() {
        let stage = ViewerStage(
            [PaintedSource(), PaintedSource()], view: ViewState(center: Point(x: 500, y: 400))
        ) { $0.thumbnailDecoder = NamedDecoding() }
        func key(_ character: Character, isDown: Bool) {
            stage.viewer.handle(
                .key(
                    KeyEvent(time: stage.clock.now, key: .character(character), isDown: isDown, modifiers: .shift)))
        }
        key("r", isDown: true)
        stage.tap("t", .shift)
        stage.frame()
        #expect(stage.viewer.fileGrid.grid != nil)
        key("r", isDown: false)
        stage.tap(.escape)
        stage.frame()
        #expect(stage.viewer.fileGrid.grid == nil)
        stage.pointer(.down(.primary, clicks: 1), 700, 300)
        stage.pointer(.moved, 400, 500)
        #expect(stage.view.angle == 0)
    }

    @Test func `Alt+r rotates to an angle that is typed, the shorter way`() {
        func enter(_ text: String) {
            stage.tap("r", .alt)
            stage.tap("a", .control)
            stage.viewer.handle(text: text)
            stage.tap(.enter)
            stage.frames(for: 3)
        }
        enter("30")
        #expect(angle == 30 && stage.view.center == Point(x: 500, y: 400))
        enter("-170°")
        #expect(angle == 190)
        enter("north")
        #expect(stage.viewer.entry.fault == "Type degrees clockwise, such as 12.5 or -90.")
        #expect(angle == 190)
    }

    /// The texts of the status line.
    private var statusTexts: [String] {
        stage.frame()
        let texts = stage.viewer.statusLine.layer.sublayers.compactMap { $0 as? TextLayer }
        return texts.filter { !$0.isHidden }.map(\.text)
    }

    @Test func `the status line has the angle while the image is rotated, and only then`() {
        stage.viewer.features.insert(.statusLine)
        #expect(statusTexts.prefix(2) == ["100 %", "file-0"])
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), angle: 7.5), animated: false)
        #expect(statusTexts.prefix(2) == ["100 %", "7.5°"] && stage.viewer.status.rotation == "7.5°")
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), angle: 270), animated: false)
        #expect(statusTexts.prefix(2) == ["100 %", AngleText.text(-90)])
        for angle in [0, 360, 0.04, -0.04] {
            stage.viewer.show(ViewState(center: Point(x: 500, y: 400), angle: angle), animated: false)
            #expect(statusTexts.prefix(2) == ["100 %", "file-0"], "\(angle)")
        }
        key(isDown: true)
        stage.pointer(.down(.primary, clicks: 1), 700, 300, .shift)
        stage.pointer(.moved, 500, 400, .shift)
        #expect(statusTexts.prefix(2) == ["100 %", "45°"])
    }

    @Test func `an angle beyond a turn is the one within it, and what is not an angle changes nothing`() {
        func enter(_ text: String) {
            if !stage.viewer.entry.isOpen { stage.tap("r", .alt) }
            stage.tap("a", .control)
            stage.tap(.delete)
            stage.viewer.handle(text: text)
            stage.tap(.enter)
            stage.frames(for: 3)
        }
        enter("730")
        #expect(angle == 10 && !stage.viewer.entry.isOpen)
        enter("-400")
        #expect(angle == -40)
        for text in ["", "nan", "-inf", "1e300", "0x10"] {
            enter(text)
            #expect(stage.viewer.entry.isOpen)
            #expect(stage.viewer.entry.fault == "Type degrees clockwise, such as 12.5 or -90.", "\(text)")
            #expect(angle == -40)
        }
        enter("360")
        #expect(angle == 0 && !stage.viewer.entry.isOpen && stage.viewer.nextFrameTime == nil)
    }

    @Test(
        arguments: [
            ("12.5", 12.5), (" −30° ", -30), ("12,5 deg", 12.5), ("370", 10), ("0", 0), ("-90 degrees", -90), ("", nil),
            ("x", nil), ("nan", nil), ("1e9", nil), ("720", 0), ("-400", -40), ("+725.5", 5.5), ("1e6", -80),
            ("-1e6", 80),
            ("1000001", nil), ("NaN°", nil), ("inf", nil), ("-infinity", nil), ("0x10", nil), ("   ", nil), ("°", nil),
            ("-", nil), ("1 2", nil), ("1.2.3", nil),
        ] as [(String, Double?)])
    func `an angle is read in degrees`(text: String, angle: Double?) {
        #expect(AngleText.parse(text) == angle)
    }

    @Test func `without a file Alt+r says so`() {
        let stage = ViewerStage([])
        stage.tap("r", .alt)
        #expect(stage.messages.map(\.text) == ["No file is open to rotate."])
    }

    @Test func `near the middle the pointer has no direction`() {
        var drag = RotationDrag(angle: 10, at: Point(x: 1, y: 0))
        #expect(drag.move(to: Point(x: 0, y: 2), isStepped: false) == 10)
        #expect(drag.move(to: Point(x: 50, y: 0), isStepped: false) == 10)
        #expect(drag.move(to: Point(x: 0, y: 50), isStepped: false) == 100)
        #expect(drag.move(to: Point(x: 0, y: 50), isStepped: true) == 105)
    }
}
