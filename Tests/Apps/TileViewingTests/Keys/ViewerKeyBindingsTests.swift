import LayerTree
import ScrollLayers
import TestLimits
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct ViewerKeyBindingsTests {
    private let keys = ViewerKeyBindings.standard

    @Test func `each key is in one row of the table`() {
        let all = keys.rows.flatMap { $0.commands.keys }
        #expect(Set(all).count == all.count)
        #expect(keys.commands.count == all.count)
    }

    @Test func `the keys that scrolling handles itself mean the same in a viewer`() {
        let scrolling = keys.scrolling.commands
        #expect(KeyMap.standard.commands.allSatisfy { scrolling[$0.key] == $0.value })
        // The others are those that other programs have with Control.
        let others = scrolling.filter { KeyMap.standard.commands[$0.key] == nil }
        #expect(others.keys.allSatisfy { $0.modifiers.contains(.control) })
        #expect(Set(others.values) == [.zoomIn, .zoomOut, .fit, .magnify(1)])
    }

    @Test func `a key is handled by scrolling or by the viewer, never by both`() {
        let strokes = Set(keys.scrolling.commands.keys).union(keys.viewing.keys)
        #expect(strokes.count == keys.scrolling.commands.count + keys.viewing.count)
        #expect(keys.commands.count == strokes.count + 3, "a question mark and brackets are text")
    }

    @Test func `every row has a meaning, and its keys differ at most in direction or number`() {
        for row in keys.rows {
            #expect(!row.input.isEmpty && !row.meaning.isEmpty)
            #expect(Set(row.commands.values.map(\.summary)).count <= 1, "\(row.input)")
        }
        #expect(Set(keys.rows.map(\.input)).count == keys.rows.count)
        #expect(Set(keys.rows.map(\.meaning)).count == keys.rows.count)
    }

    @Test func `every command has a name of its own`() {
        let commands = Set(keys.commands.values)
        #expect(Set(commands.map(\.name)).count == commands.count)
        let names = commands.map(\.name)
        #expect(names.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) } })
        #expect(["pan-left", "page-down", "zoom-in", "zoom-1", "rotate-left", "pixel-grid"].allSatisfy(names.contains))
    }

    static let expected: [(Key, KeyModifiers, ViewerCommand)] = [
        (Key.character("+"), [], ViewerCommand.scroll(.zoomIn)),
        (.character("="), .shift, .scroll(.zoomIn)), (.character("-"), [], .scroll(.zoomOut)),
        (.home, [], .scroll(.fit)), (.character("0"), [], .scroll(.fit)), (.character("1"), [], .scroll(.magnify(1))),
        (.character("9"), [], .scroll(.magnify(9))), (.left, [], .scroll(.pan(.left))),
        (.down, .shift, .scroll(.page(.down))), (.character("f"), [], .toggleFullScreen),
        (.character("m"), [], .toggle(.overviewMap)), (.character("r"), [], .scroll(.rotate(degrees: 90))),
        (.character("r"), .shift, .scroll(.rotate(degrees: -90))),
        (.character("h"), [], .scroll(.mirrorHorizontally)), (.character("v"), [], .scroll(.mirrorVertically)),
        (.character("g"), [], .toggle(.pixelGrid)), (.character("b"), [], .toggle(.tileBorders)),
        (.character("i"), [], .toggle(.statusLine)), (.character(" "), [], .openNext), (.backspace, [], .openPrevious),
        (.character("s"), [], .askToSaveView), (.character("e"), [], .export), (.character("c"), [], .copyLink),
        (.character("+"), .control, .scroll(.zoomIn)), (.character("="), [.control, .shift], .scroll(.zoomIn)),
        (.character("-"), .control, .scroll(.zoomOut)), (.character("0"), .control, .scroll(.fit)),
        (.character("1"), .control, .scroll(.magnify(1))), (.end, [], .fitWidth), (.home, .control, .openFirst),
        (.end, .control, .openLast), (.tab, [], .openNext), (.tab, .shift, .openPrevious),
        (.character("o"), .control, .chooseFiles), (.character("s"), .control, .saveView),
        (.character("e"), .control, .export), (.character("w"), .control, .closeFile),
        (.character("c"), .control, .copyPicture), (.character("v"), .control, .openClipboard),
        (.character("b"), .shift, .nextBackground), (.delete, [], .delete),
        (.character("q"), [], .close), (.escape, [], .cancel), (.function(1), [], .toggle(.help)),
    ]

    @Test(arguments: expected)
    func `keys do what people expect`(key: Key, modifiers: KeyModifiers, command: ViewerCommand) {
        #expect(keys.commands[.key(KeyMap.Stroke(key, modifiers))] == command)
    }

    @Test func `a question mark opens the help on any keyboard`() {
        #expect(keys.commands[.text("?")] == .toggle(.help))
    }

    @Test func `as text, the meanings are aligned in one column`() {
        let lines = ViewerKeyBindings([ViewerKeyBindings.Group(title: "", rows: Array(keys.rows.prefix(3)))]).text(
            indentation: 1
        )
        .split(separator: "\n")
        #expect(
            lines == [
                " Drag         pan, also by the middle button; release in motion to fling",
                " Wheel        zoom at the pointer, or pan if that is chosen",
                " Shift+wheel  pan sideways, as a wheel that is tilted does",
            ])
    }
}
