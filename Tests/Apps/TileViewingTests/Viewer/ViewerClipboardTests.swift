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

/// Copying pictures, and opening what is on the clipboard.
@MainActor
@Suite(.timeLimited) struct ViewerClipboardTests {
    private let stage = ViewerStage([PaintedSource(), PaintedSource()], view: ViewState(center: Point(x: 80, y: 60))) {
        $0.size = PixelSize(width: 160, height: 120)
    }

    init() {
        stage.frames(for: 1)
    }

    /// The picture that the window is asked to copy; its folder is removed, as the window does.
    private func copiedPicture() throws -> PixelBuffer {
        guard case .copyPicture(let path)? = stage.requests.last else { throw TestError("no picture was copied") }
        defer {
            try? FileManager.default.removeItem(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        }
        return try PixelBuffer.read(path)
    }

    @Test func `Ctrl+c copies the view, or the selection at full resolution`() throws {
        stage.tap("c", .control)
        stage.frame()
        let view = try copiedPicture()
        #expect(view.size == PixelSize(width: 160, height: 120) && view[17, 100] == PaintedSource.pixel(17, 100))
        stage.viewer.select(PixelRect(x: 10, y: 20, width: 50, height: 30))
        stage.tap("0")
        stage.frames(for: 1)
        stage.tap("c", .control)
        stage.frame()
        let part = try copiedPicture()
        #expect(part.size == PixelSize(width: 50, height: 30) && part[0, 0] == PaintedSource.pixel(10, 20))
        #expect(stage.messages.isEmpty)
    }

    @Test func `a view is copied in sRGB, whatever the colors of the display are`() throws {
        stage.viewer.setDisplay(.profile(ProfileFixture.adobeRGB.bytes))
        #expect(stage.snapshot()[17, 100] != PaintedSource.pixel(17, 100))
        stage.tap("c", .control)
        stage.frame()
        #expect(try copiedPicture()[17, 100] == PaintedSource.pixel(17, 100))
    }

    @Test func `a selection that is too large is not copied, and the message says what to do`() {
        let stage = ViewerStage([PaintedSource(PixelSize(width: 20_000, height: 20_000)) { $0.level < 2 }])
        stage.viewer.select(PixelRect(x: 0, y: 0, width: 10_000, height: 10_000))
        stage.tap("c", .control)
        #expect(
            stage.messages.map(\.text) == [
                "The selection has 10000×10000 pixels, and up to 67108864 are copied. Export it with e."
            ])
        #expect(stage.requests.isEmpty)
    }

    // MARK: The file

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func folder(_ path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    @Test func `a picture that nobody takes is removed with its folder, and one that was taken is not`() throws {
        let picture = ClipboardPicture()
        try picture.make { try Data([1]).write(to: URL(fileURLWithPath: $0)) }
        let path = try #require(picture.path)
        #expect(exists(path))
        picture.discard()
        #expect(!exists(folder(path)) && picture.take() == nil)
        let other = ClipboardPicture()
        try other.make { try Data([1]).write(to: URL(fileURLWithPath: $0)) }
        let taken = try #require(other.take())
        defer { try? FileManager.default.removeItem(atPath: folder(taken)) }
        other.discard()
        #expect(exists(taken))
    }

    @Test func `a picture that is canceled or fails while it is made leaves nothing`() throws {
        var path = ""
        let picture = ClipboardPicture()
        try picture.make {
            path = $0
            picture.cancel()
            try Data([1]).write(to: URL(fileURLWithPath: $0))
        }
        #expect(!path.isEmpty && !exists(folder(path)) && picture.path == nil)
        let failing = ClipboardPicture()
        #expect(throws: TestError.self) {
            try failing.make {
                path = $0
                throw TestError("the disk is full")
            }
        }
        #expect(!exists(folder(path)) && failing.path == nil)
        failing.discard()
    }

    @Test func `while a picture is made, quitting asks, and the end of the viewer removes what was made`() throws {
        let work = BackgroundWork()
        let stage = ViewerStage { settings in settings.inBackground = { work.add($0) } }
        work.runAll()
        stage.frame()
        stage.tap("c", .control)
        stage.tap("q")
        let sheet = stage.viewer.part(ConfirmationPart.self).sheet
        #expect(
            sheet.question?.text
                == "A picture is being made for the clipboard. It would not be copied.\nEnter goes on, and Ctrl+q quits."
        )
        stage.tap(.escape)
        work.runAll()
        let path = try #require(stage.viewer.part(ClipboardPart.self).picture?.path)
        #expect(exists(path))
        stage.viewer.close()
        #expect(!exists(folder(path)) && stage.requests.isEmpty)
    }

    @Test func `a message says that tiles of the selection could not be read`() throws {
        let stage = ViewerStage([PaintedSource { _ in throw TestError("the tile is damaged") }])
        stage.viewer.select(PixelRect(x: 10, y: 20, width: 50, height: 30))
        stage.tap("c", .control)
        stage.frame()
        guard case .copyPicture(let path)? = stage.requests.last else { throw TestError("no picture was copied") }
        try FileManager.default.removeItem(atPath: folder(path))
        #expect(
            stage.messages.map(\.text).contains("The picture is not complete: 1 tile could not be read."))
    }

    @Test func `c alone copies the link`() {
        stage.tap("c")
        guard case .copy(let text)? = stage.requests.last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(text.hasPrefix("tileview file-0 --view "))
    }

    @Test func `Ctrl+v opens what a text names, and says so if it names nothing`() {
        stage.tap("v", .control)
        #expect(stage.requests.last == .openClipboard)
        stage.viewer.openPasted("")
        #expect(stage.messages.last?.text == "There is nothing on the clipboard to open.")
        stage.viewer.openPasted("Dear reader")
        #expect(
            stage.messages.last?.text
                == "The clipboard has no picture, path or address. Copy a picture, an absolute path or an address.")
        stage.viewer.openPasted("/nowhere/a.dzi")
        stage.frame()
        #expect(stage.messages.last?.text == "a.dzi: there is no such file.")
        #expect(stage.viewer.status.name == "file-0")
    }

    @Test func `paths, URLs of files and addresses are read, and nothing else`() {
        func files(_ text: String) -> [String]? { PastedText.files(in: text, home: "/home/a") }
        #expect(files("/b/c d.png") == ["/b/c d.png"])
        #expect(files("  ~/c.png \n") == ["/home/a/c.png"])
        #expect(files("file:///b/c%20d%C3%A4.png\r\nfile://localhost/e.tif") == ["/b/c dä.png", "/e.tif"])
        #expect(files("https://example.org/a.dzi") == ["https://example.org/a.dzi"])
        for text in ["", " \n", "a.png", "file://other/a.png", "file:///a%2", "file:///a%00b", "ftp://a/b", "/a\nb"] {
            #expect(files(text) == nil, "\(text)")
        }
        #expect(files(String(repeating: "/a\n", count: PastedText.fileLimit + 1)) == nil)
        #expect(files("/" + String(repeating: "a", count: PastedText.byteLimit)) == nil)
        #expect(PastedText.files(in: "~/c.png", home: nil) == nil)
    }
}
