/// The blocks of a file that are wanted: by whom, and which of them are requested together next.
///
/// It has no threads and no clock, so that the same events always have the same effects. A block that several readers
/// want is requested once, and no longer when the last of them has left.
struct BlockRequests {
    /// A request for blocks that follow each other.
    struct Fetch: Hashable {
        let number: Int
        let blocks: Range<Int>
        var priority: HTTPPriority
    }

    /// A reader that has all of its blocks, or for which there is an error.
    typealias Ready = (reader: Int, blocks: [Int: [UInt8]])

    private enum Stage: Hashable {
        /// The cache on disk is being asked.
        case lookedUp
        case queued
        case requested(Int)
    }

    private struct Wanted {
        var stage = Stage.lookedUp
        var readers: Set<Int>
        /// The order of arrival.
        let age: Int
    }

    private struct Reader {
        var missing: Set<Int>
        var blocks: [Int: [UInt8]]
        var priority: HTTPPriority
    }

    private var wanted: [Int: Wanted] = [:]
    private var readers: [Int: Reader] = [:]
    private var fetches: [Int: Fetch] = [:]
    private var lastAge = 0
    private var lastFetch = 0

    /// The number of requests that are not answered.
    var fetchCount: Int { fetches.count }

    /// Whether no reader waits.
    var isIdle: Bool { readers.isEmpty }

    /// Returns whether a fetch is still wanted.
    func contains(_ fetch: Int) -> Bool { fetches[fetch] != nil }

    /// The urgency of a fetch; nil if it has ended.
    func priority(of fetch: Int) -> HTTPPriority? { fetches[fetch]?.priority }

    // MARK: Readers

    /// Adds a reader that has some blocks already.
    ///
    /// - Returns: the blocks that nobody has wanted yet, in order: to be looked up in the cache on disk, after which
    ///   ``enqueue(_:)`` or ``deliver(_:)`` is called for them.
    mutating func add(
        _ reader: Int, missing: [Int], having blocks: [Int: [UInt8]], _ priority: HTTPPriority
    ) -> (new: [Int], raised: [Fetch]) {
        readers[reader] = Reader(missing: Set(missing), blocks: blocks, priority: priority)
        var new: [Int] = []
        for number in missing {
            if wanted[number] == nil {
                lastAge += 1
                wanted[number] = Wanted(readers: [reader], age: lastAge)
                new.append(number)
            } else {
                wanted[number]?.readers.insert(reader)
            }
        }
        return (new, updatedFetches(of: missing))
    }

    /// Changes the urgency of a reader, and returns the fetches whose urgency changes by that.
    mutating func setPriority(_ priority: HTTPPriority, of reader: Int) -> [Fetch] {
        guard let missing = readers[reader]?.missing, readers[reader]?.priority != priority else { return [] }
        readers[reader]?.priority = priority
        return updatedFetches(of: missing)
    }

    /// Removes a reader, and returns the fetches that nobody waits for any more.
    mutating func remove(_ reader: Int) -> (cancelled: [Int], lowered: [Fetch]) {
        guard let missing = readers.removeValue(forKey: reader)?.missing else { return ([], []) }
        var touched: Set<Int> = []
        for number in missing {
            wanted[number]?.readers.remove(reader)
            guard let block = wanted[number], block.readers.isEmpty else { continue }
            if case .requested(let fetch) = block.stage { touched.insert(fetch) } else { wanted[number] = nil }
        }
        let cancelled = touched.sorted().filter { fetch in
            fetches[fetch]?.blocks.allSatisfy { wanted[$0]?.readers.isEmpty ?? true } ?? false
        }
        for fetch in cancelled { forget(fetch) }
        return (cancelled, updatedFetches(of: missing))
    }

    /// Removes all readers and fetches.
    mutating func removeAll() -> (readers: [Int], fetches: [Int]) {
        defer {
            wanted = [:]
            readers = [:]
            fetches = [:]
        }
        return (readers.keys.sorted(), fetches.keys.sorted())
    }

    private mutating func forget(_ fetch: Int) {
        for number in fetches.removeValue(forKey: fetch)?.blocks ?? 0..<0
        where wanted[number]?.stage == .requested(fetch) {
            wanted[number] = nil
        }
    }

    private func priority(ofBlock number: Int) -> HTTPPriority {
        wanted[number]?.readers.compactMap { readers[$0]?.priority }.max() ?? .revalidation
    }

    /// Updates the urgency of the fetches of some blocks, and returns the fetches whose urgency has changed.
    private mutating func updatedFetches(of blocks: some Sequence<Int>) -> [Fetch] {
        var changed: [Fetch] = []
        for case .requested(let number)? in Set(blocks.map { wanted[$0]?.stage }) {
            guard let fetch = fetches[number] else { continue }
            let priority = fetch.blocks.map { self.priority(ofBlock: $0) }.max() ?? .revalidation
            guard priority != fetch.priority else { continue }
            fetches[number]?.priority = priority
            changed += fetches[number].map { [$0] } ?? []
        }
        return changed
    }

    // MARK: Blocks

    /// Queues blocks that were not found in the cache.
    mutating func enqueue(_ blocks: [Int]) {
        for number in blocks where wanted[number]?.stage == .lookedUp { wanted[number]?.stage = .queued }
    }

    /// Takes blocks, and returns the readers that have all of theirs now.
    mutating func deliver(_ blocks: [Int: [UInt8]]) -> [Ready] {
        var ready: [Ready] = []
        for (number, bytes) in blocks {
            for reader in wanted.removeValue(forKey: number)?.readers ?? [] {
                readers[reader]?.blocks[number] = bytes
                readers[reader]?.missing.remove(number)
                guard readers[reader]?.missing.isEmpty ?? false else { continue }
                ready += readers.removeValue(forKey: reader).map { [(reader, $0.blocks)] } ?? []
            }
        }
        return ready
    }

    /// Ends a fetch whose answer has arrived; its blocks are delivered, or fail.
    mutating func end(_ fetch: Int) -> Fetch? {
        fetches.removeValue(forKey: fetch)
    }

    /// Returns the readers that wait for a fetch which has ended without its blocks; they are removed.
    mutating func fail(_ fetch: Fetch) -> [Int] {
        let failed = fetch.blocks.filter { wanted[$0]?.stage == .requested(fetch.number) }
        let readers = Set(failed.flatMap { wanted[$0]?.readers ?? [] })
        for number in failed { wanted[number] = nil }
        // What else they have waited for goes on, as far as it is requested: it is kept for the next time.
        for reader in readers {
            for number in self.readers.removeValue(forKey: reader)?.missing ?? [] {
                wanted[number]?.readers.remove(reader)
                guard let block = wanted[number], block.readers.isEmpty else { continue }
                if case .requested = block.stage { continue }
                wanted[number] = nil
            }
        }
        return readers.sorted()
    }

    // MARK: Fetches

    /// The next request, which counts as sent; nil if none may be sent now.
    ///
    /// It begins with the most urgent block, the first of several, and takes along queued blocks of the same urgency that
    /// follow or precede it, over gaps of blocks that are not `known`: neither in memory nor asked for.
    mutating func nextFetch(isKnown: (Int) -> Bool) -> Fetch? {
        guard fetches.count < RemoteFile.requestLimit else { return nil }
        var queued: [Int: HTTPPriority] = [:]
        for (number, block) in wanted where block.stage == .queued { queued[number] = priority(ofBlock: number) }
        let ages = wanted.mapValues(\.age)
        let first = queued.map { (priority: $0.value, age: ages[$0.key] ?? 0, number: $0.key) }
            .max { ($0.priority.rawValue, -$0.age) < ($1.priority.rawValue, -$1.age) }
        guard let first else { return nil }
        func joins(_ number: Int) -> Bool { queued[number] == first.priority }
        func isGap(_ numbers: Range<Int>) -> Bool { numbers.allSatisfy { ages[$0] == nil && !isKnown($0) } }
        var blocks = first.number..<first.number + 1
        while blocks.count < RemoteFile.longestRequest {
            let reach = min(RemoteFile.gapLimit, RemoteFile.longestRequest - blocks.count - 1)
            let next = (0...reach).map { [blocks] in blocks.upperBound + $0 }
                .first { joins($0) && isGap(blocks.upperBound..<$0) }
            let previous = (0...reach).map { [blocks] in blocks.lowerBound - 1 - $0 }
                .first { joins($0) && isGap($0 + 1..<blocks.lowerBound) }
            if let next {
                blocks = blocks.lowerBound..<next + 1
            } else if let previous {
                blocks = previous..<blocks.upperBound
            } else {
                break
            }
        }
        lastFetch += 1
        for number in blocks where wanted[number] != nil { wanted[number]?.stage = .requested(lastFetch) }
        let fetch = Fetch(number: lastFetch, blocks: blocks, priority: first.priority)
        fetches[lastFetch] = fetch
        return fetch
    }
}
