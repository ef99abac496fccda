import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct TextEntryTests {
    private let stage = ViewerStage()

    private var entry: TextEntry { stage.viewer.entry }

    @Test func `the text of the key that opens the entry is not typed into it, also while it is held`() {
        stage.viewer.handle(.key(KeyEvent(time: 100, key: .character("j"), isDown: true)))
        stage.viewer.handle(text: "j")
        stage.viewer.handle(.key(KeyEvent(time: 100, key: .character("j"), isDown: true, isRepeat: true)))
        stage.viewer.handle(text: "j")
        #expect(entry.isOpen && entry.editor.text.isEmpty)
        stage.viewer.handle(.key(KeyEvent(time: 100, key: .character("j"), isDown: false)))
        stage.viewer.handle(text: "j")
        #expect(entry.editor.text == "j")
    }

    @Test func `no text is laid out before the width is known`() throws {
        let question = TextEntry.Question(title: "Open", hint: "a path or an address") { _ in nil }
        let alone = TextEntry(in: ControlEnvironment(queue: DrawingQueue(mode: .immediate)))
        alone.open(question)
        #expect(alone.contentSize == .zero)
        alone.layOut(in: Size(width: 800, height: 600))
        #expect(alone.contentSize.width == 420)
        stage.viewer.context.ask(question)
        let hint = try #require(entry.layer.sublayers.last as? TextLayer)
        #expect(hint.text == question.hint && hint.textStyle.width == 396, "even before the next frame")
    }

    @Test func `while it is open, letters are not commands, and Esc leaves the entry alone`() {
        stage.viewer.select(PixelRect(x: 10, y: 10, width: 20, height: 20))
        stage.tap("j")
        stage.tap("q")
        stage.tap(.backspace)
        stage.tap("f")
        #expect(stage.requests.isEmpty)
        stage.tap(.escape)
        #expect(!entry.isOpen && stage.viewer.selection.rect != nil)
        stage.frame()
        #expect(entry.layer.superlayer == nil)
        stage.tap(.escape)
        #expect(stage.viewer.selection.rect == nil)
    }

    @Test func `all keys belong to the text, those of functions and with Ctrl or Alt too`() {
        stage.tap("j")
        let features = stage.viewer.features
        for number in 1...12 { stage.tap(.function(number)) }
        for character in "oqwb+" {
            stage.tap(character, .control)
            stage.tap(character, .alt)
        }
        stage.tap(.menu)
        #expect(stage.viewer.features == features && stage.requests.isEmpty && stage.viewer.document != nil)
        #expect(entry.isOpen && !stage.viewer.menu.menu.isOpen)
    }

    @Test func `text is edited by keys, and copied, cut and pasted`() {
        stage.tap("j")
        stage.viewer.handle(text: "120, 80")
        stage.tap(.left, .shift)
        stage.tap(.left, .shift)
        stage.tap("c", .control)
        stage.tap("x", .control)
        #expect(stage.requests == [.copy("80"), .copy("80")])
        #expect(entry.editor.text == "120, ")
        stage.tap("v", .control)
        #expect(stage.requests.last == .paste)
        stage.viewer.paste("70\n")
        #expect(entry.editor.text == "120, 70 ")
        stage.tap("a", .control)
        stage.tap(.delete)
        #expect(entry.editor.text.isEmpty)
    }

    @Test func `keys that were held when it was opened are released`() {
        stage.viewer.handle(.key(KeyEvent(time: 100, key: .down, isDown: true)))
        stage.frame(after: 0.1)
        stage.tap("j")
        stage.viewer.handle(.key(KeyEvent(time: 100.2, key: .down, isDown: false)))
        stage.frames(for: 2)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `a click puts the cursor where it is, and a drag selects`() {
        stage.tap("j")
        stage.viewer.handle(text: "1234567890")
        stage.frames(for: 0.2)
        let field = entry.layer.frame.origin + Point(x: 20, y: entry.layer.bounds.size.height / 2)
        stage.pointer(.down(.primary, clicks: 1), field.x - 4, field.y)
        #expect(entry.editor.cursor == 0)
        stage.pointer(.moved, field.x + 300, field.y)
        #expect(entry.editor.selectedText == "1234567890")
        stage.pointer(.up(.primary, clicks: 1), field.x + 300, field.y)
        stage.pointer(.moved, field.x, field.y)
        #expect(entry.editor.selectedText == "1234567890")
    }

    @Test func `drags beside the entry move the image as ever`() {
        stage.tap("4")
        stage.frames(for: 1)
        stage.tap("j")
        stage.frame()
        let center = stage.view.center
        stage.pointer(.down(.primary, clicks: 1), 700, 550)
        stage.pointer(.moved, 690, 540)
        stage.pointer(.up(.primary, clicks: 1), 680, 530)
        stage.frame()
        #expect(stage.view.center != center && entry.isOpen)
    }

    @Test(arguments: [1.0, 2.0])
    func `it fits into a small window, and nothing is drawn while nobody types`(scale: Double) {
        let stage = ViewerStage {
            $0.size = PixelSize(width: Int(400 * scale), height: Int(300 * scale))
            $0.scale = scale
        }
        stage.tap("j")
        stage.frames(for: 0.5)
        let frame = stage.viewer.entry.layer.frame
        #expect(frame.minX == 10 && frame.maxX == 390 && frame.minY >= 10 && frame.maxY <= 290)
        #expect(stage.viewer.nextFrameTime == nil)
        // A long text is scrolled, with the cursor in the field.
        stage.viewer.handle(text: String(repeating: "8", count: 200))
        stage.frames(for: 0.5)
        #expect(stage.viewer.nextFrameTime == nil)
    }
}
