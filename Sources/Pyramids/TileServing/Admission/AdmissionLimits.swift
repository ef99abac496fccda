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
