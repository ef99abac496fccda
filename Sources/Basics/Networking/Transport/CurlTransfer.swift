internal import CCURL
internal import Glibc

/// A request that libcurl carries out; used on the transport's thread only.
final class CurlTransfer {
    let request: HTTPRequest
    /// libcurl's easy handle.
    let handle: UnsafeMutableRawPointer
    let completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void

    private var headers: [HTTPHeader] = []
    private var body: [UInt8] = []
    private var isTooLarge = false
    /// Whether the rest of an error's page was not received.
    private var isCutOff = false
    /// The most bytes of an error's page that are received, which is not what was asked for.
    private static let errorPageLimit = 64 << 10
    private var list: UnsafeMutablePointer<curl_slist>?
    /// The redirects that have been followed so far.
    private var redirects: CurlRedirects
    private let message: UnsafeMutablePointer<CChar>
    private let peers: CurlPeers
    /// The host that is asked now, and whether the user has allowed it expressly.
    private var host: (name: String, isAllowed: Bool, hasProxy: Bool) = ("", false, false)
    /// The address to which the host was not permitted to lead.
    private var refusedPeer: NetworkAddress?
    private var resolvedNames: UnsafeMutablePointer<curl_slist>?
    private let stallTimeout: Double
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant

    /// The most bytes of all headers of an answer.
    private static let headerLimit = 64 << 10
    /// The most bytes that are reserved for a body because the server says that they follow.
    private static let reserveLimit = 1 << 20
    private var headerBytes = 0
    /// Whether an answer with this status has as many bytes as it says; one that confirms what is known has none.
    private var hasBody = false
    private var status = 0

    /// Sets up a handle.
    init(
        _ request: HTTPRequest, _ options: CurlOptions, _ peers: CurlPeers,
        _ now: @escaping @Sendable () -> ContinuousClock.Instant,
        _ curl: UnsafePointer<tk_curl_functions>, _ handle: UnsafeMutableRawPointer,
        _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
        self.request = request
        self.peers = peers
        self.now = now
        start = now()
        self.handle = handle
        self.completion = completion
        redirects = CurlRedirects(of: request, limit: options.redirectLimit, curl)
        stallTimeout = min(max(1, options.stallTimeout), 1e6)
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setUp(options, curl)
    }

    deinit {
        message.deallocate()
    }

    /// Frees what libcurl has used until the handle was removed.
    func close(_ curl: UnsafePointer<tk_curl_functions>) {
        freeHeaders(curl)
        curl.pointee.slist_free_all(resolvedNames)
        resolvedNames = nil
    }

    private func freeHeaders(_ curl: UnsafePointer<tk_curl_functions>) {
        curl.pointee.slist_free_all(list)
        list = nil
    }

    private func setUp(_ options: CurlOptions, _ curl: UnsafePointer<tk_curl_functions>) {
        func set(_ option: CURLoption, _ value: Int) { _ = tk_curl_set_long(curl, handle, option, value) }
        func set(_ option: CURLoption, _ value: String) { _ = tk_curl_set_text(curl, handle, option, value) }
        // Before libcurl 7.85 there are bits in place of names: 1 for http and 2 for https (CURLOPT_PROTOCOLS).
        if tk_curl_set_text(curl, handle, CURLOPT_PROTOCOLS_STR, "http,https") != CURLE_OK {
            set(CURLoption(rawValue: 181), 3)
        }
        // libcurl would send the request's headers to any host.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(0.001, options.connectTimeout), 1e6) * 1000))
        set(CURLOPT_LOW_SPEED_LIMIT, options.slowestRate)
        set(CURLOPT_LOW_SPEED_TIME, Int(stallTimeout.rounded(.up)))
        set(CURLOPT_USERAGENT, options.userAgent)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // A request waits until it is known whether a new connection takes several, rather than open another one. Without
        // encryption none does, and libcurl would wait until the first answer is complete.
        set(CURLOPT_PIPEWAIT, request.url.lowercased().hasPrefix("https:") ? 1 : 0)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_NETRC, Int(options.usesNetrc ? CURL_NETRC_OPTIONAL.rawValue : CURL_NETRC_IGNORED.rawValue))
        if let certificates = options.certificates { set(CURLOPT_CAINFO, certificates) }
        if let range = request.range {
            set(CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound - 1)")
        } else {
            // Whatever libcurl can decode.
            set(CURLOPT_ACCEPT_ENCODING, "")
        }
        for name in options.resolvedNames {
            resolvedNames = curl.pointee.slist_append(resolvedNames, name) ?? resolvedNames
        }
        if resolvedNames != nil { _ = tk_curl_set_list(curl, handle, CURLOPT_RESOLVE, resolvedNames) }
        setAddress(curl)
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = tk_curl_set_pointer(curl, handle, CURLOPT_ERRORBUFFER, message)
        _ = tk_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, context)
        _ = tk_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, context)
        _ = tk_curl_set_receive(curl, handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            CurlTransfer.receive(bytes, size, count, context) { $0.receiveHeader($1) }
        }
        _ = tk_curl_set_receive(curl, handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            CurlTransfer.receive(bytes, size, count, context) { $0.receiveBody($1) }
        }
        _ = tk_curl_set_pointer(curl, handle, CURLOPT_OPENSOCKETDATA, context)
        _ = tk_curl_set_pointer(curl, handle, CURLOPT_PREREQDATA, context)
        _ = tk_curl_set_open_socket(curl, handle) { context, _, address in
            CurlTransfer.openSocket(context, address)
        }
        // A connection that is used again is looked at, too.
        _ = tk_curl_set_prerequest(curl, handle) { context, peer, _, _, _ in
            guard let context, let peer else { return 1 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.permits(NetworkAddress(String(cString: peer)), isConnected: true) ? 0 : 1
        }
    }

    // MARK: Connections

    /// Opens a socket for an address unless the host may not lead there; -1 then, so that libcurl tries the host's next.
    private static func openSocket(
        _ context: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<curl_sockaddr>?
    ) -> curl_socket_t {
        guard let context, let address, let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return -1 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        let peer = NetworkAddress(
            // Checked: the offset of a member.
            socket: UnsafeRawPointer(address) + offset, length: Int(address.pointee.addrlen))
        guard transfer.permits(peer, isConnected: false) else { return -1 }
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, type, address.pointee.`protocol`)
    }

    /// Whether the host may lead to an address.
    private func permits(_ peer: NetworkAddress?, isConnected: Bool) -> Bool {
        // The address is that of the proxy, which the user has chosen.
        guard !host.hasProxy, let peer else { return host.hasProxy }
        guard host.isAllowed || peers.permits(peer, for: host.name) else {
            refusedPeer = peer
            return false
        }
        if isConnected { peers.note(peer, of: host.name) }
        return true
    }

    /// Sets the address that is to be requested, and the headers for its host; libcurl must not have the handle.
    func setAddress(_ curl: UnsafePointer<tk_curl_functions>) {
        _ = tk_curl_set_text(curl, handle, CURLOPT_URL, redirects.url)
        let address = CurlAddress(redirects.url, curl)
        host = (
            address?.host ?? "", address.map(redirects.hosts.allowsExpressly) ?? false,
            CurlPeers.hasProxy(for: address?.scheme ?? "http")
        )
        refusedPeer = nil
        freeHeaders(curl)
        let headers = (redirects.isAtOrigin ? request.headers : []) + request.protocolHeaders
        for header in headers where !header.name.isEmpty {
            // An empty value would remove the header.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            guard !line.utf8.contains(where: { $0 < 32 && $0 != 9 }) else { continue }
            list = curl.pointee.slist_append(list, line) ?? list
        }
        _ = tk_curl_set_list(curl, handle, CURLOPT_HTTPHEADER, list)
    }

    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ body: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let bytes, let context else { return 0 }
        let (total, overflow) = size.multipliedReportingOverflow(by: count)
        guard !overflow else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return body(transfer, UnsafeRawBufferPointer(start: bytes, count: total)) ? total : 0
    }

    /// Receives a line of the headers; returns whether the transfer goes on.
    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            // A redirect, or an interim answer, came before.
            headers = []
            body = []
            status = text.dropFirst("HTTP/".count).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            hasBody = (200..<300).contains(status)
            return true
        }
        guard let colon = text.firstIndex(of: ":") else { return true }
        let value = text[text.index(after: colon)...]
        let header = HTTPHeader(String(text[..<colon]), value.trimmed)
        headers.append(header)
        if header.name.lowercased() == "content-length", let length = Int(header.value), length > 0 {
            guard !hasBody || length <= request.byteLimit else {
                isTooLarge = true
                return false
            }
            body.reserveCapacity(min(length, request.byteLimit, Self.reserveLimit))
        }
        return true
    }

    /// Receives a part of the body; returns whether the transfer goes on.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if redirectLocation != nil { return redirects.ignore(bytes.count) }
        guard bytes.count <= (hasBody ? request.byteLimit : Self.errorPageLimit) - body.count else {
            isTooLarge = hasBody
            isCutOff = !hasBody
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// The address that the answer redirects to; nil if it does not.
    private var redirectLocation: String? {
        guard CurlRedirects.statuses.contains(status) else { return nil }
        return headers.first { $0.name.lowercased() == "location" && !$0.value.isEmpty }?.value
    }

    /// The answer, or why there is none; nil for a redirect, after which the request is to be sent again.
    func finish(_ code: CURLcode, _ curl: UnsafePointer<tk_curl_functions>) -> Result<HTTPResponse, HTTPError>? {
        guard let redirectLocation, code == CURLE_OK || redirects.hasCutOffBody else { return result(of: code, curl) }
        if let refusal = redirects.follow(redirectLocation, curl) {
            return .failure(HTTPError(refusal.code, url: request.url, refusal.reason))
        }
        // Redirects have one patience together: a server that stalls before each costs its time once.
        let left = stallTimeout - (now() - start) / .seconds(1)
        guard left > 0 else {
            return .failure(HTTPError(.timedOut, url: request.url, "the server takes too long to redirect."))
        }
        _ = tk_curl_set_long(curl, handle, CURLOPT_LOW_SPEED_TIME, Int(left.rounded(.up)))
        return nil
    }

    private func result(of code: CURLcode, _ curl: UnsafePointer<tk_curl_functions>) -> Result<HTTPResponse, HTTPError>
    {
        guard code == CURLE_OK || isCutOff else { return .failure(error(of: code, curl)) }
        var (status, version): (Int, Int) = (0, 0)
        var url: UnsafeMutablePointer<CChar>?
        _ = tk_curl_get_long(curl, handle, CURLINFO_RESPONSE_CODE, &status)
        _ = tk_curl_get_long(curl, handle, CURLINFO_HTTP_VERSION, &version)
        _ = tk_curl_get_text(curl, handle, CURLINFO_EFFECTIVE_URL, &url)
        return .success(
            HTTPResponse(
                status: status, headers: headers, body: body, url: url.map { String(cString: $0) } ?? request.url,
                isMultiplexed: version >= Int(CURL_HTTP_VERSION_2_0)))
    }

    private func error(of code: CURLcode, _ curl: UnsafePointer<tk_curl_functions>) -> HTTPError {
        let text = String(cString: message)
        let detail = text.isEmpty ? curl.pointee.easy_strerror(code).map { String(cString: $0) } ?? "" : text
        func error(_ kind: HTTPError.Code, _ reason: String) -> HTTPError { HTTPError(kind, url: request.url, reason) }
        if isTooLarge {
            return error(.tooLarge, "the answer is larger than \(request.byteLimit) bytes, and was not received.")
        }
        if let refusedPeer {
            return error(
                .refusedHost,
                "\(host.name) had a public address before, and leads to \(refusedPeer) of a private network now, which "
                    + "is not asked. If that is as it should be, allow the host \(host.name).")
        }
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL:
            return error(.unusableAddress, "only addresses with http and https are requested.")
        case CURLE_URL_MALFORMAT: return error(.unusableAddress, "this is not an address. Check the spelling.")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            return error(.unreachable, "the host cannot be reached (\(detail)). Check the spelling and the network.")
        case CURLE_OPERATION_TIMEDOUT: return error(.timedOut, "the server does not answer in time (\(detail)).")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return error(.untrusted, "the connection cannot be trusted (\(detail)).")
        case CURLE_OUT_OF_MEMORY: return error(.unavailable, "there is not enough memory for the answer.")
        case CURLE_FILESIZE_EXCEEDED:
            return error(.tooLarge, "the answer is larger than \(request.byteLimit) bytes, and was not received.")
        default: return error(.brokenOff, "the answer broke off (\(detail)).")
        }
    }
}

extension Substring {
    /// The text without spaces, tabs and line ends around it.
    fileprivate var trimmed: String {
        func isSpace(_ character: Character) -> Bool { character.isWhitespace }
        let start = drop(while: isSpace)
        let end = start.reversed().prefix(while: isSpace).count
        return String(start.dropLast(end))
    }
}
