/// Decides which work starts, waits or is refused: two lanes, so that small answers never wait for large ones.
///
/// A lane is a queue: work starts in the order in which it came. Tiles may use all workers that regions leave; regions may use
/// only the workers that are not kept for tiles. A region starts when its memory is free. While both wait for the same worker,
/// the lanes take turns, so that neither starves.
struct AdmissionControl: Sendable {
    /// A piece of work.
    struct Entry: Hashable, Sendable {
        /// The number of its job.
        var id: Int
        /// The lane in which it waits.
        var lane: AnswerWork.Lane
        /// The bytes of memory that it needs.
        var memory: Int
        /// The time at which the wait began, in milliseconds.
        var time = 0
    }

    /// The limits of the work that runs and waits.
    let limits: AdmissionLimits
    private var waiting: [AnswerWork.Lane: [Entry]] = [:]
    private var running: [AnswerWork.Lane: Int] = [:]
    /// The bytes of memory of the regions that are being made.
    private(set) var reservedMemory = 0
    /// The lane of the work that started last.
    private var lastLane = AnswerWork.Lane.region

    /// Creates empty lanes.
    init(limits: AdmissionLimits) {
        self.limits = limits
    }

    /// The work that waits in a lane.
    func waitingCount(_ lane: AnswerWork.Lane) -> Int { waiting[lane]?.count ?? 0 }

    /// The work of a lane that has started and not ended.
    func runningCount(_ lane: AnswerWork.Lane) -> Int { running[lane] ?? 0 }

    /// Adds work to the end of its lane; ``startNext()`` has been called until nothing more could start.
    ///
    /// - Throws: an error with the status 413 for a region that never fits into the memory, and 503 if too much waits.
    mutating func add(_ entry: Entry) throws(RequestError) {
        guard entry.lane == .tile || entry.memory <= limits.memory else {
            throw RequestError(413, "this is larger than the server makes at once; ask for a smaller size or a part.")
        }
        guard waitingCount(entry.lane) < limits.waiting(entry.lane) else {
            throw RequestError(503, "too many requests are waiting; try again in a moment.")
        }
        waiting[entry.lane, default: []].append(entry)
    }

    /// Takes the work that starts next; nil if none can start.
    mutating func startNext() -> Entry? {
        guard runningCount(.tile) + runningCount(.region) < limits.workers, let entry = next() else { return nil }
        waiting[entry.lane]?.removeFirst()
        running[entry.lane, default: 0] += 1
        lastLane = entry.lane
        if entry.lane == .region { reservedMemory += entry.memory }
        return entry
    }

    private func next() -> Entry? {
        guard let tile = waiting[.tile]?.first else { return nextRegion }
        return lastLane == .tile ? nextRegion ?? tile : tile
    }

    private var nextRegion: Entry? {
        // A region that needs much is not overtaken by smaller ones, or it would wait for ever.
        guard let region = waiting[.region]?.first, runningCount(.region) < limits.regionWorkers,
            region.memory <= limits.memory - reservedMemory
        else { return nil }
        return region
    }

    /// Ends work that has started.
    mutating func end(_ entry: Entry) {
        running[entry.lane, default: 1] -= 1
        if entry.lane == .region { reservedMemory -= entry.memory }
    }

    /// Removes the work that has waited since a time or longer, and returns it.
    mutating func removeWaiting(since time: Int) -> [Entry] {
        AnswerWork.Lane.allCases.flatMap { lane in
            let entries = waiting[lane] ?? []
            waiting[lane] = entries.filter { $0.time > time }
            return entries.filter { $0.time <= time }
        }
    }

    /// Removes work that waits; returns whether it was waiting.
    mutating func remove(_ entry: Entry) -> Bool {
        guard let index = waiting[entry.lane]?.firstIndex(where: { $0.id == entry.id }) else { return false }
        waiting[entry.lane]?.remove(at: index)
        return true
    }
}

/// The limits of the work that a server does at a time.
struct AdmissionLimits: Hashable, Sendable {
    /// The pieces of work that run at a time, at least 1.
    var workers: Int
    /// The bytes of memory that regions may need together while they are made.
    var memory: Int
    /// The most tiles that wait.
    var waitingTiles: Int
    /// The most regions that wait.
    var waitingRegions: Int
    /// The milliseconds after which work that waits is refused.
    var waitingMilliseconds = 30_000

    /// The workers that only tiles may have: half of them, rounded up.
    var tileWorkers: Int { (workers + 1) / 2 }

    /// The most regions that are made at a time: what tiles leave; a single worker is shared.
    var regionWorkers: Int { max(1, workers - tileWorkers) }

    /// The most pieces of work that wait in a lane.
    func waiting(_ lane: AnswerWork.Lane) -> Int {
        switch lane {
        case .tile: waitingTiles
        case .region: waitingRegions
        }
    }
}
