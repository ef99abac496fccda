import Foundation
import TestLimits
import Testing

/// The gallery, used without a screen.
@Suite(.timeLimited) struct LayerdemoTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func run(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: folder, tool: "layerdemo")
    }

    @Test func `the list has a line for each program, and no headings`() throws {
        let list = try run("--list")
        let lines = list.output.split(separator: "\n")
        #expect(list.status == 0 && lines.count > 80)
        #expect(lines.allSatisfy { $0.split(separator: " ").count > 2 && $0.count < 80 })
        #expect(lines.first?.hasPrefix("colored-layer ") == true)
    }

    @Test(arguments: [
        ("nothing", ""), ("analogclock", " Did you mean 'analog-clock'?"),
        ("Stick_Figure", " Did you mean 'stick-figure'?"),
        ("snwo", " Did you mean 'snow'?"),
    ])
    func `an unknown name is named, with the one that was meant`(name: String, hint: String) throws {
        let outcome = try run(name)
        #expect(outcome.status == 64)
        #expect(
            outcome.messages.hasPrefix(
                "layerdemo: There is no program '\(name)'.\(hint) layerdemo --list prints all names.\n"))
    }

    @Test func `without a screen, the message says so`() throws {
        let outcome = try run()
        #expect(outcome.status == 69)
        #expect(outcome.messages.contains("layerdemo: No screen can be used"))
    }

    @Test func `pictures are written into a folder, new or not, twice as large at a scale of 2`() throws {
        for _ in 0..<2 {
            let outcome = try run("cube", "--headless", "frames", "--scale", "2")
            #expect(outcome.status == 0 && outcome.messages.isEmpty)
            #expect(
                outcome.output.split(separator: "\n").map(String.init)
                    == ["cube-0", "cube-1000", "cube-2000"].map { "frames/\($0).png: 640×480 pixels" })
        }
    }

    @Test func `a folder that cannot be written to is named`() throws {
        try folder.write(Data(), to: "file")
        let file = try run("cube", "--headless", "file")
        #expect(file.status == 73 && file.messages.hasPrefix("layerdemo: file/cube-0.png: the file cannot be created"))
        let missing = try run("cube", "--headless", "missing/frames")
        #expect(missing.status == 73)
        #expect(
            missing.messages == "layerdemo: missing/frames: the folder cannot be created (No such file or directory); "
                + "check that the folder above it exists and may be written to.\n")
    }

    @Test(arguments: [
        (["cube", "--gallery"], "--gallery shows all programs; leave the name out."),
        (["cube", "--headless", "frames", "--scale", "9"], "--scale must be above 0 and at most 8."),
        (["cube", "--scale", "2"], "--scale is that of written pictures; add --headless, or leave it out."),
        (["cube", "--headless", ""], "--headless takes the name of a folder."),
    ])
    func `arguments that make no sense are refused`(arguments: [String], message: String) throws {
        let outcome = try BuiltTool.run(arguments, in: folder, tool: "layerdemo")
        #expect(outcome.status == 64 && outcome.messages.hasPrefix("layerdemo: \(message)\n"))
    }
}
