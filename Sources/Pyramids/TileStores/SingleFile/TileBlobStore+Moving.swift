internal import Dispatch
internal import Concurrency

extension StoreError {
    /// Tiles were being put in order when something else went wrong, and some are in their place, others not.
    static func incompleteReordering(_ path: String) -> StoreError {
        StoreError(.inputOutput, path: path, "it could not be finished the first time. Cut the image again.")
    }
}

/// Tiles that come in one order and have to be in a file in another are kept in several files meanwhile, one for each
/// stretch of that order, so that little is there twice while they are moved.
extension TileBlobStore {
    /// The most stretches.
    private static let partitionLimit = 16
    /// The tiles that a stretch has at least, so that a small pyramid needs few files.
    private static let minimumPartitionLength = 64
    /// In how many steps tiles are moved; after each, files are given up.
    private static let moveSteps = 2 * partitionLimit
    /// The size of the pieces in which they are written: few enough bytes to stay in the processor's cache.
    static let copyBufferBytes = 128 << 10
    /// The most threads that move tiles.
    private static let moveThreads = 4

    /// How many stretches there should be.
    static func partitionCount(tiles: Int) -> Int { min(partitionLimit, tiles / minimumPartitionLength + 1) }

    /// Keeps tiles in files without names until they are moved, each in that of its stretch.
    convenience init(partitions: Int, beside path: String) throws {
        self.init(in: try (0..<partitions).map { _ in SpoolFile(try OpenFile(unnamedBeside: path)) })
    }

    /// Has all bytes moved elsewhere, and gives up each file as soon as nothing in it is needed any more.
    ///
    /// - Parameters:
    ///   - order: the numbers of the bytes as they are needed; one may be needed several times.
    ///   - move: moves those of a part of the order; several threads call it at once.
    /// - Throws: what `move` throws.
    func moveAll(in order: [Int], _ move: @Sendable (Range<Int>) throws -> Void) throws {
        var lastPositions: [Int: Int] = [:]
        withLocations { location in
            for (position, number) in order.enumerated() {
                lastPositions[location(number).file] = position
            }
        }
        let threads = min(Processors.count, Self.moveThreads)
        let failure = Locked<(any Error)?>(nil)
        let steps = min(Self.moveSteps, order.count)
        for step in 0..<steps {
            let positions = order.count * step / steps..<order.count * (step + 1) / steps
            let done = lastPositions.filter { $0.value < positions.lowerBound }.keys
            done.forEach { lastPositions[$0] = nil }
            // The system takes a while to free a file, so that is done beside the next step.
            DispatchQueue.concurrentPerform(iterations: threads + 1) { part in
                guard part > 0 else { return done.forEach(discardFile) }
                let first = positions.lowerBound + positions.count * (part - 1) / threads
                let end = positions.lowerBound + positions.count * part / threads
                do {
                    try move(first..<end)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }
        (0..<fileCount).forEach(discardFile)
    }
}
