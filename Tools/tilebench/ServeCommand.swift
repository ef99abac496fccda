internal import ArgumentParser
internal import Glibc
internal import LoopbackServers
internal import ToolSupport

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a folder on this computer as a slow or unreliable server, to try viewers with.",
        discussion: """
            Prints the address, and serves until it is stopped. Only this computer can reach it. Files are sent whole or in \
            parts, with entity tags.

            Example: tilebench serve tiles --latency 100 --jitter 20 --broken-off 1
            """)

    @Argument(help: "The folder.")
    var folder: String

    @OptionGroup var conditions: ServerArguments

    @Option(help: "The port; 0 for one that is free.")
    var port = 0

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
    }

    func run() throws {
        let answers = FolderAnswers(folder: folder, conditions: conditions.conditions)
        let server: ScriptedServer
        do {
            server = try ScriptedServer(port: port) { request in
                guard request.path == FileServer.countsPath else { return answers.answer(to: request) }
                let counts = answers.counts
                return .init(200, Array("\(counts.requests) \(counts.repeated) \(counts.brokenOff)".utf8))
            }
        } catch {
            Console.message("tilebench: port \(port): a server cannot be started. Choose another --port.")
            throw ExitCode(69)
        }
        print(server.url("/"))
        fflush(nil)
        while true { pause() }
    }
}

/// The arguments for the answers of a simulated server.
struct ServerArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The time before each answer.", valueName: "ms"))
    var latency = 0.0

    @Option(help: ArgumentHelp("The percentage of the latency by which it varies.", valueName: "percent"))
    var jitter = 0.0

    @Option(help: ArgumentHelp("The percentage of answers that break off midway.", valueName: "percent"))
    var brokenOff = 0.0

    @Option(help: ArgumentHelp("The seed of what is random, 0 or more.", valueName: "n"))
    var seed: UInt64 = 1

    func validate() throws {
        guard (0...60_000).contains(latency) else { throw ValidationError("--latency takes 0 to 60000 milliseconds.") }
        guard (0...100).contains(jitter), (0...100).contains(brokenOff) else {
            throw ValidationError("--jitter and --broken-off take 0 to 100 percent.")
        }
    }

    var conditions: FolderAnswers.Conditions {
        var conditions = FolderAnswers.Conditions()
        conditions.latency = latency / 1000
        conditions.jitter = jitter / 100
        conditions.brokenOffShare = brokenOff / 100
        conditions.seed = seed
        return conditions
    }
}
