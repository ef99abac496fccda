import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Standard input of tilecut` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(300, 200), to: "big.jpg")
        #expect(try BuiltTool.run(["big.jpg", "-q", "-o", "expected"], in: folder).status == 0)
    }

    @Test(arguments: [#"exec "$@" < big.jpg"#, #"cat big.jpg | "$@""#, #"tail -c +1 big.jpg | TMPDIR=. "$@""#])
    func `A file or a pipe gives the same pyramid`(shell: String) throws {
        let outcome = try BuiltTool.run(["-", "-v", "-o", "piped"], in: folder, shell: shell)
        #expect(outcome.status == 0)
        #expect(outcome.messages.hasSuffix("standard input: 100 %\n"))
        #expect(try folder.tree("piped_files") == folder.tree("expected_files"))
        #expect(
            try folder.names() == ["big.jpg", "expected.dzi", "expected_files", "piped.dzi", "piped_files"],
            "no temporary file is left")
    }

    @Test func `Its path in JSON is a dash`() throws {
        let outcome = try BuiltTool.run(["-", "-o", "piped", "--json"], in: folder, shell: #"cat big.jpg | "$@""#)
        #expect(outcome.output.hasPrefix(#"{"source":{"path":"-","width":300,"height":200},"#))
    }

    @Test func `Failures name standard input`() throws {
        let outcome = try BuiltTool.run(["-", "-o", "p"], in: folder, shell: #"head -c 700 big.jpg | "$@""#)
        #expect(outcome.status == 65)
        #expect(outcome.messages.hasPrefix("tilecut: standard input: "))
        #expect(!outcome.messages.contains("/proc"))
    }

    @Test func `A copy that cannot be created is reported as a failure`() throws {
        let outcome = try BuiltTool.run(["-", "-o", "p"], in: folder, shell: #"cat big.jpg | TMPDIR=nowhere "$@""#)
        #expect(
            outcome
                == BuiltTool.Outcome(
                    status: 74, output: "",
                    messages: "tilecut: standard input: a temporary file cannot be created in nowhere: No such file or "
                        + "directory. Set TMPDIR to a folder with enough free space.\n"))
    }
}
