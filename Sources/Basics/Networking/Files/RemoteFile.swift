internal import Concurrency

/// A file at an address, of which the parts are requested that are needed.
///
/// ```swift
/// let file = try await RemoteFile.open("https://example.org/big.pmtiles", client: .standard)
/// let header = try await file.read(0..<127)
/// ```
///
/// Parts are requested in blocks of ``blockLength``, neighbors together, and kept in memory and in the client's cache. The
/// file is checked with the server once, when it is opened, and not for each block. When it changes later, all that was read of
/// it is dropped, and it has to be opened again. May be used from any thread.
public final class RemoteFile: Sendable {
    /// The bytes of a block: 64 KiB.
    public static let blockLength = 64 << 10
    /// The most blocks of one request: 16, which are 1 MiB.
    public static let longestRequest = 16
    /// The most blocks that are requested, though nobody wants them, because those on both sides are: 1.
    public static let gapLimit = 1
    /// The most requests at a time for one file: 6.
    public static let requestLimit = 6
    /// The most bytes of blocks in memory, besides those that are being read: 16 MiB.
    public static let memoryLimit = 16 << 20
    /// The most bytes of a file from a server that sends no parts, which is kept in memory as a whole: 64 MiB.
    public static let wholeFileLimit = 64 << 20

    /// The address as it was opened.
    public let url: String
    /// The address that has answered, after redirects.
    public let answeringURL: String
    /// The type of the file as the server has it; empty if it has said none.
    public let contentType: String
    /// The bytes of the file.
    public let size: Int

    private struct State {
        var memory: BlockMemory
        var requests = BlockRequests()
        var completions: [Int: Completion] = [:]
        /// The requests that were sent; nil while the client is being asked to.
        var tickets: [Int: HTTPTicket?] = [:]
        var lastReader = 0
        var isOffline: Bool
        /// The reason why nothing is read any more.
        var failure: HTTPError?
    }

    package typealias Completion = @Sendable (Result<RemoteBlocks, HTTPError>) -> Void

    private let headers: [HTTPHeader]
    private let client: CachedHTTPClient
    private let version: RemoteFileVersion
    /// The cache, if the server allows that blocks are kept and says which version they are of.
    private let cache: HTTPCache?
    private let state: Locked<State>

    /// Creates a file of which some blocks have been read.
    init(
        _ url: String, headers: [HTTPHeader], client: CachedHTTPClient, version: RemoteFileVersion, isKept: Bool,
        memory: BlockMemory, isOffline: Bool, answeringURL: String, contentType: String
    ) {
        (self.answeringURL, self.contentType) = (answeringURL, contentType)
        (self.url, self.headers, self.client, self.version) = (url, headers, client, version)
        size = version.size
        cache = isKept && version.isKnown ? client.cache : nil
        state = Locked(State(memory: memory, isOffline: isOffline))
    }

    /// The address without user name, password, query and fragment, for messages.
    public var publicAddress: String { PublicAddress.text(of: url) }

    /// Whether the server could not be reached when the file was opened, or when the last block was requested.
    public var isOffline: Bool { state.withLock(\.isOffline) }

    /// Reads a range, without occupying a thread meanwhile.
    ///
    /// - Parameters:
    ///   - range: the range; what is beyond the end of the file is left out.
    ///   - priority: the urgency; visible by default.
    /// - Returns: the bytes.
    /// - Throws: ``HTTPError``; with the code `changed` if the file is another one by now, and `cancelled` if the task is
    ///   cancelled.
    public func read(_ range: Range<Int>, priority: HTTPPriority = .visible) async throws -> [UInt8] {
        let range = range.clamped(to: 0..<size)
        let (results, continuation) = AsyncStream.makeStream(of: Result<RemoteBlocks, HTTPError>.self)
        let reading = beginReading([range], priority: priority) { result in
            continuation.yield(result)
            continuation.finish()
        }
        let result = await withTaskCancellationHandler {
            await results.first { _ in true }
        } onCancel: {
            reading.cancel()
            continuation.finish()
        }
        guard let bytes = try result?.get().bytes(range) else {
            throw HTTPError(.cancelled, url: url, "the request was cancelled.")
        }
        return bytes
    }

    // MARK: Blocks

    /// The numbers of the blocks that have bytes of a range; none for an empty range.
    package static func blocks(of range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        return range.lowerBound / blockLength..<(range.upperBound - 1) / blockLength + 1
    }

    /// The blocks of a range if all of them are in memory, which is looked at without waiting.
    package func blocksInMemory(_ range: Range<Int>) -> RemoteBlocks? {
        let numbers = Self.blocks(of: range)
        return state.withLock { state -> RemoteBlocks? in
            guard state.failure == nil, numbers.allSatisfy(state.memory.contains) else { return nil }
            return RemoteBlocks(
                Dictionary(uniqueKeysWithValues: numbers.map { ($0, state.memory.block($0) ?? []) }))
        }
    }

    /// Begins to read the blocks of some ranges, and returns at once.
    ///
    /// - Parameters:
    ///   - ranges: the ranges; what is beyond the end of the file is left out.
    ///   - priority: the urgency.
    ///   - completion: called once, on any thread, which it must not occupy, maybe before this returns. After a
    ///     cancellation it is not called unless it is being called.
    /// - Returns: what cancels the reading or changes its urgency.
    @discardableResult
    package func beginReading(
        _ ranges: [Range<Int>], priority: HTTPPriority, completion: @escaping Completion
    ) -> RemoteReading {
        let numbers = Set(ranges.flatMap { Self.blocks(of: $0.clamped(to: 0..<size)) }).sorted()
        enum Beginning {
            case complete(Result<RemoteBlocks, HTTPError>)
            case waits(Int, new: [Int], raised: [BlockRequests.Fetch])
        }
        let beginning = state.withLock { state -> Beginning in
            if let failure = state.failure { return .complete(.failure(failure)) }
            var blocks: [Int: [UInt8]] = [:]
            for number in numbers { blocks[number] = state.memory.block(number) }
            guard blocks.count < numbers.count else { return .complete(.success(RemoteBlocks(blocks))) }
            state.lastReader += 1
            state.completions[state.lastReader] = completion
            let missing = numbers.filter { blocks[$0] == nil }
            let (new, raised) = state.requests.add(state.lastReader, missing: missing, having: blocks, priority)
            return .waits(state.lastReader, new: new, raised: raised)
        }
        switch beginning {
        case .complete(let result):
            completion(result)
            return RemoteReading(file: self, reader: nil)
        case .waits(let reader, let new, let raised):
            setPriorities(raised)
            lookUp(new)
            return RemoteReading(file: self, reader: reader)
        }
    }

    func cancel(_ reader: Int) {
        let (tickets, lowered) = state.withLock { state in
            state.completions[reader] = nil
            let (cancelled, lowered) = state.requests.remove(reader)
            // While the client is being asked, whoever asks it finds that the fetch is gone.
            return (cancelled.compactMap { state.tickets.removeValue(forKey: $0) ?? nil }, lowered)
        }
        tickets.forEach { $0.cancel() }
        setPriorities(lowered)
        requestNext()
    }

    func setPriority(_ priority: HTTPPriority, of reader: Int) {
        setPriorities(state.withLock { $0.requests.setPriority(priority, of: reader) })
    }

    private func setPriorities(_ fetches: [BlockRequests.Fetch]) {
        for fetch in fetches {
            state.withLock { $0.tickets[fetch.number] ?? nil }?.setPriority(fetch.priority)
        }
    }

    // MARK: The cache on disk

    /// The beginning of the keys of a file's blocks in the cache; an address has no "#" there.
    static func keyPrefix(of url: String) -> String { "block \(url.prefix { $0 != "#" })#" }

    private func key(of block: Int) -> String { Self.keyPrefix(of: url) + "\(block)" }

    /// The bytes of the file that are in a block.
    private func range(ofBlocks blocks: Range<Int>) -> Range<Int> {
        blocks.lowerBound * Self.blockLength..<min(blocks.upperBound * Self.blockLength, size)
    }

    private func lookUp(_ blocks: [Int]) {
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

    // MARK: The server

    private func requestNext() {
        while let fetch = nextFetch() {
            let range = range(ofBlocks: fetch.blocks)
            let headers = headers + [HTTPHeader("Accept-Encoding", "identity")] + version.preconditions
            let request = HTTPRequest(url, range: range, headers: headers, byteLimit: range.count)
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
    /// - Throws: ``HTTPError`` when the answer is of another version, or is no part of the file.
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
        if error.code == .changed { cache?.remove(keysWithPrefix: Self.keyPrefix(of: url)) }
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
    /// The error for a part of a compressed file, which is no part of the file.
    static func encodedPart(of url: String, _ status: Int) -> HTTPError {
        HTTPError(
            .refused(status: status), url: url,
            "the server sends a part of a compressed file, which cannot be used. Download the file, and open it.")
    }
}
