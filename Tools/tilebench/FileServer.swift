internal import Glibc
internal import Networking
internal import Concurrency
internal import TileContainers

/// A process that serves the folder of a file on this computer, as `tilebench serve` does.
struct FileServer {
    /// The address of the file.
    let address: String
    private let root: String
    private let process: pid_t

    /// The path at which the server says how many requests it has answered.
    static let countsPath = "/.counts"

    /// Starts the server; nil if that fails.
    init?(_ file: String, _ arguments: ServerArguments) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        ends.forEach { _ = posix_spawn_file_actions_addclose(&actions, $0) }
        let words = [
            "/proc/self/exe", "serve", FilePath.parent(of: file), "--latency", "\(arguments.latency)", "--jitter",
            "\(arguments.jitter)", "--broken-off", "\(arguments.brokenOff)", "--seed", "\(arguments.seed)",
        ]
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        pointers.append(nil)
        var process: pid_t = 0
        let result = posix_spawn(&process, words[0], &actions, nil, pointers, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard result == 0 else { return nil }
        var line = [UInt8](repeating: 0, count: 256)
        let count = read(ends[0], &line, line.count)
        guard count > 1 else {
            kill(process, SIGKILL)
            return nil
        }
        root = String(decoding: line.prefix(count - 1), as: UTF8.self)
        address = root + FilePath.name(of: file)
        self.process = process
    }

    /// The numbers of answers of the server so far, in words.
    var counts: String {
        get throws {
            let url = root.dropLast() + Self.countsPath
            let response = try waitForAsyncWork { try await HTTPClient().response(to: HTTPRequest(String(url))) }
            let numbers = String(decoding: response.body, as: UTF8.self).split(separator: " ")
            guard numbers.count == 3 else { return "" }
            return "\(numbers[0]) requests, \(numbers[1]) repeated, \(numbers[2]) broken off"
        }
    }

    /// Ends the server.
    func stop() {
        // It has nothing to finish, and may have inherited that it ignores other signals.
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}
