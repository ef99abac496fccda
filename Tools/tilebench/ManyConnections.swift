internal import ArgumentParser
internal import Concurrency
internal import Dispatch
internal import Glibc
internal import ToolSupport

struct ManyConnections: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract: "Measure what clients of a server notice of thousands of slow connections.",
        discussion: """
            Opens connections to a tileserve of this machine, from addresses of the loopback network; each sends a byte of its \
            request in a second. Meanwhile four clients from another address request a path again and again. Prints how many \
            connections and requests were refused, and the times of the answers.

            Example: tilebench connections 8080 --path /iiif/3/big/info.json
            """)

    @Argument(help: "The port of the server.")
    var port: Int

    @Option(help: "The path that the four clients request.")
    var path = "/index.json"

    @Option(help: ArgumentHelp("The slow connections.", valueName: "n"))
    var connections = 10_000

    @Option(help: ArgumentHelp("The addresses from which they come, up to 250.", valueName: "n"))
    var addresses = 100

    @Option(help: ArgumentHelp("The time for which they send.", valueName: "s"))
    var seconds = 20

    /// The clients that are measured.
    private static let clients = 4

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("the port is 1 to 65535.") }
        guard (0...60_000).contains(connections) else { throw ValidationError("--connections takes 0 to 60000.") }
        guard (1...250).contains(addresses) else { throw ValidationError("--addresses takes 1 to 250.") }
        guard (1...3600).contains(seconds) else { throw ValidationError("--seconds takes 1 to 3600.") }
    }

    /// The results of the clients.
    private struct Result {
        var times: [Double] = []
        var refused = 0
        var running = ManyConnections.clients
        var isOver = false
    }

    func run() throws {
        Self.raiseDescriptorLimit()
        var slow: [LoopbackClient] = []
        for index in 0..<connections {
            guard let client = LoopbackClient(port: port, source: UInt8(2 + index % addresses)),
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            else {
                Console.message("tilebench: port \(port): \(index) of \(connections) connections could be made.")
                throw ExitCode(69)
            }
            slow.append(client)
        }
        let result = Locked(Result())
        for number in 0..<Self.clients {
            DispatchQueue(label: "client \(number)").async { [port, path] in Self.request(port, path, result) }
        }
        var refused = 0
        let start = ContinuousClock.now
        for second in 1...seconds {
            refused += slow.count { !$0.send("x") }
            let rest = (start + .seconds(second) - .now) / .microseconds(1)
            if rest > 0 { usleep(useconds_t(rest)) }
        }
        result.withLock { $0.isOver = true }
        let found = result.wait { $0.running == 0 ? $0 : nil }
        let times = found.times.sorted()
        guard !times.isEmpty else {
            Console.message("tilebench: port \(port): no request was answered.")
            throw ExitCode(69)
        }
        print(
            "\(slow.count) connections, of which \(refused) were refused while they sent; \(found.refused) requests refused"
        )
        print(tableRow("requests", "median ms", "p99 ms", "max ms", width: 10))
        print(
            tableRow(
                "\(times.count)", fixed(times[times.count / 2], 1), fixed(times[times.count * 99 / 100], 1),
                fixed(times[times.count - 1], 1), width: 10))
    }

    /// Requests a path until the time is over, on a connection that is made again if it has ended.
    private static func request(_ port: Int, _ path: String, _ result: Locked<Result>) {
        var client: LoopbackClient?
        while !result.withLock({ $0.isOver }) {
            let start = ContinuousClock.now
            if client == nil { client = LoopbackClient(port: port, source: 1) }
            let isAnswered = client?.status(of: path) == 200
            let time = (ContinuousClock.now - start) / .milliseconds(1)
            if !isAnswered { client = nil }
            result.withLock { result in
                if isAnswered { result.times.append(time) } else { result.refused += 1 }
            }
        }
        result.withLockAndNotify { $0.running -= 1 }
    }

    /// Allows as many open files as the system lets the process have.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
