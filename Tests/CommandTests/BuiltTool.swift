import Foundation

/// A built tool, `tilecut` unless said otherwise, run as a user would.
struct BuiltTool {
    /// What a run has said and how it has ended.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var messages: String
    }

    /// Where the test bundle lies, and the tools beside it.
    static let folder: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        var url = URL(fileURLWithPath: bundle)
        while url.path.contains(".xctest") {
            url.deleteLastPathComponent()
        }
        return url.path
    }()

    /// Runs it in a folder to its end.
    ///
    /// Nothing comes from standard input unless `input` or `shell` say so. `shell` is a command of bash that takes the
    /// tool and its arguments as `"$@"`, such as `ulimit -f 8; exec "$@"`.
    @discardableResult
    static func run(
        _ arguments: [String], in folder: ScratchFolder, tool: String = "tilecut", input: FileHandle? = .nullDevice,
        shell: String = #"exec "$@""#
    ) throws -> Outcome {
        let files = try ScratchFolder()
        try files.write(Data(), to: "output")
        try files.write(Data(), to: "messages")
        let process = process(arguments, in: folder, tool: tool, shell: shell)
        process.standardInput = input
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files("output")))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files("messages")))
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: try files.bytes("output"), as: UTF8.self),
            messages: String(decoding: try files.bytes("messages"), as: UTF8.self))
    }

    static func process(
        _ arguments: [String], in folder: ScratchFolder, tool: String = "tilecut", shell: String = #"exec "$@""#
    ) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", shell, "bash", "\(Self.folder)/\(tool)"] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        // Leak reports of the C libraries would be taken for failures of the tool in sanitizer runs.
        let inherited = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        process.environment = inherited.merging(["PATH": "/usr/bin:/bin", "COLUMNS": "80"]) { first, _ in first }
        return process
    }
}

/// A run that is still going on, known by what it says.
final class RunningTool {
    private let process: Process
    private let pipe = Pipe()
    private(set) var messages = ""

    init(_ arguments: [String], in folder: ScratchFolder) throws {
        // A low priority lets the test act on a message before the tool has gone far. Signals that the tests' parent has
        // ignored, as nohup and jobs in the background do, would be so for the tool too.
        process = BuiltTool.process(
            arguments, in: folder, shell: #"exec nice env --default-signal=INT,HUP,TERM "$@""#)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
    }

    /// Reads on until it has said something that contains `text`; false when it ended before.
    func waitForMessage(_ text: String) -> Bool {
        while !messages.contains(text) {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { return false }
            messages += String(decoding: data, as: UTF8.self)
        }
        return true
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Lets it end; returns its exit status, negative for a signal that killed it.
    func wait() -> Int32 {
        messages += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
