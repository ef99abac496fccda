internal import Dispatch
internal import Concurrency

extension StoreError {
    /// The error for tiles whose reordering failed halfway, so that some are at their final offsets and others are not.
    static func incompleteReordering(_ path: String) -> StoreError {
        StoreError(.inputOutput, path: path, "an earlier attempt to finish it failed. Cut the image again.")
    }
}

/// Tiles that arrive in one order and are stored in another are spooled to several files, one per partition of the
/// final order.
///
/// Each file is discarded as soon as it has been moved, so that little is on disk twice.
extension TileBlobStore {
    /// The most partitions.
    private static let partitionLimit = 16
    /// The fewest tiles per partition, so that small pyramids use few files.
    private static let minimumPartitionLength = 64
    /// The number of steps in which tiles are moved; files are discarded between steps.
    private static let moveSteps = 2 * partitionLimit
    /// The size of the buffer for moving: small enough to stay in the processor's cache.
    static let copyBufferBytes = 128 << 10
    /// The most threads that move tiles.
    private static let moveThreads = 4

    /// The number of partitions for a number of tiles.
    static func partitionCount(tiles: Int) -> Int { min(partitionLimit, tiles / minimumPartitionLength + 1) }

    /// Spools tiles to unnamed files, one per partition, until they are moved.
    convenience init(partitions: Int, beside path: String) throws {
        self.init(in: try (0..<partitions).map { _ in SpoolFile(try OpenFile(unnamedBeside: path)) })
    }

    /// Moves all blobs elsewhere, and discards each file once nothing in it is needed.
    ///
    /// - Parameters:
    ///   - order: the blob IDs in the order in which they are needed; an ID may occur several times.
    ///   - move: moves the blobs of a range of `order`; called from several threads at once.
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
            // Freeing a file takes the system a while, so it happens alongside the next step.
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
