import Foundation
import TestLimits
import Testing

/// Runs of the tools by a user who may have few processes and threads (`ulimit -u`).
///
/// The limit does not hold for root, so root runs them as other users, each of which has one run only.
@Suite(
    .timeLimited,
    .enabled(if: LimitedUser.isLimitHeld, "needs a limit of processes that is held, and setpriv for root"))
struct `Refused threads` {
    static let limits = [1, 2, 3, 4, 6, 8, 12]

    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.jpeg(1200, 900), to: "big.jpg")
        try BuiltTool.run(["big.jpg", "-q"], in: folder)
        chmod(folder.path, 0o777)
    }

    private func run(_ arguments: [String], tool: String = "tilecut", user: Int, processes: Int) throws
        -> BuiltTool.Outcome
    {
        try BuiltTool.run(
            arguments, in: folder, tool: tool, shell: LimitedUser.shell(processes: processes, user: user + processes))
    }

    private func expectResultOrRefusal(_ outcome: BuiltTool.Outcome, tool: String = "tilecut") {
        guard outcome.status != 0 else { return }
        #expect(outcome.status == 69)
        #expect(
            outcome.messages
                == "\(tool): the system refuses more threads. Raise its limit (ulimit -u), or end other programs.\n")
    }

    @Test(arguments: limits) func `A cut succeeds or says that threads are refused`(processes: Int) throws {
        expectResultOrRefusal(try run(["big.jpg", "-q", "-o", "a"], user: 64_600, processes: processes))
    }

    @Test(arguments: limits) func `A cut with one thread succeeds or says that threads are refused`(
        processes: Int
    ) throws {
        expectResultOrRefusal(
            try run(["big.jpg", "-q", "-o", "a.szi", "--threads", "1"], user: 64_620, processes: processes))
    }

    @Test(arguments: limits, ["info", "verify"]) func `A pyramid is read, or threads are refused`(
        processes: Int, command: String
    ) throws {
        expectResultOrRefusal(
            try run([command, "big.dzi"], user: command == "info" ? 64_640 : 64_660, processes: processes))
    }

    @Test(arguments: limits) func `A conversion succeeds or says that threads are refused`(processes: Int) throws {
        expectResultOrRefusal(
            try run(["convert", "big.dzi", "b.pmtiles", "-q"], user: 64_680, processes: processes))
    }

    @Test(arguments: limits) func `A screenshot is made, or threads are refused`(processes: Int) throws {
        let outcome = try run(
            ["big.dzi", "--screenshot", "view.png"], tool: "tileview", user: 64_700, processes: processes)
        expectResultOrRefusal(outcome, tool: "tileview")
    }

    @Test(arguments: [3, 4]) func `Threads are refused in the same words where backtraces are turned off`(
        processes: Int
    ) throws {
        let outcome = try BuiltTool.run(
            ["big.dzi", "--screenshot", "view.png"], in: folder, tool: "tileview",
            shell: LimitedUser.shell(
                processes: processes, user: 64_740 + processes, #"SWIFT_BACKTRACE=enable=no exec "$@""#))
        expectResultOrRefusal(outcome, tool: "tileview")
    }

    @Test(arguments: limits) func `A server serves until it is ended, or says that threads are refused`(
        processes: Int
    ) throws {
        let server = try RunningTool(
            ["big.dzi", "--port", "0", "--cache", "cache"], in: folder, tool: "tileserve",
            command: LimitedUser.command(processes: processes, user: 64_720 + processes), readsOutput: true)
        if server.waitForMessage("/\n") { server.send(SIGTERM) }
        let status = server.wait()
        #expect([0, 69].contains(status))
        if status != 0 { #expect(server.messages.hasPrefix("tileserve: the ")) }
    }

    @Test(arguments: limits) func `An image that a decoder process decodes is never called damaged`(
        processes: Int
    ) throws {
        try folder.write(#require(Data(base64Encoded: SmallImages.heic)), to: "small.heic")
        let outcome = try run(["small.heic", "-q", "-o", "a"], user: 64_740, processes: processes)
        #expect([0, 69, 74].contains(outcome.status), "\(outcome.messages)")
        if outcome.status == 74 {
            #expect(outcome.messages.contains("threads") || outcome.messages.contains("processes"))
        }
    }
}

/// A user who may have few processes and threads.
private enum LimitedUser {
    /// Whether a user who may have one process cannot start a second one.
    static let isLimitHeld: Bool = {
        guard let folder = try? ScratchFolder() else { return false }
        let command = shell(processes: 1, user: 64_599, #"exec perl -e "exit !defined fork""#)
        return (try? BuiltTool.run([], in: folder, tool: "none", shell: command))?.status ?? 0 != 0
    }()

    /// A command of bash that becomes a command by a user with few processes.
    static func shell(processes: Int, user: Int, _ command: String = #"exec "$@""#) -> String {
        "exec " + Self.command(processes: processes, user: user, command)
    }

    /// A command by a user with few processes, which is asked to end after five minutes, and killed a minute later.
    static func command(processes: Int, user: Int, _ command: String = #"exec "$@""#) -> String {
        let asUser = geteuid() == 0 ? "setpriv --reuid \(user) --regid \(user) --clear-groups" : ""
        return "timeout --preserve-status --kill-after 60 300 \(asUser) "
            + #"bash -c 'ulimit -u \#(processes); \#(command)' bash "$@""#
    }
}
