import ArgumentParser
import Files
import Glibc
import Numbers
import TileServing
import ToolSupport

/// One run of the server, from its start to the signal that stops it.
struct ServerRun {
    let paths: [String]
    let listening: ListeningArguments
    let limits: ServingLimitArguments
    let access: AccessArguments

    /// Serves until a signal arrives.
    ///
    /// - Throws: `ExitCode` after a message.
    func run() throws {
        for path in paths {
            guard let fault = ToolArguments.fault(ofServed: path) else { continue }
            Console.message("tileserve: \(fault)")
            throw ExitCode(ExitStatus.noInput.rawValue)
        }
        if limits.isolate { ToolProcess.isolateDecoding() }
        if let warning = ToolProcess.sandboxWarning { Console.message(about: "tileserve", "warning: \(warning)") }
        let messages = ServingMessages(adapt: Console.advised) { Console.message("tileserve: \($0)") }
        let handler = TileRequestHandler(
            serving: paths, cutFolder: cutFolder, limits: limits.limits, messages: messages)
        for warning in handler.warnings() { Console.message("tileserve: \(warning)") }
        do {
            let options = try options()
            let server = TileServer(options: options, handler: handler)
            let stopped = StopSignals()
            let reloading = WatchedSignal(SIGHUP) {
                handler.reload { count in
                    Console.message("tileserve: read again; serving \(NumberText.count(count, "image"))")
                }
            }
            try server.start()
            let host = listening.host.contains(":") ? "[\(listening.host)]" : listening.host
            let address = listening.baseURL ?? "http://\(host):\(server.port)"
            let shown = NumberText.count(handler.imageCount, "image")
            Console.result("tileserve: serving \(shown) at \(address)/")
            sayConnections(server, wanted: options.connections)
            withExtendedLifetime(reloading) { stopped.wait() }
            server.stop()
        } catch let error as ServerError {
            Console.message("tileserve", error)
            throw ExitCode(Self.status(of: error).rawValue)
        }
    }

    /// Says how many connections the server takes, and what to do if the system allows fewer than it would take.
    private func sayConnections(_ server: TileServer, wanted: Int) {
        let limit = server.connectionLimit
        let shown = NumberText.count(limit, "connection")
        let remedy = limit < wanted ? "; more need a higher limit of open files (ulimit -n)" : ""
        Console.message("tileserve: taking up to \(shown)\(remedy)")
    }

    private static func status(of error: ServerError) -> ExitStatus {
        switch error.code {
        case .invalidOption: .usage
        case .unusableKey: .noInput
        case .portInUse, .cannotListen, .unavailable: .unavailable
        }
    }

    private func options() throws -> ServerOptions {
        var options = ServerOptions()
        listening.apply(to: &options)
        limits.apply(to: &options)
        options.maxAge = access.maxAge
        options.signer = try access.key.map { path throws(ServerError) in try URLSigner(keyFile: path) }
        options.accessLog = try access.accessLog.map(openLog)
        options.errorLog = Console.standardError
        options.adaptError = Console.advised
        return options
    }

    private func openLog(_ path: String) throws -> CInt {
        guard path != "-" else { return STDOUT_FILENO }
        let log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard log >= 0 else {
            Console.message("tileserve: \(path): the log cannot be opened: \(String(cString: strerror(errno))).")
            throw ExitCode(ExitStatus.cannotCreate.rawValue)
        }
        return log
    }

    /// The folder for tiles of plain images; nil if the user has none.
    private var cutFolder: String? {
        func variable(_ name: String) -> String? {
            PathText.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let folder = access.cache { return folder }
        let caches = variable("XDG_CACHE_HOME") ?? variable("HOME").map { "\($0)/.cache" }
        return caches.map { "\($0)/tilekit/served" }
    }
}
