internal import Concurrency

/// A file at an address; only the parts that are read are requested.
///
/// ```swift
/// let file = try await RemoteFile.open("https://example.org/big.pmtiles", client: .standard)
/// let header = try await file.read(0..<127)
/// ```
///
/// Parts are requested in blocks of ``blockLength``, neighbors together, and kept in memory and in the client's cache. The file
/// is checked with the server once, when it is opened, and not for each block. If it changes later, all of its blocks are
/// dropped, and it has to be opened again. May be used from any thread.
public final class RemoteFile: Sendable {
    /// The bytes of a block: 64 KiB.
    public static let blockLength = 64 << 10
    /// The most blocks of one request: 16, that is 1 MiB.
    static let longestRequest = 16
    /// The most blocks in a gap between two wanted blocks that are requested with them: 1.
    static let gapLimit = 1
    /// The most requests at a time for one file: 6.
    static let requestLimit = 6
    /// The most bytes of blocks in memory, besides the blocks that are being read: 16 MiB.
    static let memoryLimit = 16 << 20
    /// The most bytes of a file: 2^62, so that the ends of its blocks do not overflow.
    static let sizeLimit = 1 << 62
    /// The most bytes of a file that is kept in memory as a whole, because the server cannot send parts: 64 MiB.
    static let wholeFileLimit = 64 << 20

    /// The address that was opened.
    public let url: String
    /// The address that answered, after redirects.
    public let answeringURL: String
    /// The type of the file that the server states; empty if it states none.
    public let contentType: String
    /// The size of the file in bytes.
    public let size: Int

    struct State {
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

    let headers: [HTTPHeader]
    let hosts: HTTPHosts
    let client: CachedHTTPClient
    let version: RemoteFileVersion
    /// The cache, if the server allows that blocks are kept and says which version they are of.
    let cache: HTTPCache?
    /// The beginning of the keys of the blocks in the cache.
    let keyPrefix: String
    let state: Locked<State>

    /// Creates a file with some blocks that have been read.
    init(
        _ url: String, headers: [HTTPHeader], hosts: HTTPHosts, client: CachedHTTPClient, version: RemoteFileVersion,
        isKept: Bool,
        memory: BlockMemory, isOffline: Bool, answeringURL: String, contentType: String
    ) {
        self.answeringURL = answeringURL
        self.contentType = contentType
        self.url = url
        self.headers = headers
        self.hosts = hosts
        self.client = client
        self.version = version
        size = version.size
        keyPrefix = client.keys.blockPrefix(of: url, headers: headers)
        cache = isKept && version.isKnown ? client.cache : nil
        state = Locked(State(memory: memory, isOffline: isOffline))
    }

    /// The address for messages, without user name, password, query and fragment.
    public var publicAddress: String { PublicAddress.text(of: url) }

    /// Whether the server could not be reached when the file was opened, or when the last block was requested.
    public var isOffline: Bool { state.withLock(\.isOffline) }

    /// Reads a range, without occupying a thread meanwhile.
    ///
    /// - Parameters:
    ///   - range: the range; bytes beyond the end of the file are left out.
    ///   - priority: the urgency; visible by default.
    /// - Returns: the bytes.
    /// - Throws: ``HTTPError``; with the code `changed` if the file has changed, and `cancelled` if the task is cancelled.
    public func read(_ range: Range<Int>, priority: HTTPPriority = .visible) async throws -> [UInt8] {
        let range = range.clamped(to: 0..<size)
        let blocks = try await awaitResult(of: url) { completion in
            beginReading([range], priority: priority, completion: completion).cancel
        }
        guard let bytes = blocks.bytes(range) else {
            throw HTTPError(.brokenOff, url: url, "a part of the file is missing. Open it again.")
        }
        return bytes
    }

    // MARK: Blocks

    /// Returns the numbers of the blocks that contain bytes of a range; none for an empty range.
    package static func blocks(of range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        return range.lowerBound / blockLength..<(range.upperBound - 1) / blockLength + 1
    }

    /// Returns the blocks of a range if all of them are in memory; does not wait.
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
    ///   - ranges: the ranges; bytes beyond the end of the file are left out.
    ///   - priority: the urgency.
    ///   - completion: called once, on any thread, which it must not occupy, and possibly before this method returns. After a
    ///     cancellation it is not called, unless it is already running.
    /// - Returns: a handle that can cancel the reading or change its urgency.
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
}
