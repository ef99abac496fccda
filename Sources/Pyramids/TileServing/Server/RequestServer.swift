internal import CMicroHTTPD
internal import Synchronization

/// Answers the requests of a running server.
///
/// libmicrohttpd calls it on its threads, for each connection always on the same one.
final class RequestServer: Sendable {
    let options: ServerOptions
    let statistics: RequestStatistics
    let watcher: ConnectionWatcher
    let admission: Admission
    let log: AccessLog?
    let bodyMemory: BodyMemory
    let errorLog: AccessLog?
    private let handler: any RequestHandler
    private let metrics: MetricRegistry
    private let origin: ClientOrigin
    private let hosts: ServedHosts
    private let policy: AnswerPolicy
    private let stopping = Atomic(false)

    /// The status of requests whose clients have left, which no client sees; nginx has introduced it.
    private static let clientLeft = 499

    /// Creates a server of requests.
    init(
        options: ServerOptions, handler: any RequestHandler, metrics: MetricRegistry, statistics: RequestStatistics,
        log: AccessLog?, errorLog: AccessLog?, watcher: ConnectionWatcher, admission: Admission, origin: ClientOrigin,
        hosts: ServedHosts, access: CrossOriginAccess
    ) {
        self.options = options
        self.handler = handler
        self.metrics = metrics
        self.statistics = statistics
        self.log = log
        self.errorLog = errorLog
        self.origin = origin
        self.hosts = hosts
        self.watcher = watcher
        self.admission = admission
        bodyMemory = BodyMemory(limit: options.bodyMemory)
        var policy = AnswerPolicy(
            maxAge: options.maxAge, isPrivate: options.signer != nil, compressor: BodyCompressor(), access: access)
        policy.adaptError = options.adaptError
        self.policy = policy
    }

    /// Whether the server is about to end.
    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    /// Closes connections after their answers from now on, and new ones at once.
    ///
    /// `MHD_quiesce_daemon` is not called: it takes the listening socket out of the sets of the threads, which do that
    /// themselves at the same time, and whichever comes second ends the process.
    func beginToStop() {
        stopping.store(true, ordering: .relaxed)
    }

    // MARK: Stages of a request

    /// Begins with a request, whose header has arrived.
    func begin(
        _ pending: PendingRequest, _ line: RequestFraming.Line, on connection: OpaquePointer
    ) -> MHD_Result {
        pending.phase = .header
        statistics.begin()
        ConnectionCallbacks.client(of: connection)?.beginAnswer()
        let error: RequestError
        if let fault = RequestFraming.fault(in: line, of: connection) {
            error = fault
        } else if RequestFields.announceBody(connection) {
            error =
                ServerRequest.Method(rawValue: pending.method) == nil
                ? Self.methodError : RequestError(413, "requests have no body here; send one without.")
        } else {
            return .YES
        }
        return queue(PreparedAnswer(error, policy: policy), pending, on: connection, closes: true)
    }

    /// Continues with a request: it is there as a whole, or its answer is made.
    func handle(_ pending: PendingRequest, on connection: OpaquePointer) -> MHD_Result {
        switch pending.phase {
        case .target: return .NO
        case .header:
            pending.phase = .whole
            return answer(pending, on: connection)
        case .whole:
            guard case .answer(let answer, let error) = pending.suspended?.outcome else { return .NO }
            pending.error = error
            return queue(answer, pending, on: connection)
        }
    }

    /// Notes that a request is over.
    func complete(_ pending: PendingRequest, on connection: OpaquePointer, isAnswered: Bool) {
        if pending.phase == .target {
            // What libmicrohttpd refuses itself has never come here.
            pending.status = Int(tk_mhd_status(connection))
            guard pending.status != 0 else { return }
            statistics.begin()
        }
        ConnectionCallbacks.client(of: connection)?.endAnswer()
        // A body that could not be read to its end has an error, and its client has not left.
        if pending.status == 0 || !isAnswered && pending.error == nil { pending.status = Self.clientLeft }
        let seconds = (ContinuousClock.now - pending.start) / .seconds(1)
        statistics.end(
            pending.route, status: pending.status, bytes: pending.bytes, lane: pending.lane, seconds: seconds)
        guard log != nil || pending.error != nil && errorLog != nil else { return }
        // A signature is as secret as what it admits to.
        let target = options.signer == nil ? pending.target : String(pending.target.prefix { $0 != "?" })
        let entry = AccessLogEntry(
            time: pending.time, client: pending.client ?? ClientAddress.text(of: connection),
            method: pending.method, target: target, status: pending.status, bytes: pending.bytes,
            seconds: seconds, agent: pending.agent, error: pending.error.map(options.adaptError))
        log?.append(entry)
        if entry.error != nil { errorLog?.append(entry) }
    }

    // MARK: Answers

    private static var methodError: RequestError {
        RequestError(405, "only \(AnswerPolicy.methods) are answered here.")
    }

    private func answer(_ pending: PendingRequest, on connection: OpaquePointer) -> MHD_Result {
        let fields = RequestFields.all(of: connection)
        pending.agent = fields["user-agent"]
        if options.trustsProxy { pending.client = ForwardedClient.address(fields) }
        do {
            return try plan(pending, fields, on: connection)
        } catch {
            return queue(PreparedAnswer(error, policy: policy), pending, on: connection)
        }
    }

    private func plan(
        _ pending: PendingRequest, _ fields: [String: String], on connection: OpaquePointer
    ) throws(RequestError) -> MHD_Result {
        guard let method = ServerRequest.Method(rawValue: pending.method) else { throw Self.methodError }
        guard pending.target.utf8.count <= options.targetLimit else {
            throw RequestError(414, "the address is longer than \(options.targetLimit) bytes.")
        }
        let asterisk = method == .options && pending.target == "*"
        guard let target = RequestTarget(asterisk ? "/" : pending.target) else {
            throw RequestError(400, "the path of the request begins with a slash and is percent-encoded.")
        }
        pending.route = RouteClass(path: target.path)
        try hosts.check(target.authority ?? fields["host"])
        var request = ServerRequest(method, path: target.path, query: target.query, fields: fields)
        request.origin = try origin.origin(fields: fields, authority: target.authority)
        if method == .options {
            return queue(
                PreparedAnswer(policy.preflight, for: request, policy: policy), pending, on: connection)
        }
        var policy = policy
        switch try plan(for: request, &policy) {
        case .answer(let answer) where PreparedAnswer.isSlow(answer, for: request):
            suspend(pending, AnswerWork(.tile, memory: 0) { answer }, request, policy, on: connection)
            return .YES
        case .answer(let answer):
            return queue(PreparedAnswer(answer, for: request, policy: policy), pending, on: connection)
        case .work(let work):
            suspend(pending, work, request, policy, on: connection)
            return .YES
        }
    }

    /// The answers that are about the server itself; nil for all other requests.
    private func operation(_ request: ServerRequest) -> AnswerPlan? {
        var answer: ServerAnswer
        switch request.path {
        case "/health":
            let isStopping = isStopping
            answer = ServerAnswer(
                .bytes(Array((isStopping ? "stopping\n" : "ok\n").utf8)), type: "text/plain; charset=utf-8",
                status: isStopping ? 503 : 200)
        case "/metrics":
            answer = ServerAnswer(
                .bytes(Array(metrics.text.utf8)), type: "text/plain; version=0.0.4; charset=utf-8")
        default: return nil
        }
        answer.freshness = .none
        return .answer(answer)
    }

    private func plan(for request: ServerRequest, _ policy: inout AnswerPolicy) throws(RequestError) -> AnswerPlan {
        if let plan = operation(request) { return plan }
        if let signer = options.signer {
            let now = MonotonicClock.wallMilliseconds / 1000
            let expires = try signer.check(path: request.path, query: request.query, now: now)
            policy.maxAge = min(policy.maxAge, expires - now)
        }
        return handler.plan(for: request)
    }

    private func queue(
        _ answer: PreparedAnswer, _ pending: PendingRequest, on connection: OpaquePointer, closes: Bool = false
    ) -> MHD_Result {
        let hasBody = pending.method != "HEAD" && answer.status != 304
        guard let reservation = bodyMemory.reserve(hasBody ? answer.body.bytesInMemory : 0) else {
            // An error is a small body, for which there is always memory.
            let error = RequestError(503, "too many large answers are being received; try again in a moment.")
            return queue(PreparedAnswer(error, policy: policy), pending, on: connection, closes: closes)
        }
        pending.status = answer.status
        pending.bytes = hasBody ? answer.range.count : 0
        ConnectionCallbacks.client(of: connection)?.beginSending(pending.bytes)
        return AnswerSender.queue(answer, reservation, on: connection, closes: closes || isStopping) { error in
            pending.error = error
        }
    }

    // MARK: Work

    private func suspend(
        _ pending: PendingRequest, _ work: AnswerWork, _ request: ServerRequest, _ policy: AnswerPolicy,
        on connection: OpaquePointer
    ) {
        let socket = tk_mhd_socket(connection)
        MHD_suspend_connection(connection)
        let suspended = SuspendedRequest(connection)
        pending.suspended = suspended
        pending.lane = work.lane
        let admission = admission
        let watcher = watcher
        let token = watcher.add(socket: socket) { reason, token in
            let ticket = suspended.end(Self.outcome(of: reason, policy), token, in: watcher)
            if let ticket { admission.cancel(ticket) }
        }
        guard let token else {
            suspended.end(Self.outcome(of: .stopping, policy), nil, in: watcher)
            return
        }
        let ticket = admission.submit(work) { result in
            let (answer, error) = Self.prepared(result, for: request, policy: policy)
            suspended.end(.answer(answer, error: error), token, in: watcher)
        }
        if !suspended.setTicket(ticket), let ticket { admission.cancel(ticket) }
    }

    private static func outcome(
        of reason: ConnectionWatcher.Reason, _ policy: AnswerPolicy
    ) -> SuspendedRequest.Outcome {
        switch reason {
        case .clientLeft: .abandoned
        case .stopping:
            .answer(
                PreparedAnswer(
                    RequestError(503, "the server is stopping; try again in a moment."), policy: policy),
                error: nil)
        }
    }

    private static func prepared(
        _ result: Result<ServerAnswer, any Error>, for request: ServerRequest, policy: AnswerPolicy
    ) -> (answer: PreparedAnswer, error: String?) {
        switch result {
        case .success(let answer): (PreparedAnswer(answer, for: request, policy: policy), nil)
        case .failure(let error as RequestError): (PreparedAnswer(error, policy: policy), nil)
        // What an error says may name files, which is for the log alone.
        case .failure(let error):
            (
                PreparedAnswer(
                    RequestError(500, "the answer could not be made; the log of the server says why."),
                    policy: policy),
                "\(error)"
            )
        }
    }
}
