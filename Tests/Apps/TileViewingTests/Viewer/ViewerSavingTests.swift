import Concurrency
import Dispatch
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

import Controls
@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerSavingTests {
    private let folder: TemporaryFolder
    private let stage: ViewerStage

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        stage = ViewerStage(view: ViewState(center: Point(x: 80, y: 60))) { settings in
            settings.size = PixelSize(width: 160, height: 120)
            settings.open = { _ in Document(path: folder.path("big.dzi"), source: PaintedSource()) }
        }
        stage.frames(for: 1)
    }

    @Test func `Ctrl+s saves the view beside the file, each time under another name`() throws {
        for name in ["big-view.png", "big-view-2.png"] {
            stage.tap("s", .control)
            stage.frame()
            #expect(stage.messages.last == Message(.information, "View saved: \(folder.path(name))", duration: 4))
            let image = try PixelBuffer.read(folder.path(name))
            #expect(image.size == PixelSize(width: 160, height: 120))
            #expect(image[17, 5] == PaintedSource.pixel(17, 5))
        }
        #expect(folder.contents() == ["big-view-2.png", "big-view.png"])
    }

    @Test func `a view is saved in sRGB, whatever the colors of the display are`() throws {
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        let shown = stage.snapshot()[17, 5]
        #expect(shown != PaintedSource.pixel(17, 5))
        stage.tap("s", .control)
        stage.frame()
        #expect(try PixelBuffer.read(folder.path("big-view.png"))[17, 5] == PaintedSource.pixel(17, 5))
        #expect(stage.snapshot()[17, 5] == shown)
    }

    @Test(arguments: [KeyModifiers(), .control])
    func `without a file, s writes nothing and says why`(modifiers: KeyModifiers) {
        let stage = ViewerStage([], opensFiles: false)
        stage.tap("s", modifiers)
        stage.frame()
        #expect(stage.messages == [Message(.error, "No file is open to save a view of.", duration: 8)])
        #expect(question(stage) == nil)
    }

    @Test func `s asks before it saves the view, and typed text with a Return writes nothing`() throws {
        for character in "sunset" {
            stage.tap(character)
            stage.viewer.handle(text: String(character))
        }
        #expect(question(stage)?.title == "Save the view as PNG?")
        #expect(
            question(stage)?.text
                == "It is written to \(folder.path("big-view.png")).\nTo save it, press Right and Enter; Enter or Esc cancels."
        )
        #expect(question(stage)?.choices.map(\.title) == ["Cancel", "Save"])
        stage.tap(.enter)
        stage.frame()
        #expect(question(stage) == nil && folder.contents().isEmpty && stage.messages.isEmpty)
        stage.tap("s")
        stage.tap(.right)
        stage.tap(.enter)
        stage.frame()
        #expect(stage.messages.map(\.text) == ["View saved: \(folder.path("big-view.png"))"])
        let image = try PixelBuffer.read(folder.path("big-view.png"))
        #expect(image[17, 5] == PaintedSource.pixel(17, 5), "the view, without the question")
        #expect(image[80, 60] == PaintedSource.pixel(80, 60))
    }

    /// A viewer whose background work waits for ``DispatchQueue/resume()`` once its file is open.
    private func stage(saving queue: DispatchQueue) -> ViewerStage {
        let folder = folder
        let isOpen = Locked(false)
        let stage = ViewerStage(view: ViewState(center: Point(x: 80, y: 60))) { settings in
            settings.size = PixelSize(width: 160, height: 120)
            settings.open = { _ in Document(path: folder.path("big.dzi"), source: PaintedSource()) }
            settings.inBackground = { work in
                if isOpen.withLock(\.self) { queue.async(execute: work) } else { work() }
            }
        }
        stage.frames(for: 1)
        isOpen.withLock { $0 = true }
        queue.suspend()
        return stage
    }

    @Test func `Views saved at once get names of their own, and are complete when the viewer is closed`() throws {
        let queue = DispatchQueue(label: "saving", attributes: .concurrent)
        let stage = stage(saving: queue)
        for _ in 1...3 { stage.tap("s", .control) }
        queue.resume()
        stage.viewer.close()
        let names = ["big-view.png", "big-view-2.png", "big-view-3.png"]
        #expect(folder.contents() == names.sorted())
        #expect(stage.messages.map(\.text) == names.map { "View saved: \(folder.path($0))" })
        for name in names {
            #expect(try PixelBuffer.read(folder.path(name)).size == PixelSize(width: 160, height: 120))
        }
    }

    @Test func `As many views wait to be saved as the limit allows`() {
        let queue = DispatchQueue(label: "saving")
        let stage = stage(saving: queue)
        for _ in 0...SavingPart.waitingLimit { stage.tap("s", .control) }
        #expect(stage.messages == [Message(.error, "8 views are being saved. Wait for them.", duration: 8)])
        queue.resume()
        stage.viewer.close()
        #expect(folder.contents().count == SavingPart.waitingLimit)
    }

    /// Presses the key that exports, and answers the question with the second button.
    private func export(_ stage: ViewerStage, _ modifiers: KeyModifiers = []) {
        stage.tap("e", modifiers)
        stage.tap(.right)
        stage.tap(.enter)
        stage.frame()
    }

    /// Presses the key that exports, and answers the question with the third button.
    private func choose(_ stage: ViewerStage) {
        stage.tap("e")
        #expect(question(stage)?.choices.map(\.title) == ["Cancel", "Export", "Choose another file…"])
        stage.tap(.tab)
        stage.tap(.tab)
        stage.tap(.enter)
    }

    private func question(_ stage: ViewerStage) -> ConfirmationSheet.Question? {
        stage.viewer.part(ConfirmationPart.self).sheet.question
    }

    @Test func `an export asks first: what is written and where; Esc cancels, and typed text means nothing`() {
        let folder = folder
        stage.viewer.select(PixelRect(x: 10, y: 20, width: 50, height: 30))
        for character in "export" {
            stage.tap(character)
            stage.viewer.handle(text: String(character))
        }
        stage.frame()
        #expect(question(stage)?.title == "Export 50×30 pixels?")
        #expect(question(stage)?.text.contains("written to \(folder.path("big-part.png")).") == true)
        #expect(question(stage)?.choices.map(\.title) == ["Cancel", "Export"])
        #expect(stage.viewer.colorAdjustment == ColorAdjustment() && stage.requests.isEmpty)
        stage.tap(.escape)
        stage.frame()
        #expect(question(stage) == nil && folder.contents().isEmpty && stage.messages.isEmpty)
        #expect(stage.viewer.selection.rect != nil, "Esc has closed the question and nothing else")
        export(stage)
        #expect(folder.contents() == ["big-part.png"])
    }

    @Test(arguments: [KeyModifiers(), .shift, .control])
    func `a Return right after the key that exports writes nothing, as in text that is typed by mistake`(
        modifiers: KeyModifiers
    ) {
        for text in ["e", "see", "export it"] {
            for character in text {
                stage.tap(character, character == "e" ? modifiers : [])
                stage.viewer.handle(text: String(character))
            }
            #expect(question(stage) != nil)
            stage.tap(.enter)
            stage.frame()
            #expect(question(stage) == nil && stage.viewer.export == nil)
        }
        #expect(folder.contents().filter { $0.contains("part") }.isEmpty)
    }

    @Test func `e exports the selection, at full resolution whatever the zoom`() throws {
        stage.pointer(.down(.primary, clicks: 1), 10, 20, .shift)
        stage.pointer(.up(.primary, clicks: 1), 60, 50, .shift)
        stage.tap("0")
        stage.frames(for: 1)
        export(stage)
        let text = "Exported 50×30 pixels: \(folder.path("big-part.png"))"
        #expect(stage.messages == [Message(.information, text, duration: 4)])
        let image = try PixelBuffer.read(folder.path("big-part.png"))
        #expect(image.size == PixelSize(width: 50, height: 30))
        #expect(image[0, 0] == PaintedSource.pixel(10, 20) && image[49, 29] == PaintedSource.pixel(59, 49))
    }

    @Test func `without a selection, e exports the visible region`() throws {
        stage.viewer.show(ViewState(center: Point(x: 0, y: 0)), isExact: true, animated: false)
        export(stage)
        #expect(try PixelBuffer.read(folder.path("big-part.png")).size == PixelSize(width: 80, height: 60))
    }

    @Test func `where it is asked, the file that is chosen is written, in the format of its extension`() throws {
        let folder = folder
        let stage = ViewerStage(view: ViewState(center: Point(x: 80, y: 60))) { settings in
            settings.size = PixelSize(width: 160, height: 120)
            settings.asksWhereToExport = true
            settings.open = { _ in Document(path: folder.path("big.dzi"), source: PaintedSource()) }
        }
        stage.frames(for: 1)
        stage.viewer.select(PixelRect(x: 10, y: 20, width: 50, height: 30))
        let request = ViewerRequest.chooseExportFile(folder: folder.path, name: "big-part.png")
        try folder.write(Data("old".utf8), to: "there.png")
        for (chosen, name) in [
            ("a.png", "a.png"), ("b.tif", "b.tif"), ("c.JPG", "c.JPG"), ("there.png", "there.png"), ("d", "d.png"),
            ("there", "there-2.png"),
        ] {
            choose(stage)
            #expect(stage.requests.last == request)
            // What is exported is what was selected when the dialog was opened.
            stage.viewer.select(nil)
            stage.viewer.export(to: folder.path(chosen))
            stage.frame()
            #expect(stage.messages.last?.text == "Exported 50×30 pixels: \(folder.path(name))")
            let image = try PixelBuffer.read(folder.path(name))
            #expect(image.size == PixelSize(width: 50, height: 30))
            if !name.hasSuffix("JPG") { #expect(image[0, 0] == PaintedSource.pixel(10, 20)) }
            stage.viewer.select(PixelRect(x: 10, y: 20, width: 50, height: 30))
        }
        // An answer without a question means nothing.
        stage.viewer.export(to: folder.path("e.png"))
        stage.viewer.exportBesideImage()
        #expect(folder.contents() == ["a.png", "b.tif", "c.JPG", "d.png", "there-2.png", "there.png"])
        choose(stage)
        stage.viewer.exportBesideImage()
        #expect(question(stage)?.choices.map(\.title) == ["Cancel", "Export"])
        #expect(!folder.contents().contains("big-part.png"))
        stage.tap(.right)
        stage.tap(.enter)
        stage.frame()
        #expect(folder.contents().contains("big-part.png"))
    }

    @Test func `the image itself is not replaced by an export from it`() throws {
        let folder = folder
        try folder.write(Data("image".utf8), to: "big.png")
        let stage = ViewerStage { settings in
            settings.asksWhereToExport = true
            settings.open = { _ in Document(path: folder.path("big.png"), source: PaintedSource()) }
        }
        stage.frames(for: 1)
        choose(stage)
        stage.viewer.export(to: folder.path("./big.png"))
        stage.frame()
        #expect(
            stage.messages.last?.text
                == "The export failed: \(folder.path("./big.png")): this is the image that is exported from. "
                + "Choose another name.")
        #expect(try folder.bytes(of: "big.png") == Data("image".utf8))
    }

    @Test func `E draws the annotations over what is exported, and e does not`() throws {
        stage.viewer.select(PixelRect(x: 0, y: 0, width: 100, height: 300))
        let line = Annotation(.line, .lines([[Point(x: 20, y: 250.5), Point(x: 80, y: 250.5)]]))
        stage.viewer.annotations.editor = AnnotationEditor([line])
        export(stage, .shift)
        export(stage)
        let drawn = try PixelBuffer.read(folder.path("big-part.png"))
        let plain = try PixelBuffer.read(folder.path("big-part-2.png"))
        #expect(plain[50, 250] == PaintedSource.pixel(50, 250))
        // The line is 2 pixels wide, half of the pixel above and below it, with a dark edge around it.
        #expect(drawn[50, 250] == 0xFFFF_D933)
        #expect(drawn[50, 252] >> 8 & 255 < plain[50, 252] >> 8 & 255)
        #expect(drawn[50, 255] == plain[50, 255] && drawn[10, 250] == plain[10, 250])
    }

    @Test func `a file that cannot be written is reported, and the viewer goes on`() throws {
        try FileManager.default.removeItem(atPath: folder.path)
        stage.tap("s", .control)
        export(stage)
        stage.frames(for: 0.1)
        #expect(stage.messages.map(\.severity) == [.error, .error])
        #expect(stage.messages.allSatisfy { $0.text.contains(folder.path) })
    }

    @Test func `progress is shown while an export runs, and Esc cancels it`() throws {
        let work = BackgroundWork()
        let folder = folder
        let stage = ViewerStage { settings in
            settings.open = { _ in Document(path: folder.path("big.dzi"), source: PaintedSource()) }
            settings.inBackground = { work.add($0) }
        }
        work.runAll()
        stage.frames(for: 0.1)
        export(stage)
        #expect(stage.viewer.messages.count == 1)
        #expect(stage.viewer.title == "big.dzi - exporting 0 % - tileview")
        stage.tap("e")
        #expect(stage.messages.map(\.severity) == [.error])
        stage.tap(.escape)
        work.runAll()
        stage.frame()
        #expect(stage.messages.last?.text == "The export was canceled and left no file.")
        #expect(folder.contents().isEmpty)
        #expect(stage.requests.isEmpty)
    }

    @Test func `the names of existing files are not used again`() throws {
        #expect(UniqueFileName.path(folder.path("a"), "png") == folder.path("a.png"))
        try folder.write(Data(), to: "a.png")
        try folder.write(Data(), to: "a-2.png/b")
        #expect(UniqueFileName.path(folder.path("a"), "png") == folder.path("a-3.png"))
    }
}
