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

/// The table of all keys in the article "Keys of the viewer", and the keys that mean something else while something is open.
///
/// `TILEKIT_RECORD=1` writes the commands into the table.
@MainActor
@Suite(.timeLimited) struct KeyTableTests {
    // MARK: The table

    private static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../Sources/Apps/TileViewing/TileViewing.docc/KeysOfTheViewer.md").standardizedFileURL
    private static let head = "| key | command |\n|---|---|\n"

    /// The lines of the table, from the bindings.
    private static func table() throws -> [String] {
        var names: Set<String> = []
        let rows = try ViewerKeyBindings.standard.rows.flatMap { row in
            try row.commands.map { trigger, command in
                (key: try #require(KeyName.name(of: trigger)), command: command.name)
            }.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
        }
        return rows.filter { names.insert($0.key).inserted }.map { "| \($0.key) | \($0.command) |" }
    }

    @Test func `the article has each key with its command`() throws {
        var text = try String(contentsOf: Self.article, encoding: .utf8)
        let start = try #require(text.range(of: Self.head)?.upperBound)
        let end = text[start...].range(of: "\n\n")?.lowerBound ?? text.endIndex
        let lines = text[start..<end].split(separator: "\n").map(String.init)
        let expected = try Self.table()
        guard ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil else {
            #expect(lines == expected)
            return
        }
        text.replaceSubrange(start..<end, with: expected.joined(separator: "\n"))
        try text.write(to: Self.article, atomically: true, encoding: .utf8)
    }

    @Test func `a name stands for one command`() throws {
        var commands: [String: ViewerCommand] = [:]
        for (trigger, command) in ViewerKeyBindings.standard.commands {
            let name = try #require(KeyName.name(of: trigger))
            #expect(commands[name] == nil || commands[name] == command, "\(name)")
            commands[name] = command
        }
    }

    // MARK: The states

    /// A state of the viewer, and the keys that mean something else in it than the table says.
    struct State: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The names of the keys; "digits" stands for all of them.
        var keys: Set<String> = []
        /// The image; nil for none.
        var size: PixelSize? = PixelSize(width: 1000, height: 800)
        /// Brings a viewer at actual size into the state; it can be called in the state.
        var enter: @MainActor @Sendable (ViewerStage) -> Void = { _ in }
    }

    nonisolated static let states = [
        State(testDescription: "no document", size: nil),
        State(
            testDescription: "a photo that fits", keys: ["Left", "Right"],
            enter: { $0.viewer.perform(.scroll(.fit)) }),
        State(testDescription: "a large image", size: PixelSize(width: 20_000, height: 20_000)),
        State(
            testDescription: "annotating",
            keys: ["digits", "Enter", "Esc", "Backspace", "Delete", "Tab", "Shift+Tab"],
            enter: { if !$0.viewer.annotations.editor.isOn { $0.viewer.perform(.annotate) } }),
        State(
            testDescription: "comparing",
            enter: { if $0.viewer.comparison == nil { $0.viewer.perform(.compare(.next)) } }),
        State(
            testDescription: "a selection",
            enter: { $0.viewer.select(PixelRect(x: 450, y: 350, width: 100, height: 100)) }),
        State(
            testDescription: "the help", keys: ["Up", "Down", "PageUp", "PageDown", "Home", "End"],
            enter: {
                $0.viewer.resize(to: PixelSize(width: 300, height: 200), scale: 1)
                if !$0.viewer.features.contains(.help) { $0.viewer.perform(.toggle(.help)) }
            }),
    ]

    /// The name of a key with the same key alone; the sheet of the help scrolls whatever is held with its keys.
    private static func withoutModifiers(_ name: String) -> String {
        name.split(separator: "+").last.map(String.init) ?? name
    }

    private func stage(_ state: State) -> ViewerStage {
        let sources = state.size.map { size in
            [PaintedSource(size) { $0.level < 2 }, PaintedSource(size) { $0.level < 2 }]
        }
        let stage = ViewerStage(
            sources ?? [], view: ViewState(center: Point(x: 500, y: 400)), opensFiles: sources != nil
        ) {
            $0.reducesMotion = true
            $0.annotations = "/nowhere/marks.geojson"
        }
        stage.frame()
        return stage
    }

    /// The key that does what the table says when it is released, because a drag may begin while it is held.
    private static let heldKey = "R"

    /// The parts that come before the keys of the table.
    private func firstParts(_ stage: ViewerStage) -> [any ViewerPart] {
        stage.viewer.context.parts.all.filter { !($0 is CommandKeysPart) && !($0 is ScrollingPart) }
    }

    @Test(arguments: states)
    func `in each state, no part takes a key from the table, but for those that are listed`(state: State) throws {
        let stage = stage(state)
        let parts = firstParts(stage)
        for trigger in ViewerKeyBindings.standard.commands.keys {
            guard case .key(let stroke) = trigger else { continue }
            let name = try #require(KeyName.name(of: trigger))
            state.enter(stage)
            stage.frame()
            let event = InputEvent.key(
                KeyEvent(time: stage.clock.now, key: stroke.key, isDown: true, modifiers: stroke.modifiers))
            let takers = parts.filter { $0.handle(event) }
            let isDigit = name.count == 1 && name.first?.isNumber == true
            let isListed =
                state.keys.contains(isDigit ? "digits" : name) || state.keys.contains(Self.withoutModifiers(name))
            if name == Self.heldKey {
                #expect(takers.map { $0 is RotationPart } == [true])
            } else if isListed {
                #expect(takers.count <= 1, "\(name) is taken by \(takers.map { type(of: $0) })")
            } else {
                #expect(takers.isEmpty, "\(name) is taken by \(takers.map { type(of: $0) })")
            }
        }
    }

    @Test func `while a question is open, every key belongs to it`() throws {
        let stage = stage(State(testDescription: "a question"))
        stage.viewer.perform(.export)
        let question = stage.viewer.part(ConfirmationPart.self)
        for trigger in ViewerKeyBindings.standard.commands.keys {
            guard case .key(let stroke) = trigger, ![.enter, .escape].contains(stroke.key) else { continue }
            let event = KeyEvent(time: stage.clock.now, key: stroke.key, isDown: true, modifiers: stroke.modifiers)
            #expect(stage.viewer.handle(.key(event)) && question.sheet.isOpen)
        }
        #expect(stage.requests.isEmpty && stage.messages.isEmpty && stage.viewer.status.name == "file-0")
    }

    @Test func `the keys that a state takes are in the article`() throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        for state in Self.states where !state.keys.isEmpty {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(state.testDescription) |") })
            let cells = line.components(separatedBy: "|")
            let keys = Set(cells[2].split(separator: " ").map(String.init))
            #expect(keys == state.keys, "\(state.testDescription)")
        }
    }
}
