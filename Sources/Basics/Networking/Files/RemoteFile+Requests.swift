internal import Concurrency

// How blocks are looked up in the cache on disk, and requested from the server.

// MARK: The cache on disk

extension RemoteFile {
    private func key(of block: Int) -> String { "\(keyPrefix)\(block)" }

    /// The bytes of the file that are in a block.
    private func range(ofBlocks blocks: Range<Int>) -> Range<Int> {
        blocks.lowerBound * Self.blockLength..<min(blocks.upperBound * Self.blockLength, size)
    }

    func lookUp(_ blocks: [Int]) {
        guard !blocks.isEmpty else { return }
        guard let cache else {
            state.withLock { $0.requests.enqueue(blocks) }
            return requestNext()
        }
        cache.find(blocks.map(key)) { [self] entries in
            var found: [Int: [UInt8]] = [:]
            for number in blocks {
                guard let entry = entries[key(of: number)], RemoteFileVersion(entry)?.isSame(as: version) ?? false,
                    entry.body.count == range(ofBlocks: number..<number + 1).count
                else { continue }
                found[number] = entry.body
            }
            deliver(found, queueing: blocks.filter { found[$0] == nil })
        }
    }

    private func deliver(_ blocks: [Int: [UInt8]], queueing missing: [Int] = []) {
        let ready = state.withLock { state in
            for (number, bytes) in blocks { state.memory.insert(bytes, at: number) }
            state.requests.enqueue(missing)
            return state.requests.deliver(blocks).compactMap { ready in
                state.completions.removeValue(forKey: ready.reader).map { ($0, ready.blocks) }
            }
        }
        requestNext()
        for (completion, blocks) in ready { completion(.success(RemoteBlocks(blocks))) }
    }
}

// MARK: The server

extension RemoteFile {
    func requestNext() {
        while let fetch = nextFetch() {
            let range = range(ofBlocks: fetch.blocks)
            var request = HTTPRequest(url, range: range, headers: headers, byteLimit: range.count)
            request.hosts = hosts
            request.protocolHeaders = [HTTPHeader("Accept-Encoding", "identity")] + version.preconditions
            let ticket = client.client.get(request, priority: fetch.priority) { self.finish(fetch, range, $0) }
            let (isUnwanted, priority) = state.withLock { state in
                // It may have been answered or cancelled meanwhile.
                guard state.tickets[fetch.number] != nil else { return (true, HTTPPriority?.none) }
                state.tickets[fetch.number] = .some(ticket)
                return (false, state.requests.priority(of: fetch.number))
            }
            if isUnwanted { ticket.cancel() }
            if let priority, priority != fetch.priority { ticket.setPriority(priority) }
        }
    }

    private func nextFetch() -> BlockRequests.Fetch? {
        state.withLock { state in
            let memory = state.memory
            guard let fetch = state.requests.nextFetch(isKnown: memory.contains) else { return nil }
            state.tickets[fetch.number] = .some(nil)
            return fetch
        }
    }

    private func finish(
        _ fetch: BlockRequests.Fetch, _ range: Range<Int>, _ result: Result<HTTPResponse, HTTPError>
    ) {
        client.noteReachability(result)
        let isWanted = state.withLock { state in
            state.tickets[fetch.number] = nil
            return state.requests.end(fetch.number) != nil
        }
        guard isWanted else { return }
        do {
            let response = try result.get()
            let blocks = try blocks(fetch.blocks, range, response)
            keep(blocks, response)
            state.withLock { $0.isOffline = false }
            deliver(blocks)
        } catch {
            fail(fetch, readable(error))
        }
    }

    /// The blocks of an answer.
    ///
    /// - Throws: ``HTTPError`` when the answer is of another version, or is not part of the file.
    private func blocks(
        _ numbers: Range<Int>, _ range: Range<Int>, _ response: HTTPResponse
    ) throws(HTTPError) -> [Int: [UInt8]] {
        guard version.matches(response) else { throw changed }
        guard response.isIdentity else { throw .encodedPart(of: url, response.status) }
        guard response.body.count == range.count else {
            throw HTTPError(
                .refused(status: response.status), url: url,
                "the server sends another part of the file than was asked for.")
        }
        return Dictionary(
            uniqueKeysWithValues: numbers.map { number in
                let part = self.range(ofBlocks: number..<number + 1)
                return (
                    number,
                    Array(response.body[part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound])
                )
            })
    }

    private var changed: HTTPError {
        HTTPError(.changed, url: url, "the file has changed at the server. Open it again.")
    }

    /// The error of a request in the words of a file.
    private func readable(_ error: any Error) -> HTTPError {
        guard let error = error as? HTTPError else { return changed }
        switch error.code {
        // A precondition has failed, or the file has become shorter.
        case .refused(status: 412), .refused(status: 416): return changed
        case .tooLarge:
            return HTTPError(
                .refused(status: 200), url: url,
                "the server sends the whole file in place of a part. Open it again, or download it.")
        default: return error
        }
    }

    private func keep(_ blocks: [Int: [UInt8]], _ response: HTTPResponse) {
        guard let cache, let freshness = Freshness(response, now: 0) else { return }
        for (number, bytes) in blocks {
            cache.store(.init(block: number, bytes, of: version, freshness), for: key(of: number))
        }
    }

    private func fail(_ fetch: BlockRequests.Fetch, _ error: HTTPError) {
        let (completions, tickets) = state.withLock { state -> ([Completion], [HTTPTicket]) in
            state.isOffline = error.code == .unreachable
            guard error.code == .changed else {
                return (state.requests.fail(fetch).compactMap { state.completions.removeValue(forKey: $0) }, [])
            }
            state.failure = error
            state.memory.removeAll()
            let (_, fetches) = state.requests.removeAll()
            defer { state.completions = [:] }
            return (
                Array(state.completions.values), fetches.compactMap { state.tickets.removeValue(forKey: $0) ?? nil }
            )
        }
        if error.code == .changed { cache?.remove(keysWithPrefix: keyPrefix) }
        tickets.forEach { $0.cancel() }
        requestNext()
        for completion in completions { completion(.failure(error)) }
    }
}

extension HTTPCache.Entry {
    /// A block of a file as it is kept.
    init(block number: Int, _ bytes: [UInt8], of version: RemoteFileVersion, _ freshness: Freshness) {
        let start = number * RemoteFile.blockLength
        self.init(
            status: 206, body: bytes,
            freshness: Freshness(
                expires: freshness.expires, mustRevalidate: freshness.mustRevalidate, etag: version.etag,
                lastModified: version.lastModified),
            contentRange: "bytes \(start)-\(start + bytes.count - 1)/\(version.size)")
    }
}

extension HTTPResponse {
    /// Whether the body is as the file is, not compressed for the transfer.
    var isIdentity: Bool { header("Content-Encoding").map { $0.lowercased() == "identity" } ?? true }
}

extension HTTPError {
    /// The error for a part of a compressed file, which is not part of the file.
    static func encodedPart(of url: String, _ status: Int) -> HTTPError {
        HTTPError(
            .refused(status: status), url: url,
            "the server sends a part of a compressed file, which cannot be used. Download the file, and open it.")
    }
}
