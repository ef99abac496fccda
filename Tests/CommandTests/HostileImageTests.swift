import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Hostile images` {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// An SVG whose entities expand to a gigabyte.
    private static var entityBomb: Data {
        let entities = (1...9).map { level in
            "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }
        return Data(
            """
            <?xml version="1.0"?><!DOCTYPE s [<!ENTITY l0 "lol">\(entities.joined())]>
            <svg xmlns="http://www.w3.org/2000/svg" width="600" height="100"><text y="20">&l9;</text></svg>
            """.utf8)
    }

    /// An SVG whose filter takes minutes to render.
    private static let filterBomb = Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">
        <filter id="f" x="0" y="0" width="2000" height="2000" filterUnits="userSpaceOnUse">
        <feTurbulence numOctaves="255" baseFrequency="9"/></filter>
        <rect width="2000" height="2000" filter="url(#f)"/></svg>
        """.utf8)

    @Test func `An entity bomb ends at the limit of time`() throws {
        try folder.write(Self.entityBomb, to: "a.svg")
        let outcome = try BuiltTool.run(["a.svg", "--limit-seconds", "1"], in: folder)
        #expect(
            outcome
                == BuiltTool.Outcome(
                    status: 65, output: "",
                    messages:
                        "tilecut: a.svg: decoding takes more than 1 s of processor time, the limit for a file like "
                        + "this. If you trust it, raise the limit with --limit-seconds.\n"))
        #expect(try folder.names() == ["a.svg"])
    }

    @Test func `A filter bomb ends at the limit of time, and leaves nothing`() throws {
        try folder.write(Self.filterBomb, to: "a.svg")
        let outcome = try BuiltTool.run(["a.svg", "--limit-seconds", "1", "--format", "png"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.messages.hasPrefix("tilecut: a.svg: decoding takes more than 1 s of processor time, "))
        #expect(try folder.names() == ["a.svg"])
    }

    @Test func `An image that needs more memory than its limit is refused`() throws {
        // The text alone, before it is expanded, is larger than the limit.
        let text = String(repeating: "<g/>", count: 2_000_000)
        try folder.write(
            Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\">\(text)</svg>".utf8),
            to: "a.svg")
        let outcome = try BuiltTool.run(["a.svg", "--limit-memory", "64"], in: folder)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages
                == "tilecut: a.svg: decoding takes more than 64.0 MB of memory, the limit for a file like this. If you trust "
                + "it, raise the limit with --limit-memory.\n")
        #expect(try folder.names() == ["a.svg"])
    }

    @Test(arguments: [2000, 50_000])
    func `Deep nesting is an error, not a crash`(depth: Int) throws {
        let start = String(repeating: "<g>", count: depth)
        let end = String(repeating: "</g>", count: depth)
        try folder.write(
            Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\">\(start)\(end)</svg>".utf8),
            to: "a.svg")
        // The parser finds the deeper one, so that the viewer cannot open it; the other one is found when it is drawn.
        let viewing = depth > 2000 ? [("tileview", ["a.svg", "--screenshot", "a.png"])] : []
        for (tool, arguments) in [("tilecut", ["a.svg", "-q", "--format", "png"])] + viewing {
            let outcome = try BuiltTool.run(arguments, in: folder, tool: tool)
            #expect(outcome.status == 65)
            #expect(outcome.messages.hasPrefix("\(tool): a.svg: "))
            #expect(outcome.messages.split(separator: "\n").count == 1)
        }
        #expect(try folder.names() == ["a.svg"])
    }

    @Test func `--limit-pixels refuses larger images of every format`() throws {
        try folder.write(TestImage.jpeg(64, 64), to: "a.jpg")
        try folder.write(
            Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\"/>".utf8), to: "a.svg")
        for image in ["a.jpg", "a.svg"] {
            let refused = try BuiltTool.run([image, "-o", "p", "--limit-pixels", "4095"], in: folder)
            #expect(
                refused
                    == BuiltTool.Outcome(
                        status: 65, output: "",
                        messages:
                            "tilecut: \(image): the image is too large: the image has 4096 pixels, and up to 4095 are "
                            + "allowed. If you trust it, raise the limit with --limit-pixels 4096.\n"))
            #expect(
                try BuiltTool.run([image, "-q", "-o", image + "-p", "--limit-pixels", "4096"], in: folder).status == 0)
        }
    }

    @Test func `A vector image that declares an absurd size is refused`() throws {
        try folder.write(
            Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20000\" height=\"20000\"/>".utf8), to: "a.svg")
        let outcome = try BuiltTool.run(["a.svg"], in: folder)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages
                == "tilecut: a.svg: the image is too large: a file of 70 bytes declares 400000000 pixels, and up to "
                + "160000000 are decoded. If you trust it, raise the limit with --limit-pixels 400000000.\n")
    }

    @Test func `An SVG from standard input has its own size`() throws {
        try folder.write(
            Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"60\"/>".utf8), to: "a.svg")
        for shell in [#""$@" < a.svg"#, #"cat a.svg | "$@""#] {
            let outcome = try BuiltTool.run(["-", "-o", "p", "--dry-run", "--format", "png"], in: folder, shell: shell)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("120×60"))
        }
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func `A signal ends a cut while the decoder works`(signal: Int32, status: Int32) throws {
        try folder.write(Self.filterBomb, to: "a.svg")
        let run = try RunningTool(["a.svg", "-v", "--format", "png", "--limit-seconds", "10000"], in: folder)
        // The plan, which is printed before the decoder works.
        #expect(run.waitForMessage("tilecut: a.svg: "))
        run.send(signal)
        #expect(run.wait() == status)
    }

    @Test func `A crash writes one line`() throws {
        try folder.write(TestImage.noise(4000, 3000), to: "big.jpg")
        let run = try RunningTool(["big.jpg", "-v"], in: folder)
        #expect(run.waitForMessage("10 %"))
        run.send(SIGILL)
        #expect(run.wait() == -SIGILL)
        #expect(
            run.messages.hasSuffix(
                "\ntilecut: an internal error occurred. Please report it with this command.\n"))
    }
}
