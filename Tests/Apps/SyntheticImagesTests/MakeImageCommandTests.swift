import Foundation
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

/// Tests of `tilebench make-image`, run as a built tool.
@Suite(.timeLimited)
struct MakeImageCommandTests {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    // `prelude` consists of shell commands that run before the tool, such as a limit on the size of files.
    static func run(
        _ arguments: [String], command: String = "make-image", prelude: String = ":"
    ) throws -> Outcome {
        let products = Bundle.main.bundleURL.resolvingSymlinksInPath()
        let tool =
            ([products, products.deletingLastPathComponent()].map { $0.appendingPathComponent("tilebench").path })
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(prelude); exec \"$0\" \(command) \"$@\"", try #require(tool)] + arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Both outputs are short: neither fills its pipe while the other is read.
        let outputText = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: outputText, errors: errorText)
    }

    @Test(arguments: ["a.jpg", "a.png", "a.tif"])
    func `An image of the given size is written and named`(name: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.run(["--size", "61x47", "--seed", "9", folder.path(name)])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("\(folder.path(name)): 61×47, "))
        #expect(outcome.errors == "")
        #expect(folder.contents() == [name])
        #expect(try decoded(folder.path(name)).size == PixelSize(width: 61, height: 47))
    }

    @Test
    func `The same command writes the same bytes`() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "b.png"] {
            #expect(try Self.run(["--size", "150X140", "--seed", "3", "--alpha", folder.path(name)]).status == 0)
        }
        #expect(try folder.bytes(of: "a.png") == folder.bytes(of: "b.png"))
        #expect(try decoded(folder.path("a.png")).layout.channels == .rgba)
    }

    @Test(arguments: [
        ["a.jpg"], ["--size", "10", "a.jpg"], ["--size", "0x5", "a.jpg"], ["--size", "-5x5", "a.jpg"],
        ["--size", "5x5x5", "a.jpg"], ["--size", "9x9", "a.gif"], ["--size", "9x9"], ["--size", "70000x9", "a.jpg"],
        ["--size", "300001x9", "a.png"], ["--size", "9x9", "--alpha", "a.jpg"],
        ["--size", "9x9", "--quality", "0", "a.jpg"], ["--size", "9x9", "--quality", "101", "a.jpg"],
        ["--size", "9x9", "--seed", "x", "a.jpg"], ["--size", "9x9", "--unknown", "a.jpg"],
    ])
    func `Invalid arguments are refused with status 64 and a message`(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let placed = arguments.map { $0.hasPrefix("a.") ? folder.path($0) : $0 }
        let outcome = try Self.run(placed)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Error: "))
        #expect(folder.contents().isEmpty)
    }

    @Test
    func `A file that cannot be created exits with 73`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path("file")))
        let path = folder.path("file/a.png")
        let outcome = try Self.run(["--size", "9x9", path])
        #expect(outcome.status == 73)
        #expect(
            outcome.errors
                == "tilebench: \(path): the file cannot be created (Not a directory); check that its folder exists"
                + " and may be written to.\n")
        #expect(folder.contents() == ["file"])
    }

    @Test(arguments: ["a.jpg", "a.png", "a.tif"])
    func `A full disk exits with 74, and no file is left`(name: String) throws {
        let folder = try TemporaryFolder()
        // Blocks of 512 bytes, or 1024 in some shells: far less than any of the three files has.
        let outcome = try Self.run(["--size", "400x400", folder.path(name)], prelude: "ulimit -f 16")
        #expect(outcome.status == 74)
        #expect(
            outcome.errors
                == "tilebench: \(folder.path(name)): the file cannot be written (File too large); make room, or write"
                + " to another disk.\n")
        #expect(folder.contents().isEmpty)
    }

    @Test
    func `The help lists the options and has an example`() throws {
        let outcome = try Self.run(["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Example: tilebench make-image --size 24571x12283 --seed 1 big.jpg"))
        for option in ["--size <WxH>", "--seed <seed>", "--alpha", "--quality <Q>", "<out>"] {
            #expect(outcome.output.contains(option), "\(option)")
        }
    }
}
