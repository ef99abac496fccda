import Foundation

/// Runs a built tool as a user would; the default is `tilecut`.
struct BuiltTool {
    /// The output and exit status of a run.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var messages: String
    }

    /// The folder of the test bundle and of the tools.
    static let folder: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        var url = URL(fileURLWithPath: bundle)
        while url.path.contains(".xctest") {
            url.deleteLastPathComponent()
        }
        return url.path
    }()

    /// Runs a tool in a folder to its end.
    ///
    /// Standard input is empty unless `input` or `shell` provides it. `shell` is a command of bash that gets the tool and
    /// its arguments as `"$@"`, such as `ulimit -f 8; exec "$@"`.
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
        // Without their options, sanitizers would report leaks of the C libraries as failures of the tool.
        let inherited = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        process.environment = inherited.merging(["PATH": "/usr/bin:/bin", "COLUMNS": "80"]) { first, _ in first }
        return process
    }
}

/// A running tool, observed through its messages; the default is `tilecut`.
final class RunningTool {
    private let process: Process
    private let pipe = Pipe()
    private(set) var messages = ""

    /// Starts a tool; with `readsOutput`, its output is among the messages.
    ///
    /// `command` is what bash runs in place of the tool and its arguments, `"$@"`. A low priority lets the test act on a message
    /// before the tool has gone far; what is waited for would starve with it while other tests keep all processors busy.
    init(
        _ arguments: [String], in folder: ScratchFolder, tool: String = "tilecut", command: String = #""$@""#,
        readsOutput: Bool = false, hasLowPriority: Bool = true
    ) throws {
        // The tool would inherit ignored signals, as nohup and background jobs have them.
        let priority = hasLowPriority ? "nice " : ""
        let shell =
            #"PATH="\#(BuiltTool.folder):$PATH"; exec \#(priority)env --default-signal=INT,HUP,TERM \#(command)"#
        process = BuiltTool.process(arguments, in: folder, tool: tool, shell: shell)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = readsOutput ? pipe : FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
    }

    /// Reads messages until they contain `text`; returns false if the tool ends before.
    func waitForMessage(_ text: String) -> Bool {
        while !messages.contains(text) {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { return false }
            messages += String(decoding: data, as: UTF8.self)
        }
        return true
    }

    /// The process.
    var processIdentifier: Int32 { process.processIdentifier }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end; returns the exit status, negative for a signal that killed the tool.
    func wait() -> Int32 {
        messages += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
