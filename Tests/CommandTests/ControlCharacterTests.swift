import Foundation
import TestLimits
import Testing

/// Names and metadata that would control a terminal.
@Suite(.timeLimited) struct `Control characters in names` {
    private static let name = "a\u{1B}]0;title\u{7}\u{9B}31m\nok\u{202E}gpj"
    private static let shown = #"a\u{1B}]0;title\u{7}\u{9B}31m\nok\u{202E}gpj"#

    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "\(Self.name).jpg")
    }

    /// Runs a tool and returns its output and messages; expects no control character in them.
    private func text(_ arguments: [String], status: Int32 = 0, tool: String = "tilecut") throws -> String {
        let outcome = try BuiltTool.run(arguments, in: folder, tool: tool)
        #expect(outcome.status == status, "\(arguments)")
        let text = outcome.output + outcome.messages
        let controls = text.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
        }
        #expect(controls.isEmpty, "\(arguments)")
        return text
    }

    @Test func `They are escaped in summaries, progress and errors`() throws {
        #expect(try text(["\(Self.name).jpg"]).contains("\(Self.shown).dzi: 300×200 pixels"))
        #expect(try text(["\(Self.name).jpg"], status: 73).contains("\(Self.shown).dzi: this exists already."))
        #expect(try text(["\(Self.name).jpg", "--dry-run"]).contains("\(Self.shown).jpg would become "))
        #expect(try text(["\(Self.name).png", "none.jpg"], status: 66).contains("  \(Self.shown).png: no such file."))
        #expect(try text(["a.jpg", "--\(Self.name)"], status: 64).contains(#"Unknown option '--a\u{1B}]0;title"#))
        #expect(try text(["a.jpg", "--\(Self.name)"], status: 64, tool: "tileview").contains(#"--a\u{1B}]0;title"#))
        #expect(try text(["\(Self.name).png", "--screenshot", "x.png"], status: 66, tool: "tileview") != "")
    }

    @Test func `They are escaped in descriptions of metadata, and JSON has them as its own escapes`() throws {
        _ = try text(["\(Self.name).jpg", "-o", "\(Self.name).pmtiles"])
        #expect(try text(["info", "\(Self.name).pmtiles"]).contains("  name: \(Self.shown)\n"))
        let json = try text(["info", "--json", "\(Self.name).pmtiles"])
        #expect(json.contains(#"a\u001b]0;title\u0007\u009b31m\nok\u202egpj"#))
        let report = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(report?["path"] as? String == "\(Self.name).pmtiles")
        #expect(try text(["verify", "\(Self.name).pmtiles"]).hasPrefix("\(Self.shown).pmtiles: valid;"))
        #expect(
            try text(["convert", "\(Self.name).pmtiles", "\(Self.name).dzi"]).contains("\(Self.shown).dzi: 300×200"))
    }

    @Test func `They are escaped in the web page`() throws {
        let name = "<script>alert(1)</script>&\"'"
        try folder.write(TestImage.jpeg(30, 20), to: "DESCRIPTION-OF-THE-PYRAMID.jpg")
        try FileManager.default.moveItem(
            atPath: folder("\(Self.name).jpg"), toPath: folder(name.replacing("/", with: "_") + ".jpg"))
        _ = try text([name.replacing("/", with: "_") + ".jpg", "--html", "-o", "p"])
        _ = try text(["DESCRIPTION-OF-THE-PYRAMID.jpg", "--html", "-o", "DESCRIPTION-OF-THE-PYRAMID"])
        let page = String(decoding: try folder.bytes("DESCRIPTION-OF-THE-PYRAMID.html"), as: UTF8.self)
        #expect(page.contains("<title>DESCRIPTION-OF-THE-PYRAMID</title>"))
        for file in try folder.names() where file.hasSuffix(".html") {
            #expect(!String(decoding: try folder.bytes(file), as: UTF8.self).contains("alert(1)<"))
        }
    }
}
