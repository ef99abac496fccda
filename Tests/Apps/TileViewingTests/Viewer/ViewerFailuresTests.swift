import Concurrency
import Controls
import ImageCodecs
import ImageMetadata
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The message about tiles that could not be loaded, and the sheet with the reasons.
@MainActor
@Suite(.timeLimited) struct ViewerFailuresTests {
    private let isBroken = Locked(true)
    private let stage: ViewerStage

    init() {
        let isBroken = isBroken
        stage = ViewerStage(
            [
                PaintedSource { index in
                    guard index.level == 10, isBroken.withLock({ $0 }) else { return true }
                    throw TestError(index.column == 0 ? "the tile is damaged" : "the disk is gone")
                }
            ], view: ViewState(center: Point(x: 400, y: 300)))
        stage.frames(for: 60)
    }

    private var part: FailuresPart { stage.viewer.part() }
    private var logged: [String] { stage.messages.map(\.text).filter { $0.contains("tile") } }

    @Test func `failed tiles make one message with their number, and one line in logs`() throws {
        let count = stage.viewer.status.failedTiles.count
        #expect(count > 4 && stage.viewer.messages.count == 1)
        let panel = try #require(stage.viewer.messages.layer.sublayers.first)
        let texts = panel.sublayers.compactMap { ($0 as? TextLayer)?.text }
        #expect(texts == ["\(count) tiles could not be loaded. F5 tries again."])
        #expect(logged.count == 1)
        #expect(logged.first?.hasPrefix("file-0: \(count) tiles could not be loaded: the ") == true)
        #expect(logged.first?.hasSuffix(" (and another reason)") == true)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `the message is gone when a retry has healed them`() {
        isBroken.withLock { $0 = false }
        stage.tap(.function(5))
        stage.frames(for: 1)
        #expect(stage.viewer.messages.count == 0 && stage.viewer.status.failedTiles.isEmpty)
        #expect(logged.count == 1)
    }

    @Test func `the message appears again when a retry fails again, and stays away once it was dismissed`() throws {
        let frame = try #require(stage.viewer.messages.layer.sublayers.first).frame
        stage.pointer(.down(.primary, clicks: 1), frame.minX + 4, frame.minY + 4)
        stage.frames(for: 1)
        #expect(stage.viewer.messages.count == 0 && !part.sheet.isOpen)
        stage.tap(.function(5))
        stage.frames(for: 60)
        #expect(stage.viewer.messages.count == 1 && logged.count == 2)
    }

    @Test func `Details opens a sheet with each reason once, and Esc closes it`() throws {
        let panel = try #require(stage.viewer.messages.layer.sublayers.first)
        let button = try #require(panel.sublayers.first { $0 is PanelLayer })
        let point = panel.frame.origin + button.frame.point(at: Point(x: 0.5, y: 0.5))
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
        stage.frame()
        #expect(part.sheet.isOpen && part.isModal)
        let group = try #require(part.sheet.groups.first)
        #expect(part.sheet.groups.count == 1 && group.title == "file-0")
        let reasons = group.rows.map { row in row.meaning.split(separator: ":").last.map(String.init) ?? "" }
        #expect(Set(reasons) == [" the tile is damaged", " the disk is gone"] && reasons.count == 2)
        stage.tap(.escape)
        stage.frame()
        #expect(!part.sheet.isOpen && stage.requests.isEmpty)
    }

    @Test func `once the file is closed, its failures are no longer shown`() {
        #expect(stage.viewer.messages.count == 1)
        stage.tap("w", .control)
        stage.frames(for: 1)
        #expect(stage.viewer.document == nil && stage.viewer.messages.count == 0)
    }

    @Test func `another file has no failures of the one before`() {
        stage.viewer.show(Document(path: "other", source: PaintedSource()))
        stage.frames(for: 1)
        #expect(stage.viewer.context.tileFailures == TileFailures() && !part.sheet.isOpen)
        let texts = stage.viewer.messages.layer.sublayers.flatMap(\.sublayers).compactMap { ($0 as? TextLayer)?.text }
        #expect(!texts.contains { $0.contains("could not be loaded") })
    }
}

/// The words about failed tiles.
@MainActor
@Suite(.timeLimited) struct TileFailuresTests {
    private func failures(_ reasons: [String]) -> TileFailures {
        let image = Document(path: "a", source: PaintedSource()).image.id
        var failures = TileFailures()
        for (index, reason) in reasons.enumerated() {
            let key = TileKey(image: image, index: TileIndex(level: 1, column: index, row: 0))
            for _ in 0..<2 { failures.add(key, of: "a.dzi", because: reason) }
        }
        return failures
    }

    @Test func `a tile counts once, and equal reasons are one`() {
        let failures = failures(["bad", "gone", "bad"])
        #expect(failures.count == 3)
        #expect(failures.reasons.map(\.text) == ["bad", "gone"] && failures.reasons.map(\.count) == [2, 1])
        #expect(failures.message == "3 tiles could not be loaded. F5 tries again.")
        #expect(failures.logLine(\.self) == "a.dzi: 3 tiles could not be loaded: bad (and another reason)")
    }

    @Test func `the name of the tile is not part of the reason, and the first tiles are named`() throws {
        let named = failures(
            ["a.dzi 1/0_0: bad", "a.dzi 1/1_0: bad", "map/1/2/0.png: bad", "https://host/a: bad", "a.dzi: bad"])
        #expect(named.reasons.map(\.text) == ["bad"] && named.reasons.map(\.count) == [5])
        #expect(named.logLine(\.self) == "a.dzi: 5 tiles could not be loaded: bad")
        let group = try #require(FailuresPart.groups(named).first)
        #expect(group.rows.map(\.meaning) == ["5 tiles (1/0_0, 1/1_0, 1/2_0, …): bad"])
        #expect(failures(["the file is damaged: a row is missing"]).reasons.map(\.tilesText) == ["1 tile (1/0_0)"])
        #expect(failures(["a fault: 1", "a fault: 2"]).reasons.map(\.text) == ["a fault: 1", "a fault: 2"])
    }

    @Test func `a reason does not list all formats that exist`() throws {
        let error = try #require(throws: CodecError.self) { try openImage(.bytes(Array("text".utf8), name: "a 1/0_0")) }
        #expect(error.message.contains("JPEG, PNG, "))
        let reason = "this is not an image of a kind that can be read."
        #expect(failures(["\(error)"]).reasons.map(\.text) == [reason])
        #expect(error.messageWithoutPath == reason)
    }

    @Test func `a single tile and a reason of several lines are one line`() {
        #expect(failures(["bad\nworse"]).logLine(\.self) == "a.dzi: 1 tile could not be loaded: bad worse")
        // The name of the document is not adapted with what the reason advises.
        let adapted = failures(["bad: a.dzi"]).logLine { $0.replacing("a.dzi", with: "--option") }
        #expect(adapted == "a.dzi: 1 tile could not be loaded: bad: --option")
        #expect(failures(["bad"]).message == "1 tile could not be loaded. F5 tries again.")
    }

    @Test func `of many tiles and reasons a limited number is kept`() {
        let many = failures((0..<100).map { "reason \($0)" })
        #expect(many.count == 100 && many.reasons.count == TileFailures.reasonLimit)
    }

    @Test func `a long reason is broken into at most six lines`() {
        let lines = FailuresPart.lines(of: String(repeating: "word ", count: 200))
        #expect(lines.count == 6 && lines.allSatisfy { $0.count <= 75 } && lines.last?.hasSuffix("…") == true)
        #expect(FailuresPart.lines(of: "one line") == ["one line"])
    }
}
