import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct KeyFileTests {
    private let standard = ViewerKeyBindings.standard

    private func file(_ text: String) -> KeyFile { KeyFile(parsing: text, path: "/home/keys") }

    private func key(_ key: Key, _ modifiers: KeyModifiers = []) -> ViewerKeyBindings.Trigger {
        .key(KeyMap.Stroke(key, modifiers))
    }

    @Test func `keys have names, in upper or lower case`() {
        let names: [(String, [ViewerKeyBindings.Trigger])] = [
            ("e", [key(.character("e"))]), ("E", [key(.character("e"), .shift)]),
            ("Ctrl+e", [key(.character("e"), .control)]), ("ctrl+alt+Left", [key(.left, [.control, .alt])]),
            ("F5", [key(.function(5))]), ("space", [key(.character(" "))]), ("Return", [key(.enter)]),
            ("Shift+Tab", [key(.tab, .shift)]), ("?", [.text("?")]), ("Hash", [key(.character("#"))]),
            ("Ctrl+-", [key(.character("-"), .control)]), ("7", [key(.character("7"))]), ("ä", [key(.character("ä"))]),
        ]
        for (name, triggers) in names { #expect(KeyName.triggers(of: name) == triggers, "\(name)") }
        #expect(KeyName.triggers(of: "Ctrl++")?.count == 4)
        for name in ["", "Ctrl+", "Foo", "Hyper+e", "F99", "ee"] {
            #expect(KeyName.triggers(of: name) == nil, "\(name)")
        }
    }

    @Test func `each key of the viewer has a name, and the name means the key`() throws {
        for trigger in standard.commands.keys {
            let name = try #require(KeyName.name(of: trigger), "\(trigger)")
            #expect(KeyName.triggers(of: name)?.contains(trigger) == true, "\(name)")
        }
    }

    @Test func `a line binds a key to a command, or to none, and the help shows what is in effect`() {
        let file = file(
            """
            # Mine.

            e none
            x   export
            Ctrl+q none
            F7 tile-borders
            """)
        #expect(file.faults.isEmpty)
        let keys = standard.applying(file)
        #expect(keys.commands[key(.character("e"))] == nil)
        #expect(keys.commands[key(.character("x"))] == .export)
        #expect(keys.commands[key(.character("e"), .control)] == .export)
        #expect(keys.commands[key(.character("q"))] == .close && keys.commands[key(.character("q"), .control)] == nil)
        #expect(keys.commands[key(.function(7))] == .toggle(.tileBorders))
        #expect(keys.rows.first { $0.commands.values.contains(.export) }?.inputs == ["x", "Ctrl+e"])
        #expect(keys.label(for: .close) == "q" && keys.label(for: .toggle(.tileBorders)) == "b")
        #expect(!keys.rows.contains { $0.meaning == "invert the colors" }, "its only key exports now")
        let all = keys.rows.flatMap { $0.commands.keys }
        #expect(Set(all).count == all.count)
        #expect(standard.applying(self.file("")) == standard)
    }

    @Test func `a command without a key gets a row of its own`() {
        let keys = standard.applying(file("F8 buttons\nF9 buttons"))
        #expect(keys.groups.last?.rows.map(\.inputs) == [["F8", "F9"]])
        #expect(keys.commands[key(.function(8))] == .toggle(.buttons))
    }

    @Test func `a fault names the file, the line and the remedy, and the other lines are used`() {
        let file = file("e exprt\nFoo export\ns\nq close now\nx export\nx close\nk none")
        #expect(
            file.faults.map(\.description) == [
                "/home/keys:1: there is no command \"exprt\"; the file of all keys lists them.",
                "/home/keys:2: \"Foo\" is not a key. Write it as e, E, Ctrl+e, Alt+Left, F5 or Space.",
                "/home/keys:3: a line has a key and a command. Write s and one of the commands, or none.",
                "/home/keys:4: a line has a key and a command. Write q and one of the commands, or none.",
                "/home/keys:6: x has a command in line 5 already. Remove one of the lines.",
            ])
        let keys = standard.applying(file)
        #expect(keys.commands[key(.character("x"))] == .export && keys.commands[key(.character("k"))] == nil)
        #expect(keys.commands[key(.character("e"))] == .export)
    }

    @Test func `a word of many characters is not a key and no command, and is shortened in the message`() {
        let long = String(repeating: "Ctrl+", count: 10_000) + "e"
        let accents = "e" + String(repeating: "\u{301}", count: 10_000)
        let file = file("\(long) export\ne \(long)\n\(accents) export")
        #expect(file.faults.map(\.line) == [1, 2, 3] && file.changes.isEmpty)
        #expect(file.faults.allSatisfy { $0.description.unicodeScalars.count < 200 })
        #expect(file.faults.first?.message.hasPrefix("\"Ctrl+Ctrl+") == true)
    }

    @Test func `lines beyond the limit are left out, and a file beyond it is not read`() throws {
        let lines = Array(repeating: "# nothing", count: KeyFile.lineLimit) + ["e none", "s none"]
        let long = file(lines.joined(separator: "\n"))
        #expect(long.changes.isEmpty && long.faults.map(\.line) == [KeyFile.lineLimit + 1])
        let folder = try TemporaryFolder()
        try folder.write(Data(repeating: 35, count: KeyFile.byteLimit + 1), to: "keys")
        #expect(throws: (any Error).self) { try KeyFile.read(folder.path("keys")) }
        try folder.write(Data("e none\n".utf8), to: "keys")
        #expect(try KeyFile.read(folder.path("keys"))?.changes.count == 1)
        #expect(try KeyFile.read(folder.path("none")) == nil)
        #expect(throws: (any Error).self) { try KeyFile.read(folder.path("none"), isRequired: true) }
    }

    @Test func `the file is in the folder for settings`() {
        func path(_ variables: [String: String]) -> String? { KeyFile.standardPath { variables[$0] } }
        #expect(path(["HOME": "/home/a"]) == "/home/a/.config/tilekit/keys")
        #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": "/c"]) == "/c/tilekit/keys")
        #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": "c"]) == "/home/a/.config/tilekit/keys")
        #expect(path([:]) == nil)
    }

    @Test func `the keys that are printed are a key file that changes nothing`() {
        let file = file(standard.keyFileText(path: "~/.config/tilekit/keys"))
        #expect(file.faults.isEmpty)
        #expect(standard.applying(file).commands == standard.commands)
        #expect(file.changes.count == standard.commands.count)
    }

    @MainActor
    @Test func `the viewer does what the file says`() {
        let keys = standard.applying(file("e none\nF7 fit"))
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { $0.keys = keys }
        stage.tap("e")
        #expect(!stage.viewer.part(ConfirmationPart.self).sheet.isOpen)
        stage.tap(.function(7))
        stage.frames(for: 2)
        #expect(stage.view.scale == 0.75)
    }
}
