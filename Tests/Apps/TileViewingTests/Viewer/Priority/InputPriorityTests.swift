import Concurrency
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Tests of the priority of the viewer's open parts for events of the keyboard, the pointer, the wheel and fingers.
///
/// Each event of a script goes to a viewer in which nothing is open, one part, or two. `Goldens/input-priority.txt` has each
/// event, and for each of its outcomes the parts with which it happens: whether the event meant something, which shape the
/// pointer has afterwards, and what has changed.
///
/// `TILEKIT_ALL_PAIRS=1` tests all pairs of parts, which takes two minutes; by default one pair in sixteen is tested with each
/// event, and the parts alone. `TILEKIT_RECORD=1` writes the file.
@MainActor
@Suite(.timeLimited) struct InputPriorityTests {
    private let folder: TemporaryFolder
    private let bookmarks: Data

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Data(), to: "one.tif")
        _ = try BookmarkStore(path: folder.path("bookmarks")).change(folder.path("one.tif")) { bookmarks in
            bookmarks = [100.0, 200].map {
                Bookmark(name: "at \(Int($0))", view: ViewState(center: Point(x: $0, y: $0)))
            }
        }
        bookmarks = try folder.bytes(of: "bookmarks")
    }

    private static let environment = ProcessInfo.processInfo.environment

    @Test func `each event goes where it is written, whatever is open`() throws {
        let all = OpenPart.allCases
        let pairs = all.indices.flatMap { first in all[(first + 1)...].map { [all[first], $0] } }
        let isRecording = Self.environment["TILEKIT_RECORD"] != nil
        let step = isRecording || Self.environment["TILEKIT_ALL_PAIRS"] != nil ? 1 : 16
        var table = PriorityTable()
        for (number, event) in ScriptedEvent.allCases.enumerated() {
            let chosen = pairs.indices.filter { ($0 + number).isMultiple(of: step) }.map { pairs[$0] }
            for parts in [[]] + all.map({ [$0] }) + chosen {
                table.add(try outcome(of: event, with: parts), of: event, with: parts)
            }
        }
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens/input-priority.txt")
        guard !isRecording else {
            try Data(table.text.utf8).write(to: golden)
            Issue.record("\(golden.path) was written. Look at it, and run the test without TILEKIT_RECORD.")
            return
        }
        let expected = PriorityTable(text: try String(contentsOf: golden, encoding: .utf8))
        for (key, outcome) in table.outcomes.sorted(by: { $0.key < $1.key }) {
            #expect(outcome == expected.outcomes[key], "\(key)")
        }
    }

    private func outcome(of event: ScriptedEvent, with parts: [OpenPart]) throws -> String {
        // What the last viewer has written is not there for the next one.
        for name in folder.contents() where !["one.tif", "bookmarks"].contains(name) {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
        try folder.write(bookmarks, to: "bookmarks")
        let stage = PriorityStage(folder)
        for part in parts { part.open(in: stage) }
        let before = ViewerDescription(stage.stage)
        let isUsed = event.happen(in: stage.stage)
        // What is asked for in the middle of an event is there in the next frame.
        stage.stage.frame(after: 0.02)
        let changes = before.changes(to: ViewerDescription(stage.stage)).replacing(folder.path, with: "")
        return "\(isUsed ? "used" : "unused"), \(stage.stage.viewer.cursor): \(changes.isEmpty ? "nothing" : changes)"
    }
}

/// The outcomes of events, in a text where those that are equal stand together.
private struct PriorityTable {
    /// The outcomes by event and open parts, such as "escape with menu+entry".
    private(set) var outcomes: [String: String] = [:]
    private var order: [String] = []

    init() {}

    /// Reads what ``text`` has written.
    init(text: String) {
        var event = ""
        var outcome = ""
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("# ") {
                event = String(line.dropFirst(2))
            } else if line.hasPrefix("    ") {
                for parts in line.split(separator: " ") { outcomes["\(event) with \(parts)"] = outcome }
            } else {
                outcome = line
            }
        }
    }

    mutating func add(_ outcome: String, of event: ScriptedEvent, with parts: [OpenPart]) {
        let key = "\(event.rawValue) with \(parts.isEmpty ? "nothing" : parts.map(\.rawValue).joined(separator: "+"))"
        outcomes[key] = outcome
        order.append(key)
    }

    /// The table: an event after `#`, its outcomes, and below each the parts with which it happens.
    var text: String {
        var lines = [String]()
        var groups = [(outcome: String, parts: [Substring])]()
        var event = Substring()
        func close() {
            for group in groups { lines += [group.outcome, "    " + group.parts.joined(separator: " ")] }
        }
        for key in order {
            let words = key.split(separator: " ")
            if words[0] != event {
                close()
                event = words[0]
                groups = []
                lines.append("# \(event)")
            }
            let outcome = outcomes[key] ?? ""
            if let index = groups.firstIndex(where: { $0.outcome == outcome }) {
                groups[index].parts.append(words[2])
            } else {
                groups.append((outcome, [words[2]]))
            }
        }
        close()
        return lines.joined(separator: "\n") + "\n"
    }
}

/// A viewer of two files, the first one with two bookmarks, at actual size.
@MainActor
final class PriorityStage {
    let stage: ViewerStage
    private let isHolding: Locked<Bool>

    init(_ folder: TemporaryFolder) {
        let held = BackgroundWork()
        let isHolding = Locked(false)
        self.isHolding = isHolding
        stage = ViewerStage([], opensFiles: false) { settings in
            settings.features = ViewerSettings(loader: settings.loader).features
            settings.view = ViewState(center: Point(x: 1500, y: 1000))
            settings.open = { Document(path: $0, source: EmptySource()) }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
            settings.bookmarks = BookmarkStore(path: folder.path("bookmarks"))
            settings.annotations = folder.path("none.geojson")
            settings.inBackground = { work in
                if isHolding.withLock(\.self) { held.add(work) } else { work() }
            }
            settings.reducesMotion = true
        }
        stage.viewer.open(["one.tif", "two.tif"].map { folder.path($0) })
        stage.frame()
        stage.pointer(.moved, 400, 300)
        stage.frame(after: 0.02)
    }

    /// Does something whose background work never ends.
    func holdingWork(_ body: () -> Void) {
        isHolding.withLock { $0 = true }
        body()
        isHolding.withLock { $0 = false }
    }
}

/// An image of 3000×2000 pixels without tiles.
private struct EmptySource: TileSource {
    let pyramid = Pyramid(size: PixelSize(width: 3000, height: 2000), tileSize: 256)

    func read(_ index: TileIndex) -> EncodedTile? { nil }
}
