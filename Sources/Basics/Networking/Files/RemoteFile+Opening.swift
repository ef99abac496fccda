extension RemoteFile {
    /// The most bytes of the first answer: the most that a server that cannot send parts may send instead of the first block.
    private static let firstAnswerLimit = 1 << 20

    /// Opens a file: requests its first block, or checks that blocks in the cache belong to its current version.
    ///
    /// Blocks in the cache are used, whatever their headers say, if the server confirms their version or cannot be reached. If
    /// the server cannot send parts of the file, all of it is requested, up to 64 MiB.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - headers: headers for each request; none by default.
    ///   - hosts: the hosts that the server may redirect to, beside its own; none by default.
    ///   - client: the client that makes the requests and has the cache.
    /// - Returns: the file; its first block has been read.
    /// - Throws: ``HTTPError``.
    /// - Complexity: one request; two for a file of more than 1 MiB from a server that sends no parts.
    public static func open(
        _ url: String, headers: [HTTPHeader] = [], hosts: HTTPHosts = HTTPHosts(), client: CachedHTTPClient
    ) async throws -> RemoteFile {
        try await RemoteFileOpening(url: url, headers: headers, hosts: hosts, client: client).open(firstAnswerLimit)
    }
}

/// The opening of a ``RemoteFile``.
private struct RemoteFileOpening {
    let url: String
    let headers: [HTTPHeader]
    let hosts: HTTPHosts
    let client: CachedHTTPClient

    private var blockPrefix: String { client.keys.blockPrefix(of: url, headers: headers) }
    private var blockKey: String { "\(blockPrefix)0" }
    private var wholeKey: String { client.keys.key(of: HTTPRequest(url, headers: headers)) }

    func open(_ firstAnswerLimit: Int) async throws -> RemoteFile {
        let kept = await keptEntries()
        let block = kept[blockKey].flatMap { entry in RemoteFileVersion(entry).map { (entry, $0) } }
        // The server may send parts by now: also of a file that was kept as a whole, the first block is requested.
        let keptWhole = block == nil ? kept[wholeKey].flatMap { $0.status == 200 ? $0 : nil } : nil
        // The range is a header, because the client would take a part from a whole answer, which is wanted whole.
        var request = HTTPRequest(url, headers: headers, byteLimit: firstAnswerLimit)
        request.hosts = hosts
        request.protocolHeaders =
            [HTTPHeader("Range", "bytes=0-\(RemoteFile.blockLength - 1)"), HTTPHeader("Accept-Encoding", "identity")]
            + ((block?.0 ?? keptWhole)?.freshness.validators ?? [])
        if block != nil || keptWhole != nil { request.retries = 0 }
        do throws(HTTPError) {
            let response = try await response(to: request)
            if response.status == 304, let (entry, version) = block {
                return file(version, [0: entry.body], isKept: allowsKeeping(response), from: response)
            }
            if response.status == 304, let keptWhole {
                _ = allowsKeeping(response)
                return whole(keptWhole, isOffline: false, answeringURL: response.url)
            }
            guard response.status == 206 else { return whole(response) }
            let new = try version(of: response)
            if let block, !block.1.isSame(as: new) {
                client.cache?.remove(keysWithPrefix: blockPrefix)
            }
            if keptWhole != nil { client.cache?.remove(wholeKey) }
            return file(new, [0: response.body], isKept: keep(response, new), from: response)
        } catch {
            if error.code == .tooLarge { return try await openWhole(keptWhole) }
            if let keptWhole, error.isTransient { return whole(keptWhole, isOffline: true) }
            guard let (entry, version) = block, error.isTransient else { throw error }
            return file(version, [0: entry.body], isKept: true, isOffline: true)
        }
    }

    private func keptEntries() async -> [String: HTTPCache.Entry] {
        guard let cache = client.cache else { return [:] }
        return await withCheckedContinuation { continuation in
            cache.find([blockKey, wholeKey]) { continuation.resume(returning: $0) }
        }
    }

    private func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        do {
            let response = try await client.client.response(to: request)
            client.noteReachability(.success(response))
            return response
        } catch {
            let error = error as? HTTPError ?? HTTPError(.cancelled, url: url, "the request was cancelled.")
            client.noteReachability(.failure(error))
            throw error
        }
    }

    /// The version of a first block.
    ///
    /// - Throws: ``HTTPError`` when the answer is none.
    private func version(of response: HTTPResponse) throws(HTTPError) -> RemoteFileVersion {
        func refusal(_ reason: String) -> HTTPError { HTTPError(.refused(status: response.status), url: url, reason) }
        guard response.isIdentity else { throw .encodedPart(of: url, response.status) }
        guard let range = response.header("Content-Range").flatMap(ContentRange.init) else {
            throw refusal("the server sends a part of the file, and does not say which.")
        }
        guard let size = range.total else {
            throw refusal("the server does not say how large the file is. Download it, and open the file.")
        }
        guard range.first == 0, range.count == response.body.count, range.count == min(size, RemoteFile.blockLength)
        else { throw refusal("the server sends another part of the file than was asked for.") }
        guard size <= RemoteFile.sizeLimit else {
            throw refusal("the server says that the file has \(size) bytes, which is more than can be read.")
        }
        return RemoteFileVersion(response, size: size)
    }

    /// Whether the server allows the file to be kept; if not, kept blocks are removed.
    private func allowsKeeping(_ response: HTTPResponse) -> Bool {
        guard Freshness(response, now: 0) == nil else { return true }
        client.cache?.remove(keysWithPrefix: blockPrefix)
        client.cache?.remove(wholeKey)
        return false
    }

    /// Keeps a first block; returns whether the server allows that.
    private func keep(_ response: HTTPResponse, _ version: RemoteFileVersion) -> Bool {
        guard allowsKeeping(response), let freshness = Freshness(response, now: 0) else { return false }
        guard version.isKnown else { return true }
        client.cache?.store(.init(block: 0, response.body, of: version, freshness), for: blockKey)
        return true
    }

    private func file(
        _ version: RemoteFileVersion, _ blocks: [Int: [UInt8]], isKept: Bool, isOffline: Bool = false,
        from response: HTTPResponse? = nil
    ) -> RemoteFile {
        var memory = BlockMemory(byteLimit: RemoteFile.memoryLimit)
        for (number, bytes) in blocks { memory.insert(bytes, at: number) }
        return RemoteFile(
            url, headers: headers, hosts: hosts, client: client, version: version, isKept: isKept, memory: memory,
            isOffline: isOffline, answeringURL: response?.url ?? url,
            contentType: response?.header("Content-Type") ?? "")
    }

    // MARK: Servers that send no parts

    /// Opens a file as a whole.
    private func openWhole(_ kept: HTTPCache.Entry?) async throws(HTTPError) -> RemoteFile {
        var request = HTTPRequest(url, headers: headers, byteLimit: RemoteFile.wholeFileLimit)
        request.hosts = hosts
        request.protocolHeaders = kept?.freshness.validators ?? []
        if kept != nil { request.retries = 0 }
        do {
            let response = try await response(to: request)
            if response.status == 304, let kept {
                _ = allowsKeeping(response)
                return whole(kept, isOffline: false, answeringURL: response.url)
            }
            return whole(response)
        } catch {
            if let kept, error.isTransient { return whole(kept, isOffline: true) }
            guard error.code == .tooLarge else { throw error }
            throw HTTPError(
                .tooLarge, url: url,
                "the server sends no parts of files (byte ranges), and this one has more than "
                    + "\(RemoteFile.wholeFileLimit >> 20) MiB. Download it, and open the file.")
        }
    }

    private func whole(_ response: HTTPResponse) -> RemoteFile {
        let freshness = Freshness(response, now: 0)
        let entry = HTTPCache.Entry(
            status: 200, body: response.body,
            freshness: freshness ?? Freshness(expires: 0, mustRevalidate: true, etag: "", lastModified: ""),
            contentType: response.header("Content-Type") ?? "")
        // Stale from the beginning: it is checked with each opening.
        if allowsKeeping(response) { client.cache?.store(entry, for: wholeKey) }
        return whole(entry, isOffline: false, answeringURL: response.url)
    }

    /// A file all of whose blocks stay in memory.
    private func whole(_ entry: HTTPCache.Entry, isOffline: Bool, answeringURL: String? = nil) -> RemoteFile {
        let bytes = entry.body
        var memory = BlockMemory(byteLimit: .max)
        for (number, start) in stride(from: 0, to: bytes.count, by: RemoteFile.blockLength).enumerated() {
            memory.insert(Array(bytes[start..<min(start + RemoteFile.blockLength, bytes.count)]), at: number)
        }
        let version = RemoteFileVersion(
            HTTPResponse(status: 200, url: url), size: bytes.count)
        return RemoteFile(
            url, headers: headers, hosts: hosts, client: client, version: version, isKept: false, memory: memory,
            isOffline: isOffline, answeringURL: answeringURL ?? url, contentType: entry.contentType)
    }
}
