import Foundation
import FoundationNetworking

/// A running `tileserve`.
final class RunningServer {
    /// An answer to a request.
    struct Answer {
        var status: Int
        var type: String
        var body: Data
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let tool: RunningTool
    /// The address that the server has printed, without a slash at its end.
    let address: String

    /// The output that the server has printed, complete after it has ended.
    var messages: String { tool.messages }

    /// Starts a server on a free port, with more arguments, or by a command of bash; waits until it listens.
    ///
    /// - Throws: `Failure`, if it ends before.
    init(_ arguments: [String] = [], in folder: ScratchFolder, command: String? = nil) throws {
        tool = try RunningTool(
            arguments + ["--port", "0", "--cache", "cache"], in: folder, tool: "tileserve",
            command: command ?? #""$@""#, readsOutput: true, hasLowPriority: false)
        guard tool.waitForMessage("/\n"),
            let match = tool.messages.firstMatch(of: #/tileserve: serving [0-9]+ images? at (http:\S+)/\n/#)
        else {
            _ = tool.wait()
            throw Failure(description: tool.messages)
        }
        address = String(match.1)
    }

    /// The reason why a server does not run.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    deinit { tool.send(SIGKILL) }

    /// Requests a path.
    func get(_ path: String) async throws -> Answer {
        try await Self.get(address + path)
    }

    /// Requests an address.
    static func get(_ address: String) async throws -> Answer {
        guard let url = URL(string: address) else { throw Failure(description: "\(address) is not an address") }
        var request = URLRequest(url: url)
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let (body, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw Failure(description: "no HTTP") }
        return Answer(status: response.statusCode, type: response.mimeType ?? "", body: body)
    }

    /// The server's process.
    var processIdentifier: Int32 { tool.processIdentifier }

    /// Sends a signal.
    func send(_ signal: Int32) { tool.send(signal) }

    /// Waits until the server has printed a text; returns `false` if it ends before.
    func waitForMessage(_ text: String) -> Bool { tool.waitForMessage(text) }

    /// Waits for the end; returns the exit status, negative for a signal that killed the server.
    func wait() -> Int32 { tool.wait() }

    /// Sends SIGTERM and waits for the end; returns the exit status.
    func stop() -> Int32 {
        tool.send(SIGTERM)
        return tool.wait()
    }
}
