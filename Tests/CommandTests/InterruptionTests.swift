import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct `Interruptions of tilecut` {
    /// An image that no machine finishes cutting between two messages.
    static let image = Result { try TestImage.noise(5000, 4000) }

    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(Self.image.get(), to: "big.jpg")
    }

    @Test(arguments: [10, 40, 80])
    func `An interrupted cut is finished by --resume, byte for byte`(percent: Int) throws {
        let run = try RunningTool(["big.jpg", "--threads", "1", "-v"], in: folder)
        #expect(run.waitForMessage("\(percent) %"))
        run.send(SIGINT)
        #expect(run.wait() == 130)
        #expect(
            run.messages.hasSuffix(
                "tilecut: big.jpg: interrupted; finished tiles are kept. Run the same command with --resume to go on.\n"
            ))
        #expect(try folder.names() == ["big.jpg", "big_files.partial"])

        let again = try BuiltTool.run(["big.jpg"], in: folder)
        #expect(again.status == 73)
        #expect(
            again.messages
                == "tilecut: big_files.partial: an interrupted run has left this partial pyramid. Finish it with --resume, "
                + "or discard it and start over with --force.\n")

        let other = try BuiltTool.run(["big.jpg", "--resume", "--quality", "80"], in: folder)
        #expect(other.status == 73)
        #expect(
            other.messages.hasPrefix(
                "tilecut: big_files.partial: this partial pyramid was made from another image, or "))

        let resumed = try BuiltTool.run(["big.jpg", "--resume"], in: folder)
        #expect(resumed.status == 0)
        #expect(resumed.output.contains(" from an earlier run), "))
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files"])

        #expect(try BuiltTool.run(["big.jpg", "-q", "-o", "whole"], in: folder).status == 0)
        #expect(try folder.tree("big_files") == folder.tree("whole_files"))
        #expect(try folder.bytes("big.dzi") == folder.bytes("whole.dzi"))
    }

    @Test(arguments: [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
    func `Other terminating signals suspend the cut too`(signal: Int32, status: Int32) throws {
        let run = try RunningTool(["big.jpg", "--layout", "flat", "-o", "p", "-v"], in: folder)
        #expect(run.waitForMessage("10 %"))
        run.send(signal)
        #expect(run.wait() == status)
        #expect(try folder.names() == ["big.jpg", "p.partial"])
        let resumed = try BuiltTool.run(["big.jpg", "--layout", "flat", "-o", "p", "--resume", "--json"], in: folder)
        #expect(resumed.status == 0)
        #expect(try folder.names().count == 1 + 20 * 16)
        let report = try JSONSerialization.jsonObject(with: Data(resumed.output.utf8)) as? [String: Any]
        let tiles = try folder.names().filter { $0 != "big.jpg" }
        #expect(try report?["bytes"] as? Int == tiles.reduce(0) { try $0 + folder.bytes($1).count })
    }

    @Test func `--resume leaves the finished pyramids of several images unchanged`() throws {
        try folder.write(TestImage.jpeg(64, 64), to: "small.jpg")
        #expect(try BuiltTool.run(["small.jpg", "-q", "-o", "p/"], in: folder).status == 0)
        let descriptor = try folder.bytes("p/small.dzi")
        let resumed = try BuiltTool.run(["small.jpg", "big.jpg", "-o", "p", "--resume", "--json"], in: folder)
        #expect(resumed.status == 0)
        #expect(
            resumed.messages.contains(
                "tilecut: p/small.dzi: complete already; left unchanged. Make it again with --force.\n"))
        #expect(resumed.output.split(separator: "\n").count == 1)
        #expect(try folder.names("p") == ["big.dzi", "big_files", "small.dzi", "small_files"])
        #expect(try folder.bytes("p/small.dzi") == descriptor)

        let alone = try BuiltTool.run(["small.jpg", "-o", "p/", "--resume"], in: folder)
        #expect(alone.status == 0 && alone.output.isEmpty)
        #expect(
            alone.messages == "tilecut: p/small.dzi: complete already; left unchanged. Make it again with --force.\n")

        // An image that has changed since is not skipped.
        let later = Date(timeIntervalSinceNow: 60)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: folder("small.jpg"))
        let changed = try BuiltTool.run(["small.jpg", "big.jpg", "-q", "-o", "p", "--resume"], in: folder)
        #expect(changed.status == 73)
        #expect(changed.messages.contains("p/small.dzi: this exists already. "))
    }

    @Test func `An interrupted replacement is resumed, and the old pyramid stays until it is complete`() throws {
        try folder.write(TestImage.jpeg(64, 64), to: "small.jpg")
        #expect(try BuiltTool.run(["small.jpg", "-q", "-o", "big"], in: folder).status == 0)
        let old = try folder.tree("big_files")
        let run = try RunningTool(["big.jpg", "--force", "-v"], in: folder)
        #expect(run.waitForMessage("20 %"))
        run.send(SIGINT)
        #expect(run.wait() == 130)
        #expect(try folder.tree("big_files") == old)
        let resumed = try BuiltTool.run(["big.jpg", "--force", "--resume"], in: folder)
        #expect(resumed.status == 0)
        #expect(resumed.output.contains(" from an earlier run), "))
        #expect(try folder.tree("big_files").count > old.count)
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files", "small.jpg"])
    }

    @Test func `After an interruption no further image is started`() throws {
        try folder.write(TestImage.jpeg(64, 64), to: "small.jpg")
        let run = try RunningTool(["big.jpg", "small.jpg", "-v"], in: folder)
        #expect(run.waitForMessage("10 %"))
        run.send(SIGINT)
        #expect(run.wait() == 130)
        #expect(run.messages.contains("tilecut: 1 further image: not started.\n"))
        #expect(try folder.names() == ["big.jpg", "big_files.partial", "small.jpg"])
    }

    @Test func `A second run into the same pyramid is refused`() throws {
        let first = try RunningTool(["big.jpg", "-v"], in: folder)
        #expect(first.waitForMessage("10 %"))
        first.send(SIGSTOP)
        let second = try BuiltTool.run(["big.jpg", "--force"], in: folder)
        first.send(SIGCONT)
        #expect(second.status == 73)
        #expect(
            second.messages
                == "tilecut: big_files: another run is writing this pyramid. Wait for it, or choose another place with "
                + "--output.\n")
        #expect(first.wait() == 0)
        #expect(try folder.names() == ["big.dzi", "big.jpg", "big_files"])
    }
}
