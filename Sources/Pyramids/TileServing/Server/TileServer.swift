internal import CMicroHTTPD
internal import Concurrency
internal import Glibc

/// An HTTP server (libmicrohttpd) that sends the answers of a handler.
///
/// It applies the rules of HTTP to all answers: conditions, ranges, HEAD, compression of texts, and access for pages of
/// other origins (CORS). It answers `/health` and `/metrics` itself. Safe to use from any thread.
///
///     let server = TileServer(options: ServerOptions(), handler: handler)
///     try server.start()
///     print("http://127.0.0.1:\(server.port)/")
///     // … until a signal asks the process to end:
///     server.stop()
public final class TileServer: Sendable {
    /// The guard of `@unchecked Sendable`: the daemon is used by the call that has taken it out of the state.
    private struct Running: @unchecked Sendable {
        var daemon: OpaquePointer
        var listener: ListeningSocket
        var server: RequestServer
        var connectionLimit: Int
    }

    private let options: ServerOptions
    private let handler: any RequestHandler
    private let metrics: MetricRegistry
    private let statistics = RequestStatistics()
    private let log: AccessLog?
    private let errorLog: AccessLog?
    private let now: @Sendable () -> Int
    private let running = Locked<Running?>(nil)

    /// The time for which a stop waits until the last answers are sent, and the last lines of the log are written.
    private static let flushTimeout: Duration = .seconds(1)

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - options: its addresses, limits and logs.
    ///   - handler: plans the answers; the caches of a ``TileRequestHandler`` are among the metrics.
    public convenience init(options: ServerOptions = ServerOptions(), handler: any RequestHandler) {
        self.init(options: options, handler: handler) { MonotonicClock.milliseconds }
    }

    /// Creates a server whose time limits follow a clock in milliseconds.
    init(options: ServerOptions, handler: any RequestHandler, now: @escaping @Sendable () -> Int) {
        let metrics = MetricRegistry()
        (handler as? TileRequestHandler)?.addMetrics(to: metrics)
        self.options = options
        self.handler = handler
        self.metrics = metrics
        self.now = now
        log = options.accessLog.map { AccessLog(descriptor: $0) }
        errorLog = options.errorLog.map { AccessLog(descriptor: $0) { $0.errorLine } }
        statistics.register(in: metrics)
        registerGauges()
    }

    deinit { stop() }

    /// The port that the server listens on; 0 if it does not run.
    public var port: Int { running.withLock { $0?.listener.port ?? 0 } }

    /// The connections that the server takes at a time; 0 if it does not run.
    ///
    /// They are ``ServerOptions/connections``, or fewer if the system allows the process fewer open files.
    public var connectionLimit: Int { running.withLock { $0?.connectionLimit ?? 0 } }

    /// The requests that have arrived and whose answers are not sent.
    package var unfinishedRequests: Int { statistics.unfinished }

    /// Begins to listen; requests are answered on threads of the server.
    ///
    /// - Throws: ``ServerError`` if the port is in use, the address cannot be listened on, or an option is invalid. A server
    ///   that runs already is left as it is.
    public func start() throws(ServerError) {
        try running.withLock { running throws(ServerError) in
            if running == nil { running = try makeRunning() }
        }
    }

    /// Stops: accepts no further connections, finishes the requests that have arrived within ``ServerOptions/stopTimeout``, and
    /// cancels those that take longer.
    ///
    /// It returns when all connections are closed. Do not call it on a thread that must not wait, nor from a handler.
    public func stop() {
        guard let running = running.withLock({ $0.take() }) else { return }
        let server = running.server
        server.beginToStop()
        let isIdle = statistics.waitForLast(atMost: options.stopTimeout)
        server.watcher.endSuspendedRequests()
        if !isIdle { _ = statistics.waitForLast(atMost: Self.flushTimeout) }
        // No connection is suspended now, or will be.
        server.watcher.closeConnections()
        MHD_stop_daemon(running.daemon)
        server.watcher.close()
        running.listener.close()
        server.admission.close()
        log?.flush(atMost: Self.flushTimeout)
        errorLog?.flush(atMost: Self.flushTimeout)
    }

    private func makeRunning() throws(ServerError) -> Running {
        let processors = Processors.count
        let loops = max(1, options.loopThreads ?? min(2, processors))
        let limits = AdmissionLimits(
            // Regions may keep all processors busy, and tiles still find a worker at once.
            workers: max(1, options.workers ?? 2 * processors), memory: options.regionMemory,
            waitingTiles: options.waitingTiles, waitingRegions: options.waitingRegions,
            waitingMilliseconds: Int(min(max(.zero, options.waitTimeout), .seconds(86_400)) / .milliseconds(1)))
        let admission = Admission(limits: limits, now: now)
        let connectionLimits = ConnectionLimits(
            requestTimeout: options.requestTimeout, answerTimeout: options.answerTimeout,
            slowestRate: options.slowestRate)
        let listener = try ListeningSocket(host: options.host, port: options.port)
        do throws(ServerError) {
            let origin = try origin(listener)
            let hosts = try ServedHosts(host: options.host, baseURL: options.baseURL, names: options.serverNames)
            let server = RequestServer(
                options: options, handler: handler, metrics: metrics, statistics: statistics, log: log,
                errorLog: errorLog,
                watcher: try ConnectionWatcher(limits: connectionLimits, now: now) { admission.endLongWaits() },
                admission: admission, origin: origin, hosts: hosts,
                access: try CrossOriginAccess(options.corsOrigin, isLocal: listener.isLocal))
            // Each thread has its share of the connections.
            let connections = max(loops, DescriptorLimit.raise(forConnections: options.connections))
            return Running(
                daemon: try startDaemon(server, listener, threads: loops, connections: connections),
                listener: listener, server: server, connectionLimit: connections)
        } catch {
            listener.close()
            throw error
        }
    }

    private func origin(_ listener: ListeningSocket) throws(ServerError) -> ClientOrigin {
        let host = options.host.contains(":") && !options.host.hasPrefix("[") ? "[\(options.host)]" : options.host
        return try ClientOrigin(
            baseURL: options.baseURL, trustsProxy: options.trustsProxy, local: "http://\(host):\(listener.port)")
    }

    private func startDaemon(
        _ server: RequestServer, _ listener: ListeningSocket, threads: Int, connections: Int
    ) throws(ServerError) -> OpaquePointer {
        var daemonOptions = tk_mhd_options()
        daemonOptions.listening_socket = fcntl(listener.descriptor, F_DUPFD_CLOEXEC, 0)
        daemonOptions.threads = CUnsignedInt(clamping: threads)
        daemonOptions.connections = CUnsignedInt(clamping: connections)
        daemonOptions.connections_per_address = CUnsignedInt(clamping: options.connectionsPerAddress)
        daemonOptions.timeout = CUnsignedInt(clamping: max(1, options.idleTimeout))
        daemonOptions.connection_memory = max(4096, options.connectionMemory)
        ConnectionCallbacks.add(to: &daemonOptions, server: server)
        guard daemonOptions.listening_socket >= 0, let daemon = tk_mhd_start(&daemonOptions) else {
            server.watcher.close()
            throw ServerError(
                .unavailable, "the threads of the server cannot be started; raise the limits of the system.")
        }
        return daemon
    }

    private func registerGauges() {
        let running = running
        let log = log
        metrics.add("tileserve_connections", .gauge, help: "Open connections.") {
            running.withLock { $0?.server.watcher.connectionCount ?? 0 }
        }
        metrics.add("tileserve_connection_limit", .gauge, help: "The most open connections.") {
            running.withLock { $0?.connectionLimit ?? 0 }
        }
        metrics.add("tileserve_log_lines_dropped_total", .counter, help: "Lines missing in the access log.") {
            log?.dropped ?? 0
        }
        func addLanes(
            _ name: String, _ help: String, _ read: @escaping @Sendable (AdmissionControl, AnswerWork.Lane) -> Int
        ) {
            metrics.add(name, .gauge, help: help) {
                let control = running.withLock { $0?.server.admission.control }
                return AnswerWork.Lane.allCases.map { lane in
                    MetricSample(Double(control.map { read($0, lane) } ?? 0), labels: [.init("lane", "\(lane)")])
                }
            }
        }
        addLanes("tileserve_waiting_requests", "Requests that wait for a worker.") { $0.waitingCount($1) }
        addLanes("tileserve_busy_workers", "Workers that make answers.") { $0.runningCount($1) }
        metrics.add("tileserve_parked_requests", .gauge, help: "Work that waits until an image is open or prepared.") {
            running.withLock { $0?.server.admission.parkedCount ?? 0 }
        }
        metrics.add("tileserve_reserved_memory_bytes", .gauge, help: "Memory of the regions that are being made.") {
            running.withLock { $0?.server.admission.control.reservedMemory ?? 0 }
        }
        metrics.add("tileserve_sending_memory_bytes", .gauge, help: "Memory of the large bodies that are being sent.") {
            running.withLock { $0?.server.bodyMemory.reservedBytes ?? 0 }
        }
    }
}
