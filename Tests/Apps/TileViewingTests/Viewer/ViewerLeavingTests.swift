import Concurrency
import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Leaving a document with unfinished input, and quitting while something is running.
@MainActor
@Suite(.timeLimited) struct ViewerLeavingTests {
    private let folder: TemporaryFolder
    private let stage: ViewerStage

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        stage = ViewerStage(
            [PaintedSource(), PaintedSource()], view: ViewState(center: Point(x: 500, y: 400))
        ) { settings in
            settings.annotations = folder.path("marks.geojson")
        }
        stage.frame()
    }

    private var sheet: ConfirmationSheet { stage.viewer.part(ConfirmationPart.self).sheet }
    private var editor: AnnotationEditor { stage.viewer.annotations.editor }

    private func click(_ x: Double, _ y: Double, clicks: Int = 1) {
        stage.pointer(.down(.primary, clicks: clicks), x, y)
        stage.pointer(.up(.primary, clicks: clicks), x, y)
    }

    /// Draws an area of three points, and does not finish it.
    private func beginArea() {
        stage.tap("k")
        stage.tap("2")
        for (x, y) in [(100.0, 100.0), (200, 100), (200, 200)] { click(x, y) }
        stage.frame()
    }

    nonisolated static let leavingKeys: [(Key, KeyModifiers)] = [
        (.character(" "), []), (.pageDown, []), (.pageUp, []), (.end, .control), (.character("w"), .control),
        (.left, .alt), (.character("k"), []),
    ]

    @Test(arguments: leavingKeys)
    func `with an unfinished drawing, a key that leaves it asks, and Enter goes back to the drawing`(
        key: Key, modifiers: KeyModifiers
    ) {
        beginArea()
        stage.tap(key, modifiers)
        stage.frame()
        #expect(sheet.question?.title == "Drop what is unfinished?")
        #expect(
            sheet.question?.text
                == "The unfinished area of 3 points would be lost.\n"
                + "Enter and Esc go back. There, Enter finishes it, and Esc drops it.")
        stage.tap(.enter)
        stage.frame()
        #expect(!sheet.isOpen && stage.viewer.status.name == "file-0")
        #expect(editor.isOn && editor.draft.count == 3)
        stage.tap(.enter)
        #expect(editor.draft.isEmpty && editor.list.annotations.map(\.kind) == [.area])
    }

    @Test func `the second answer leaves the drawing, and a finished one is left without a question`() {
        beginArea()
        stage.tap(" ")
        stage.tap(.tab)
        stage.tap(.enter)
        stage.frame()
        #expect(stage.viewer.status.name == "file-1")
        stage.tap(.pageUp)
        stage.frame()
        #expect(stage.viewer.status.name == "file-0" && !sheet.isOpen)
    }

    @Test func `a dropped file and the buttons of a mouse ask too`() {
        beginArea()
        stage.viewer.open(["file-1"])
        stage.frame()
        #expect(sheet.isOpen && stage.viewer.status.name == "file-0")
        stage.tap(.escape)
        stage.pointer(.down(.forward, clicks: 1), 400, 300)
        stage.pointer(.up(.forward, clicks: 1), 400, 300)
        #expect(sheet.isOpen)
        stage.tap(.tab)
        stage.tap(.enter)
        stage.frame()
        #expect(stage.viewer.status.name == "file-1")
    }

    @Test func `quitting with an unfinished drawing asks, and a window that is closed twice closes`() {
        beginArea()
        stage.tap("q", .control)
        #expect(sheet.question?.title == "Quit?" && stage.requests.isEmpty)
        stage.tap(.enter)
        #expect(!sheet.isOpen && stage.requests.isEmpty)
        stage.viewer.perform(.close)
        stage.viewer.perform(.close)
        #expect(stage.requests == [.close])
    }

    @Test func `quitting while an export runs asks, and quits at the second answer`() {
        let work = BackgroundWork()
        let folder = folder
        let stage = ViewerStage { settings in
            settings.open = { _ in Document(path: folder.path("big.dzi"), source: PaintedSource()) }
            settings.inBackground = { work.add($0) }
        }
        let sheet = stage.viewer.part(ConfirmationPart.self).sheet
        work.runAll()
        stage.frames(for: 0.1)
        stage.tap("e")
        stage.tap(.right)
        stage.tap(.enter)
        stage.tap("q")
        #expect(
            sheet.question?.text
                == "An export is running (0 %). It would be canceled, and leave no file.\n"
                + "Enter goes on, and Ctrl+q quits.")
        stage.tap(.escape)
        #expect(stage.requests.isEmpty)
        stage.tap("s", .control)
        stage.tap("q")
        #expect(sheet.question?.text.contains("Views are being saved") == true)
        stage.tap(.right)
        stage.tap(.enter)
        #expect(stage.requests == [.close])
        work.runAll()
    }

    @Test func `a second q does not quit, as typed text does not, and Ctrl+q does`() {
        beginArea()
        for character in "quick question" {
            stage.tap(character)
            stage.viewer.handle(text: String(character))
        }
        #expect(sheet.question?.title == "Quit?" && stage.requests.isEmpty && editor.draft.count == 3)
        stage.viewer.handle(
            .key(
                KeyEvent(
                    time: stage.clock.now, key: .character("q"), isDown: true, isRepeat: true, modifiers: .control)))
        #expect(sheet.isOpen && stage.requests.isEmpty, "a key that is held")
        stage.tap("q", .control)
        #expect(stage.requests == [.close])
    }

    @Test func `the question of quitting names the key that quits, or none where all of them type text`() {
        func text(_ file: String) -> String? {
            let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
                settings.annotations = folder.path("other.geojson")
                settings.keys = settings.keys.applying(KeyFile(parsing: file, path: "keys"))
            }
            stage.frame()
            stage.tap("k")
            stage.pointer(.down(.primary, clicks: 1), 100, 100)
            stage.pointer(.up(.primary, clicks: 1), 100, 100)
            stage.tap("q")
            return stage.viewer.part(ConfirmationPart.self).sheet.question?.text.split(separator: "\n").last.map {
                String($0)
            }
        }
        #expect(text("") == "Enter goes on, and Ctrl+q quits.")
        #expect(text("Ctrl+q none\nF9 close") == "Enter goes on, and F9 quits.")
        #expect(text("Ctrl+q none") == "Enter goes on.")
    }

    @Test func `with nothing running, quitting asks nothing`() {
        stage.tap("q")
        #expect(!sheet.isOpen && stage.requests == [.close])
    }

    @Test(arguments: [true, false])
    func `the Enter that follows a double click or a closed outline does nothing, and the next one names`(
        closes: Bool
    ) {
        beginArea()
        if closes {
            click(100, 100)
        } else {
            click(100, 200)
            click(100, 200, clicks: 2)
        }
        #expect(editor.draft.isEmpty && editor.list.annotations.count == 1)
        stage.tap(.enter)
        #expect(!editor.isTyping && stage.viewer.entry.question == nil)
        stage.tap(.enter)
        #expect(editor.isTyping)
    }

    @Test func `any other key or click in between gives Enter its meaning back, and a point is named at once`() {
        beginArea()
        click(100, 100)
        stage.tap(.tab)
        stage.tap(.tab, .shift)
        stage.tap("4")
        click(300, 300)
        stage.tap(.enter)
        #expect(editor.isTyping && editor.list.annotations.count == 2)
    }

    @Test func `a name that is being typed is not lost without a question`() {
        beginArea()
        click(100, 100)
        stage.tap(.enter)
        stage.tap(.enter)
        stage.viewer.handle(text: "Lake")
        stage.viewer.open(["file-1"])
        #expect(sheet.question?.text.contains("The name that is being typed would be lost.") == true)
        stage.tap(.escape)
        stage.tap(.enter)
        #expect(editor.list.annotations.map(\.name) == ["Lake"])
    }

    @Test func `nor is a note, which is called so`() {
        stage.tap("k")
        stage.tap("8")
        click(300, 300)
        stage.viewer.handle(text: "Bridge")
        stage.viewer.open(["file-1"])
        #expect(sheet.question?.text.contains("The note that is being typed would be lost.") == true)
    }

    @Test func `what was asked about a file is asked no more once the file is closed`() {
        stage.tap("j")
        #expect(stage.viewer.entry.isOpen)
        stage.viewer.perform(.closeFile)
        #expect(stage.viewer.document == nil && !stage.viewer.entry.isOpen)
    }

    @Test
    func `a closed document leaves the start screen, its annotations are kept, and the next key closes the window`()
        throws
    {
        beginArea()
        click(100, 100)
        stage.tap("w", .control)
        stage.frame()
        #expect(stage.viewer.document == nil && stage.viewer.title == "tileview")
        #expect(stage.viewer.start.screen != nil && stage.viewer.tiles == nil && stage.requests.isEmpty)
        stage.frames(for: 1)
        #expect(try folder.bytes(of: "marks.geojson").count > 100, "nothing is written over them")
        for character in "bgmf0" { stage.tap(character) }
        stage.tap(.left)
        stage.frames(for: 0.2)
        #expect(stage.viewer.document == nil)
        stage.tap("w", .control)
        #expect(stage.requests.last == .close)
        stage.viewer.open(["file-1"])
        stage.frame()
        #expect(stage.viewer.status.name == "file-1" && stage.viewer.start.screen == nil)
    }
}
