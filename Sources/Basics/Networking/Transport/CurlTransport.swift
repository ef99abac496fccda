internal import CCURL
internal import Concurrency
internal import Dispatch

/// Sends requests with libcurl, all on one thread, which exists only while there are requests.
///
/// HTTP/2 is used where a host offers it, and connections are kept for later requests. libcurl is loaded with the first
/// request.
public final class CurlTransport: HTTPTransport, @unchecked Sendable {
    // The guard of `@unchecked Sendable`: `multi`, `transfers`, `idleHandles` and `peers` are touched by `run()` only, which
    // never runs twice at a time, and by `deinit`.

    /// The settings of connections.
    public let options: CurlOptions
    private let now: @Sendable () -> ContinuousClock.Instant

    private enum Command: Sendable {
        case begin(Int, HTTPRequest, @Sendable (Result<HTTPResponse, HTTPError>) -> Void)
        case cancel(Int)
    }

    private struct State {
        var commands: [Command] = []
        var isRunning = false
        var lastNumber = 0
    }

    private let state = Locked(State())
    private let waker = Locked<Waker?>(nil)
    private let queue = DispatchQueue(label: "Networking.curl")
    private var multi: UnsafeMutableRawPointer?
    private var transfers: [Int: CurlTransfer] = [:]
    private var idleHandles: [UnsafeMutableRawPointer] = []
    private let peers: CurlPeers

    /// The most idle handles to keep; each has buffers of some 20 KB.
    private static let idleHandleLimit = 20

    /// The multi handle, which other threads may wake.
    private struct Waker: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: curl_multi_wakeup may be called from any thread.
        let multi: UnsafeMutableRawPointer
    }

    /// Creates a transport; libcurl is loaded with the first request.
    public convenience init(_ options: CurlOptions = CurlOptions()) {
        self.init(options, publicNames: [])
    }

    /// Creates a transport that remembers the public addresses of some names, with a clock for the time of redirects.
    init(
        _ options: CurlOptions, publicNames: Set<String> = [],
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.options = options
        self.now = now
        peers = CurlPeers(publicNames: publicNames)
    }

    deinit {
        guard let curl = try? CurlLibrary.functions.get() else { return }
        idleHandles.forEach { curl.pointee.easy_cleanup($0) }
        if let multi { _ = curl.pointee.multi_cleanup(multi) }
    }

    /// Sends a request; the completion is called on the transport's thread, which it should not occupy.
    public func send(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) -> any HTTPExchange {
        let (number, startsRunning) = state.withLock { state in
            state.lastNumber += 1
            state.commands.append(.begin(state.lastNumber, request, completion))
            defer { state.isRunning = true }
            return (state.lastNumber, !state.isRunning)
        }
        wake(startsRunning)
        return Exchange(transport: self, number: number)
    }

    private struct Exchange: HTTPExchange {
        let transport: CurlTransport
        let number: Int

        func cancel() { transport.cancel(number) }
    }

    private func cancel(_ number: Int) {
        // A transport that does not run has no exchange that could be cancelled.
        let isRunning = state.withLock { state in
            if state.isRunning { state.commands.append(.cancel(number)) }
            return state.isRunning
        }
        if isRunning { wake(false) }
    }

    private func wake(_ startsRunning: Bool) {
        if startsRunning {
            queue.async { self.run() }
        } else {
            waker.withLock { waker in
                guard let waker, let curl = try? CurlLibrary.functions.get() else { return }
                _ = curl.pointee.multi_wakeup(waker.multi)
            }
        }
    }

    // MARK: The thread

    /// Carries out requests until there are no more.
    private func run() {
        while let commands = nextCommands() {
            for command in commands {
                switch command {
                case .begin(let number, let request, let completion): begin(number, request, completion)
                case .cancel(let number): end(number)
                }
            }
            guard !transfers.isEmpty, let multi, let curl = try? CurlLibrary.functions.get() else { continue }
            var running: Int32 = 0
            _ = curl.pointee.multi_perform(multi, &running)
            finishTransfers(curl)
            guard !transfers.isEmpty else { continue }
            // A wake that came before counts; libcurl's own timeouts are observed.
            _ = curl.pointee.multi_poll(multi, nil, 0, 60_000, nil)
        }
    }

    /// The commands that have arrived; nil if there is nothing left to do.
    private func nextCommands() -> [Command]? {
        state.withLock { state in
            if state.commands.isEmpty, transfers.isEmpty {
                state.isRunning = false
                return nil
            }
            defer { state.commands = [] }
            return state.commands
        }
    }

    private func begin(
        _ number: Int, _ request: HTTPRequest,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
        do {
            let transfer = try makeTransfer(request, completion)
            transfers[number] = transfer
        } catch {
            completion(.failure(error))
        }
    }

    private func makeTransfer(
        _ request: HTTPRequest, _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) throws(HTTPError) -> CurlTransfer {
        let curl: UnsafePointer<tk_curl_functions>
        switch CurlLibrary.functions {
        case .success(let functions): curl = functions
        case .failure(let failure): throw HTTPError(.unavailable, url: request.url, failure.reason)
        }
        guard let multi = try? openedMulti(curl), let handle = idleHandles.popLast() ?? curl.pointee.easy_init() else {
            throw Self.noMemory(for: request)
        }
        let transfer = CurlTransfer(request, options, peers, now, curl, handle, completion)
        guard curl.pointee.multi_add_handle(multi, handle) == CURLM_OK else {
            transfer.close(curl)
            curl.pointee.easy_cleanup(handle)
            throw Self.noMemory(for: request)
        }
        return transfer
    }

    /// The multi handle, which is created with the first request.
    private func openedMulti(_ curl: UnsafePointer<tk_curl_functions>) throws(CurlLibrary.Failure)
        -> UnsafeMutableRawPointer
    {
        if let multi { return multi }
        guard let new = curl.pointee.multi_init() else { throw CurlLibrary.Failure(reason: "no memory") }
        for (option, value) in [
            (CURLMOPT_MAX_HOST_CONNECTIONS, options.connectionsPerHost),
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, options.connectionLimit),
            (CURLMOPT_MAXCONNECTS, options.connectionLimit),
            (CURLMOPT_MAX_CONCURRENT_STREAMS, options.streamsPerConnection),
        ] {
            _ = tk_curl_multi_set_long(curl, new, option, value)
        }
        multi = new
        waker.withLock { $0 = Waker(multi: new) }
        return new
    }

    private func finishTransfers(_ curl: UnsafePointer<tk_curl_functions>) {
        var finished: [(handle: UnsafeMutableRawPointer, code: CURLcode)] = []
        var left: Int32 = 0
        while let message = curl.pointee.multi_info_read(multi, &left)?.pointee {
            if message.msg == CURLMSG_DONE, let handle = message.easy_handle {
                finished.append((handle, message.data.result))
            }
        }
        for (handle, code) in finished {
            guard let number = transfers.first(where: { $0.value.handle == handle })?.key else { continue }
            finish(number, code, curl)
        }
    }

    /// Reports the answer of a transfer, or sends its request again to where that redirects.
    private func finish(_ number: Int, _ code: CURLcode, _ curl: UnsafePointer<tk_curl_functions>) {
        guard let transfer = transfers[number] else { return }
        if let result = transfer.finish(code, curl) { return end(number, result) }
        _ = curl.pointee.multi_remove_handle(multi, transfer.handle)
        transfer.setAddress(curl)
        guard curl.pointee.multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            return end(number, .failure(Self.noMemory(for: transfer.request)))
        }
    }

    private static func noMemory(for request: HTTPRequest) -> HTTPError {
        HTTPError(.unavailable, url: request.url, "there is not enough memory for a connection.")
    }

    /// Takes a transfer from libcurl, which ends it at once, and reports its result; nil for a cancellation.
    private func end(_ number: Int, _ result: Result<HTTPResponse, HTTPError>? = nil) {
        guard let transfer = transfers.removeValue(forKey: number), let curl = try? CurlLibrary.functions.get() else {
            return
        }
        _ = curl.pointee.multi_remove_handle(multi, transfer.handle)
        transfer.close(curl)
        if idleHandles.count < Self.idleHandleLimit {
            curl.pointee.easy_reset(transfer.handle)
            idleHandles.append(transfer.handle)
        } else {
            curl.pointee.easy_cleanup(transfer.handle)
        }
        transfer.completion(
            result ?? .failure(HTTPError(.cancelled, url: transfer.request.url, "the request was cancelled.")))
    }
}
