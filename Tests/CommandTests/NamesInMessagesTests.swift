import Foundation
import TestLimits
import Testing

/// The names in messages, which stay as they are, and the names that messages suggest.
@Suite(.timeLimited) struct `Names in messages of tilecut` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder)
    }

    @Test(arguments: ["loop.jpg", "loop.dzi", "loop.pmtiles", "loop"])
    func `A file that cannot be opened is named with the reason, every time`(name: String) throws {
        // Permissions would not stop root.
        try FileManager.default.createSymbolicLink(atPath: folder(name), withDestinationPath: name)
        for _ in 0..<4 {
            let outcome = try run("info", name)
            #expect(outcome.status == 66 && outcome.output.isEmpty)
            #expect(outcome.messages == "tilecut: \(name): it cannot be read: Too many levels of symbolic links.\n")
        }
    }

    @Test(arguments: ["another background.jpg", "my --best photo.jpg", "No. 1 --final.jpg"])
    func `Names stay as they are, whatever words of options they have`(name: String) throws {
        for command in ["info", "verify"] {
            let missing = try run(command, name)
            #expect(missing.status == 66 && missing.messages.hasPrefix("tilecut: \(name): "))
        }
        let missing = try run(name)
        #expect(missing.messages == "tilecut: \(name): no such file. Check the spelling and the folder.\n")
        try folder.write(TestImage.jpeg(300, 200), to: name)
        let cut = try run(name, "--json", "--json-progress")
        #expect(cut.status == 0)
        for line in cut.messages.split(separator: "\n") {
            let event = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(event["image"] as? String == name)
        }
        let again = try run(name)
        #expect(
            again.status == 73 && again.messages.hasPrefix("tilecut: \(name.dropLast(4)).dzi: this exists already. "))
        #expect(again.messages.contains("--force"))
    }

    @Test func `A pyramid without its extension is found for the message, and an empty title is the name`() throws {
        #expect(try run("big.jpg", "-q", "-o", "a", "--html", "--title", "").status == 0)
        for command in ["info", "verify"] {
            #expect(
                try run(command, "a").messages == "tilecut: a: no such file or folder. Did you mean a.dzi?\n")
            #expect(try run(command, "b").messages == "tilecut: b: no such file or folder. Check the spelling.\n")
        }
        let page = String(decoding: try folder.bytes("a.html"), as: UTF8.self)
        #expect(page.contains("<title>a</title>"))
    }

    @Test func `Verify names a source that cannot be read`() throws {
        #expect(try run("big.jpg", "-q").status == 0)
        try folder.write(Data("no image".utf8), to: "text.jpg")
        let missing = try run("verify", "big.dzi", "--source", "nope.jpg")
        #expect(
            missing
                == BuiltTool.Outcome(
                    status: 66, output: "",
                    messages: "tilecut: nope.jpg: no such file. Check the spelling and the folder.\n"))
        let text = try run("verify", "big.dzi", "--source", "text.jpg")
        #expect(text.status == 65 && text.messages.hasPrefix("tilecut: text.jpg: "))
    }

    @Test(arguments: [
        (
            ["a.jpg", "--layout", "dzi"],
            "The value 'dzi' is invalid for '--layout <layout>'. Did you mean deepzoom? Please provide one of the following:"
        ),
        (
            ["a.jpg", "--layout", "IIIF"],
            "The value 'IIIF' is invalid for '--layout <layout>'. Did you mean iiif? Please provide one of the following:"
        ),
        (
            ["a.jpg", "--layout", "iiif3"],
            "The value 'iiif3' is invalid for '--layout <layout>'. Did you mean iiif? Please provide one of the following:"
        ),
        (
            ["a.jpg", "--title", "-dash"],
            "-dash begins with a dash, as options do. For a file of that name, write ./-dash; as the value of --title, write "
                + "--title=-dash"
        ),
    ])
    func `Words that are not a value name what was probably meant`(arguments: [String], message: String) throws {
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == "tilecut: \(message)")
    }
}
