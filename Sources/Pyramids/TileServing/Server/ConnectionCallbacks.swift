internal import CMicroHTTPD
internal import Glibc

/// The functions that libmicrohttpd calls, on its threads; their first argument is a ``RequestServer``.
enum ConnectionCallbacks {
    /// Completes options of a daemon with the functions.
    static func add(to options: inout tk_mhd_options, server: RequestServer) {
        // The server is released after the daemon has ended.
        options.server = Unmanaged.passUnretained(server).toOpaque()
        options.accept = accept
        options.begin = begin
        options.handle = handle
        options.complete = complete
        options.notify = notify
    }

    /// The client of a connection.
    static func client(of connection: OpaquePointer) -> ClientConnection? {
        tk_mhd_context(connection).map { Unmanaged<ClientConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func server(_ context: UnsafeMutableRawPointer?) -> RequestServer? {
        context.map { Unmanaged<RequestServer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func pending(_ context: UnsafeMutableRawPointer?) -> PendingRequest? {
        context.map { Unmanaged<PendingRequest>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let accept: MHD_AcceptPolicyCallback = { server, _, _ in
        ConnectionCallbacks.server(server)?.isStopping == false ? .YES : .NO
    }

    private typealias Begin =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer?

    private static let begin: Begin = { _, target, _ in
        let end = UInt(bitPattern: target) &+ UInt(target.map { strlen($0) } ?? 0)
        let pending = PendingRequest(target: target.map { String(cString: $0) } ?? "", targetEnd: end)
        if let target { tk_mhd_cut_query(target) }
        return Unmanaged.passRetained(pending).toOpaque()
    }

    private static let handle: MHD_AccessHandlerCallback = { server, connection, _, method, version, _, _, context in
        guard let server = ConnectionCallbacks.server(server), let connection, let method, let version,
            let pending = ConnectionCallbacks.pending(context?.pointee)
        else { return .NO }
        guard pending.phase == .target else { return server.handle(pending, on: connection) }
        pending.method = String(cString: method)
        let line = RequestFraming.Line(
            start: UInt(bitPattern: method), target: pending.target, targetEnd: pending.targetEnd,
            version: UInt(bitPattern: version),
            versionText: String(cString: version))
        return server.begin(pending, line, on: connection)
    }

    private static let complete: MHD_RequestCompletedCallback = { server, connection, context, reason in
        guard let server = ConnectionCallbacks.server(server), let connection, let context,
            let pending = context.pointee
        else { return }
        context.pointee = nil
        let request = Unmanaged<PendingRequest>.fromOpaque(pending).takeRetainedValue()
        server.complete(request, on: connection, isAnswered: reason == .REQUEST_TERMINATED_COMPLETED_OK)
    }

    private static let notify: MHD_NotifyConnectionCallback = { server, connection, context, event in
        guard let server = ConnectionCallbacks.server(server), let connection, let context else { return }
        if event == .CONNECTION_NOTIFY_STARTED {
            let client = ClientConnection(
                socket: tk_mhd_socket(connection), limits: server.watcher.limits, now: server.watcher.now)
            server.watcher.add(client)
            context.pointee = Unmanaged.passRetained(client).toOpaque()
        } else if let client = context.pointee {
            context.pointee = nil
            server.watcher.remove(Unmanaged<ClientConnection>.fromOpaque(client).takeRetainedValue())
        }
    }
}
