import TestLimits
import Testing
import ToolSupport

@Suite(.timeLimited) struct `Help of tilecut` {
    static let usageErrorEnd = """
        Usage: tilecut <image> ... [--output <path>] [<options>]
          See 'tilecut --help' for more information.

        """

    @Test func `Help shows the options of cut and the subcommands`() throws {
        for arguments in [["--help"], ["-h"], ["help"]] {
            let outcome = try run(arguments)
            #expect(outcome == BuiltTool.Outcome(status: 0, output: Self.help, messages: ""))
        }
    }

    @Test func `Help of the subcommand shows the same options`() throws {
        let arguments = try #require(Self.help.split(separator: "ARGUMENTS:").last).split(separator: "SUBCOMMANDS:")[0]
        for words in [["help", "cut"], ["cut", "--help"]] {
            let outcome = try run(words)
            #expect(outcome.status == 0)
            let shown = try #require(outcome.output.split(separator: "ARGUMENTS:").last)
            #expect(shown.split(separator: "\n") == arguments.split(separator: "\n"))
            #expect(outcome.output.contains("USAGE: tilecut cut <image> ... [--output <path>] [<options>]\n"))
        }
    }

    @Test(arguments: [
        ("info", infoHelp), ("verify", verifyHelp), ("convert", convertHelp), ("fetch", fetchHelp),
        ("merge", mergeHelp),
    ])
    func `The other subcommands have their own help`(name: String, help: String) throws {
        for words in [["help", name], [name, "--help"]] {
            #expect(try run(words) == BuiltTool.Outcome(status: 0, output: help, messages: ""))
        }
    }

    @Test func `The version is one line`() throws {
        #expect(
            try run(["--version"])
                == BuiltTool.Outcome(status: 0, output: "tilecut \(Version.number)\n", messages: ""))
    }

    @Test(arguments: [
        (
            "tilecut",
            [
                "libjpeg-turbo", "libtiff", "OpenJPEG", "libwebp", "libvips", "libdeflate", "zlib", "expat",
                "SQLite", "Zstandard", "Blosc", "LZ4",
            ]
        ),
        (
            "tileview",
            [
                "libjpeg-turbo", "libtiff", "OpenJPEG", "libwebp", "libvips", "libdeflate", "zlib", "expat",
                "SQLite", "Zstandard", "Blosc", "LZ4", "Pango", "FreeType", "Fontconfig", "SDL",
            ]
        ),
    ])
    func `With --verbose the versions of the libraries follow`(tool: String, libraries: [String]) throws {
        let outcome = try BuiltTool.run(["--version", "--verbose"], in: ScratchFolder(), tool: tool)
        var lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        #expect(lines.first == "\(tool) \(Version.number)")
        #expect(lines.popLast()?.hasPrefix("sandbox of decoders: ") ?? false)
        #expect(lines.dropFirst().map { $0.split(separator: " ")[0] } == libraries.map { $0[...] })
        #expect(lines.allSatisfy { $0.contains(/^[\w-]+ [0-9]+(\.[0-9]+)+( \(headers\))?$/) }, "\(lines)")
    }

    @Test func `Without an image the usage and examples follow the error`() throws {
        let outcome = try run([])
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.messages == """
                tilecut: Missing expected argument '<image> ...'
                Usage: tilecut <image> ... [--output <path>] [<options>]
                  tilecut big.jpg                  big.dzi and big_files/ beside the image
                  tilecut big.tif -o big.pmtiles   one file; also .szi .zip .mbtiles .gpkg .tif
                  tilecut *.jpg -o pyramids/       a pyramid for each image, in one folder
                  tilecut info big.dzi             what is in a pyramid; verify checks it, convert converts it
                  See 'tilecut --help' for more information.

                """)
    }

    @Test(arguments: ["cut", "info", "verify", "convert"])
    func `An error of a subcommand names the command that helps`(name: String) throws {
        for words in [[name], [name, "a", "--frobnicate"]] {
            let outcome = try run(words)
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("\nUsage: tilecut \(name) <"))
            #expect(outcome.messages.hasSuffix("\n  See 'tilecut \(name) --help' for more information.\n"))
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Completions are generated`(shell: String) throws {
        let outcome = try run(["--generate-completion-script", shell])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("allow-truncated"))
        // Names that no description has: those of color scales, and in bash, which has no descriptions, those of layouts.
        #expect(outcome.output.contains("coolwarm"))
        #expect(outcome.output.contains("deepzoom"))
        #expect(outcome.messages.isEmpty)
    }

    private func run(_ arguments: [String]) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: ScratchFolder())
    }
}
