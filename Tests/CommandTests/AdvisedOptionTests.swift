import Foundation
import TestLimits
import Testing

@testable import ToolSupport

/// Every option that a message names exists in the command that prints it.
@Suite(.timeLimited) struct `Options in messages` {
    /// A command with its options.
    struct Command: Sendable, CustomTestStringConvertible {
        var words: [String]
        /// The program that has the options for reading images, as in the command's source.
        var cutter: String?
        var testDescription: String { words.joined(separator: " ") }

        func options() throws -> Set<String> {
            let help = try BuiltTool.run(
                Array(words.dropFirst()) + ["--help-hidden"], in: ScratchFolder(), tool: words[0])
            return CommandRemedies.options(inHelp: help.output)
        }

        func remedies() throws -> CommandRemedies {
            let options = try options()
            return CommandRemedies(elsewhere: cutter) { options }
        }
    }

    static let commands = [
        Command(words: ["tilecut", "cut"]), Command(words: ["tilecut", "info"], cutter: "tilecut"),
        Command(words: ["tilecut", "verify"]), Command(words: ["tilecut", "convert"]),
        Command(words: ["tilecut", "fetch"]), Command(words: ["tilecut", "merge"]),
        Command(words: ["tileview"], cutter: "tilecut"), Command(words: ["tileserve"], cutter: "tilecut"),
    ]

    /// A text with options in a source file.
    struct Text: Hashable {
        var file: String
        var text: String
    }

    /// All texts of the sources.
    static let texts: [Text] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var texts: [Text] = []
        for folder in ["Sources", "Tools"] {
            let files = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
            while let name = files?.nextObject() as? String {
                guard name.hasSuffix(".swift"),
                    let source = try? String(
                        contentsOf: root.appendingPathComponent("\(folder)/\(name)"), encoding: .utf8)
                else { continue }
                texts += SwiftTextLiterals(of: source).texts.map { Text(file: "\(folder)/\(name)", text: $0) }
            }
        }
        return texts
    }()

    /// Texts that are not messages: arguments of other programs, and of our own.
    private static let arguments = ["Apps/FileDialogs/", "Isolation/DecoderProcess.swift"]

    /// Folders and files whose messages come from some commands only, by what their paths begin with.
    private static let owners: [(path: String, commands: [String])] = [
        ("Sources/Apps/CutCommand/Merge", ["merge"]), ("Sources/Apps/CutCommand/Overlay", ["merge"]),
        ("Sources/Apps/CutCommand/Fetch", ["fetch"]), ("Sources/Apps/CutCommand/Convert", ["convert"]),
        ("Sources/Apps/CutCommand/Verif", ["verify"]),
        ("Sources/Apps/CutCommand/CutRe", ["cut"]), ("Sources/Apps/CutCommand/CutRunner", ["cut"]),
        // Said to those who have given the option.
        ("Sources/Pyramids/TileCutting/Planning/PassthroughDecision", ["cut"]),
        ("Sources/Pyramids/PyramidTools/Fetching/", ["fetch"]),
        ("Sources/Pyramids/PyramidTools/Overlaying/", ["merge"]),
        ("Sources/Pyramids/PyramidTools/Verifying/", ["verify"]),
    ]

    /// The texts with options, as the tools word them.
    private static let worded = texts.map { Text(file: $0.file, text: OptionWording.worded($0.text)) }
        .filter { !CommandRemedies.names(in: $0.text).isEmpty }

    private static func messages(_ isWanted: (Text) -> Bool) -> [Text] {
        worded.filter { text in
            text.file.hasPrefix("Sources/") && isWanted(text) && !arguments.contains(where: text.file.contains)
        }
    }

    /// The texts of the libraries, of which the viewer is one; the command line that shows a view is none of its messages.
    private static var libraries: [Text] {
        texts.filter { text in
            text.file.hasPrefix("Sources/")
                && (!text.file.hasPrefix("Sources/Apps/") || text.file.hasPrefix("Sources/Apps/TileViewing/"))
                && !(arguments + commandLines).contains(where: text.file.contains)
        }
    }

    /// The files that write the command line of a view, which is copied.
    private static let commandLines = [
        "Comparison/Comparison.swift", "Saving/SavingPart.swift", "Annotations/AnnotationsPart.swift",
    ]

    /// The options in a text, except options named for another command, such as "tilecut convert --zoom".
    private static func options(of text: String) -> [String] {
        let separated = text.replacing("; ", with: "\n").replacing(", or ", with: "\n").replacing(". ", with: "\n")
        let clauses = separated.split(separator: "\n").filter { !$0.contains("tilecut ") }
        return clauses.flatMap { CommandRemedies.names(in: String($0)).map(String.init) }
    }

    @Test func `Sources name options in messages`() {
        #expect(Self.messages { _ in true }.count > 100)
        #expect(SwiftTextLiterals(of: #"a("x \(f("--y")) z" + "w") // "c""#).texts == ["x … zw"])
    }

    @Test func `A library names no option, because its callers have none`() {
        // Pages have properties of CSS, which look like options.
        for text in Self.libraries where !text.text.contains("<!doctype html>") {
            #expect(CommandRemedies.names(in: text.text).isEmpty, "\(text.file): \(text.text)")
        }
    }

    @Test func `Each phrase that gets an option is one of a library`() {
        let libraries = Self.libraries.map { $0.text.lowercased() }
        // The name of a format is rarely part of a literal.
        for phrase in OptionWording.phrases where !phrase.words.hasPrefix("the format ") {
            #expect(libraries.contains { $0.contains(phrase.words.lowercased()) }, "\(phrase.words)")
        }
    }

    @Test func `Options are named once, however often a message is worded`() {
        for text in Self.texts {
            let worded = OptionWording.worded(text.text)
            #expect(OptionWording.worded(worded) == worded, "\(text.file): \(text.text)")
        }
        #expect(
            OptionWording.worded("a.tif: this exists already. Allow it to be replaced, or choose another output.")
                == "a.tif: this exists already. Replace it with --force, or choose another --output.")
        #expect(
            OptionWording.worded("JPEG tiles have no transparency. Choose the format png instead.")
                == "JPEG tiles have no transparency. Choose --format png instead.")
        #expect(
            OptionWording.worded("the image is too large. If you trust it, raise the limit of pixels to 11.")
                == "the image is too large. If you trust it, raise the limit with --limit-pixels 11.")
    }

    @Test func `Every option in a message is one of some command`() throws {
        let all = try Self.commands.reduce(into: Set<String>()) { try $0.formUnion($1.options()) }
        for message in Self.messages({ _ in true }) where !message.text.contains("<!doctype html>") {
            for option in CommandRemedies.names(in: message.text) {
                #expect(all.contains(String(option)), "\(message.file): \(message.text)")
            }
        }
    }

    @Test func `What only one command does names options of that command`() throws {
        for command in Self.commands {
            let options = try command.options()
            let own = Self.messages { text in
                Self.owners.contains { text.file.hasPrefix($0.path) && $0.commands == [command.words.last ?? ""] }
            }
            for message in own {
                for option in Self.options(of: message.text) {
                    #expect(options.contains(option), "\(message.file): \(message.text)")
                }
            }
        }
    }

    @Test(arguments: commands)
    func `What libraries advise is adapted to the command`(command: Command) throws {
        let options = try command.options()
        let remedies = try command.remedies()
        #expect(options.contains("--help"))
        let messages = Self.messages { text in
            !Self.owners.contains { text.file.hasPrefix($0.path) } && !text.file.hasPrefix("Sources/Apps/")
        }
        for message in messages {
            // As it is printed: a file, the fault, and the remedy.
            let text = "tilecut: x.jpg: it is at fault. \(message.text)"
            let adapted = remedies.adapted(text)
            #expect(adapted.hasPrefix("tilecut: x.jpg: it is at fault"), "\(message.file)")
            for option in Self.options(of: adapted) {
                #expect(options.contains(option), "\(message.file): \(adapted)")
            }
            #expect(adapted.hasSuffix(".") == text.hasSuffix("."), "\(message.file): \(adapted)")
            #expect(adapted.firstRange(of: /, or\b\.?$|; \.?$|\.\.$/) == nil, "\(message.file): \(adapted)")
        }
    }

    @Test func `A clause that does not apply is left out, and the rest is a sentence`() {
        let merge = CommandRemedies { ["--force", "--output"] }
        let text = "p: this is partial. Finish it with --resume, or discard it and start over with --force."
        #expect(merge.adapted(text) == "p: this is partial. Discard it and start over with --force.")
        let view = CommandRemedies(elsewhere: "tilecut") { ["--size"] }
        #expect(
            view.adapted(
                "a.jpg: the image is truncated. Get an intact copy, or cut what can be read with --allow-truncated.")
                == "a.jpg: the image is truncated. Get an intact copy, or cut what can be read with tilecut --allow-truncated."
        )
        #expect(
            view.adapted("a: it failed. Choose another place with --output.") == "a: it failed. Choose another place.")
        #expect(view.adapted("a: it failed. Use fewer --threads.") == "a: it failed.")
        #expect(view.adapted("a: it is unfinished. Finish it with tilecut --resume.").hasSuffix("tilecut --resume."))
        #expect(view.adapted("--resume is unknown.") == "--resume is unknown.")
    }
}
