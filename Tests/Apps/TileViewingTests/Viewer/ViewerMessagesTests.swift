import Controls
import Foundation
import ImageMetadata
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import TextLayers
import TileContainers
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The messages of a viewer: how long they stay, and how they show names of files.
@MainActor
@Suite(.timeLimited) struct ViewerMessagesTests {
    /// The texts of the messages on the screen, from top to bottom.
    private func shown(_ stage: ViewerStage) -> [String] {
        stage.viewer.messages.layer.sublayers.flatMap(\.sublayers).compactMap { ($0 as? TextLayer)?.text }
    }

    // MARK: Documents

    /// A viewer of two files, with a message about their comparison and one about the background.
    private func comparingStage() -> ViewerStage {
        let stage = ViewerStage([PaintedSource(), PaintedSource()])
        stage.frames(for: 0.5)
        stage.tap("w")
        stage.tap("b", .shift)
        stage.frame()
        #expect(shown(stage) == ["Compared: side by side", "Background: dark"])
        return stage
    }

    @Test func `a message about the document goes when that is closed, and others stay`() {
        let stage = comparingStage()
        stage.tap("w", .control)
        stage.frame()
        #expect(stage.viewer.document == nil && shown(stage) == ["Background: dark"])
    }

    @Test func `it goes when another document is shown, too`() {
        let stage = comparingStage()
        stage.viewer.open(["file-1"])
        stage.frame()
        #expect(stage.viewer.status.name == "file-1" && shown(stage) == ["Background: dark"])
    }

    @Test func `as many messages about a document are remembered as there can be messages`() {
        var messages = DocumentMessages()
        for id in 0...DocumentMessages.limit { messages.add(id) }
        messages.add(1)
        #expect(messages.ids == Array(1...DocumentMessages.limit))
    }

    // MARK: Names

    @Test func `control characters in a message are visible, from wherever it comes`() {
        let stage = ViewerStage()
        let hidden = Message(.error, "a\nb\u{1B}[1mc\u{202E}d", duration: 8)
        let seen = "a\\nb\\u{1B}[1mc\\u{202E}d"
        let context = stage.viewer.context
        stage.viewer.post(hidden)
        context.mailbox.post(.message(hidden))
        stage.frame()
        _ = context.post(hidden.text, insteadOf: nil)
        stage.viewer.close()
        #expect(stage.messages.map(\.text) == [seen, seen, seen])
        _ = context.announce(Message(.information, hidden.text))
        #expect(Set(shown(stage)) == [seen])
        context.mailbox.post(.message(hidden))
        stage.viewer.close()
        #expect(stage.messages.last?.text == seen, "of work that ends with the viewer")
    }

    @Test func `a saved view and an export name files with control characters visibly, and by whole paths`() throws {
        let folder = try TemporaryFolder()
        let root = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
        // From the current folder up to the root, and down again.
        let relative = String(repeating: "../", count: 64) + root.dropFirst()
        let stage = ViewerStage(view: ViewState(center: Point(x: 80, y: 60))) { settings in
            settings.size = PixelSize(width: 160, height: 120)
            settings.open = { _ in Document(path: "\(relative)/a\u{7}b.dzi", source: PaintedSource()) }
        }
        stage.frames(for: 1)
        stage.tap("s", .control)
        stage.frame()
        stage.tap("e")
        let question = stage.viewer.part(ConfirmationPart.self).sheet.question
        #expect(question?.text.contains("written to \(root)/a\\u{7}b-part.png.") == true)
        stage.tap(.right)
        stage.tap(.enter)
        stage.frame()
        #expect(
            stage.messages.map(\.text) == [
                "View saved: \(root)/a\\u{7}b-view.png", "Exported 160×120 pixels: \(root)/a\\u{7}b-part.png",
            ])
        #expect(folder.contents() == ["a\u{7}b-part.png", "a\u{7}b-view.png"])
    }

    /// A viewer of a program in which "start over" is the option --force.
    private func advisedStage(_ open: @escaping @Sendable () throws -> Document) -> ViewerStage {
        let stage = ViewerStage(opensFiles: false) { settings in settings.open = { _ in try open() } }
        stage.viewer.advise = { $0.replacing("start over", with: "start over with --force") }
        return stage
    }

    /// An error whose file has words of its advice for a name.
    private nonisolated static let namedError = StoreError(
        .unreadable, path: "a/start over.png", "damaged. Or start over.")

    @Test func `what an error advises is adapted to the program, and the name of its file is not`() {
        let stage = advisedStage { throw Self.namedError }
        stage.viewer.open(["a/start over.png"])
        stage.frame()
        let adapted = "damaged. Or start over with --force."
        #expect(stage.messages.map(\.text) == ["start over.png: \(adapted)"])
        let context = stage.viewer.context
        #expect(context.message(of: Self.namedError).text == "a/start over.png: \(adapted)")
        context.mailbox.post(.failure("The view was not saved", Self.namedError))
        stage.frame()
        #expect(stage.messages.last?.text == "The view was not saved: a/start over.png: \(adapted)")
        stage.viewer.post(Message(.warning, "start over."), about: "start over.txt:1")
        #expect(stage.messages.last?.text == "start over.txt:1: start over with --force.")
        context.mailbox.post(.failure("The view was not saved", Self.namedError))
        stage.viewer.close()
        #expect(stage.messages.count == 4, "of work that ends with the viewer")
        #expect(stage.messages.last?.text == "The view was not saved: a/start over.png: \(adapted)")
    }

    @Test func `sentences of the viewer keep the names in them`() {
        let stage = advisedStage { Document(path: "start over.dzi", source: PaintedSource()) }
        stage.viewer.open(["start over.dzi"])
        stage.frames(for: 1)
        stage.viewer.post(Message(.information, "start over.dzi has one page."))
        #expect(stage.messages.last?.text == "start over.dzi has one page.")
    }

    @Test func `errors state their file, or none`() {
        for error in [
            Self.namedError, CodecError(.damaged, file: "a/start over.png", "damaged. Or start over."),
            AnnotationFileError(path: "a/start over.png", message: "damaged. Or start over."),
        ] as [any Error] {
            #expect(error.nameAndAdvice == ("a/start over.png: ", "damaged. Or start over."))
        }
        #expect(TestError("start over").nameAndAdvice == ("", "\(TestError("start over"))"))
    }

    @Test(arguments: ["k", "s", "e", "w", "j"] as [Character])
    func `a message that no file is open is gone when one opens, and others stay`(key: Character) throws {
        let stage = ViewerStage(opensFiles: false)
        stage.tap(key)
        stage.viewer.perform(.delete)
        stage.frame()
        #expect(stage.viewer.messages.count == 2 && stage.messages.first?.text.hasPrefix("No file is open to ") == true)
        stage.viewer.open(["file-0"])
        stage.frames(for: 1)
        #expect(stage.viewer.document != nil && stage.viewer.messages.count == 1)
    }

    @Test func `paths are shown whole, and addresses as they are`() {
        let current = FileManager.default.currentDirectoryPath
        #expect(ShownPath.text("a.png") == "\(current == "/" ? "" : current)/a.png")
        #expect(ShownPath.text("/no/such folder/a.png") == "/no/such folder/a.png")
        #expect(ShownPath.text("no such folder/a.png") == "no such folder/a.png")
        #expect(ShownPath.text("https://example.org/a.dzi") == "https://example.org/a.dzi")
    }
}
