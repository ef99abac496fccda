import Foundation
import TestLimits
import TestSupport
import Testing

@testable import FileDialogs

/// Pictures on a clipboard, by programs that stand for those of the desktop.
@Suite(.timeLimited) struct PictureClipboardTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A program that keeps the picture in a file.
    private func program(types: String = "image/png", copies: String = "cat >", pastes: String = "cat")
        -> PictureClipboard.Program
    {
        let kept = folder.path("kept")
        return PictureClipboard.Program(
            copy: ["sh", "-c", "\(copies) '\(kept)'"], types: ["sh", "-c", "printf 'TARGETS\\n\(types)\\n'"],
            paste: ["sh", "-c", "\(pastes) '\(kept)'"])
    }

    private let missing = PictureClipboard.Program(
        copy: ["tilekit-no-such-program"], types: ["tilekit-no-such-program"], paste: ["tilekit-no-such-program"])

    @Test func `a picture that is copied is pasted, byte for byte, by the first program that is installed`() throws {
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try folder.write(bytes, to: "a.png")
        let clipboard = PictureClipboard([missing, program()])
        try clipboard.copy(folder.path("a.png"))
        #expect(try clipboard.paste(to: folder.path("b.png")))
        #expect(try folder.bytes(of: "b.png") == bytes)
    }

    @Test func `a program that goes on in the background, as xclip does, is not waited for`() throws {
        try folder.write(Data([1, 2, 3]), to: "a.png")
        let clipboard = PictureClipboard([program(copies: "sleep 600 & echo $! > '\(folder.path("number"))'; cat >")])
        try clipboard.copy(folder.path("a.png"))
        #expect(try folder.bytes(of: "kept") == Data([1, 2, 3]))
        let number = try String(decoding: folder.bytes(of: "number"), as: UTF8.self)
        let process = try #require(pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, SIGKILL) == 0, "it goes on until it is ended")
    }

    @Test func `a program that copies reads the picture, and inherits nothing else`() throws {
        try folder.write(Data([1, 2, 3]), to: "a.png")
        // As a library of this process, or whoever has started it, may leave it open.
        let other = fcntl(STDERR_FILENO, F_DUPFD, 100)
        try #require(other >= 100)
        defer { close(other) }
        let files = [0, 1, 2, other].map { "/proc/$$/fd/\($0)" }.joined(separator: " ")
        // The shell's own output must not be redirected while it is looked at.
        let script = "names=$(readlink \(files)); echo \"$names\" > '\(folder.path("files"))'; cat >"
        try PictureClipboard([program(copies: script)]).copy(folder.path("a.png"))
        let names = try String(decoding: folder.bytes(of: "files"), as: UTF8.self).split(separator: "\n")
        #expect(names.first?.hasSuffix("/a.png") == true)
        #expect(names.dropFirst() == ["/dev/null", "/dev/null"])
    }

    @Test(arguments: [true, false]) func `canceling ends a program that hangs, and none is started afterwards`(
        isPasting: Bool
    ) throws {
        try folder.write(Data([1]), to: "a.png")
        let number = folder.path("number")
        let hanging = "echo $$ > '\(number)'; exec sleep 600; #"
        let clipboard = PictureClipboard([program(copies: hanging, pastes: hanging)])
        @Sendable func process() -> pid_t? {
            let line = try? String(contentsOfFile: number, encoding: .utf8)
            guard let line, line.hasSuffix("\n") else { return nil }
            return pid_t(line.dropLast())
        }
        Thread.detachNewThread {
            _ = try? eventually("the program") { process() }
            clipboard.cancel()
        }
        #expect(throws: PictureClipboardError.canceled) {
            if isPasting {
                _ = try clipboard.paste(to: folder.path("b.png"))
            } else {
                try clipboard.copy(folder.path("a.png"))
            }
        }
        #expect(kill(try #require(process()), 0) != 0, "it is ended, and waited for")
        #expect(throws: PictureClipboardError.canceled) { _ = try clipboard.paste(to: folder.path("b.png")) }
        #expect(folder.contents() == ["a.png", "number"])
    }

    @Test func `a program that takes longer than it may has failed`() throws {
        try folder.write(Data([1]), to: "a.png")
        let hanging = ["sleep", "600"]
        let clipboard = PictureClipboard(
            [PictureClipboard.Program(copy: hanging, types: hanging, paste: hanging)], timeLimit: 0)
        let failure = PictureClipboardError.failed(program: "sleep")
        #expect(throws: failure) { try clipboard.copy(folder.path("a.png")) }
        #expect(throws: failure) { _ = try clipboard.paste(to: folder.path("b.png")) }
        #expect(folder.contents() == ["a.png"])
    }

    @Test func `without a picture on the clipboard nothing is pasted and no file is left`() throws {
        #expect(try !PictureClipboard([program(types: "UTF8_STRING")]).paste(to: folder.path("b.png")))
        #expect(folder.contents().isEmpty)
    }

    @Test func `the message says what to install, or which program has failed`() throws {
        try folder.write(Data([1]), to: "a.png")
        #expect(throws: PictureClipboardError.unavailable) {
            try PictureClipboard([missing]).copy(folder.path("a.png"))
        }
        #expect(throws: PictureClipboardError.unavailable) {
            _ = try PictureClipboard([missing]).paste(to: folder.path("b.png"))
        }
        #expect(PictureClipboardError.unavailable.description.contains("Install wl-clipboard on Wayland, or xclip."))
        let failing = PictureClipboard([program(copies: "exit 3; #", pastes: "exit 3; #")])
        #expect(throws: PictureClipboardError.failed(program: "sh")) { try failing.copy(folder.path("a.png")) }
        #expect(throws: PictureClipboardError.failed(program: "sh")) {
            _ = try failing.paste(to: folder.path("b.png"))
        }
        #expect(folder.contents() == ["a.png"])
    }

    @Test func `output beyond a limit ends the reading`() {
        guard let child = ChildProcess(["sh", "-c", "exec yes"]) else {
            Issue.record("there is no shell")
            return
        }
        var count = 0
        let isComplete = child.readOutput(upTo: 100_000, until: ChildProcess.now + 60) { piece in
            count += piece.count
            return true
        }
        #expect(!isComplete && count <= 100_000)
        child.waitUntilExited(by: 0)
        #expect(child.reap() == nil, "the process is ended")
        #expect(kill(child.identifier, 0) != 0, "it is waited for")
    }
}
