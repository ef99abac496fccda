internal import Glibc
internal import Concurrency
internal import Dispatch
internal import TilePyramid

/// Stores the bytes of tiles in one file or several, equal tiles only once.
///
/// Tiles come from several threads. Equal ones are found by hash and then compared byte by byte with the file, because
/// hashes may collide. The lock is held neither during writes nor during comparisons; a file may have a lock of its
/// own.
///
/// Memory: up to 40 bytes per distinct tile.
final class TileBlobStore: Sendable {
    /// The number of bytes compared at a time.
    private static let compareLimit = 64 << 10

    /// The location of a tile's bytes.
    struct Location: Hashable {
        /// The number of the file.
        var file = 0
        var offset: Int
        var length: Int
    }

    private enum Progress {
        case writing, written, failed
    }

    private struct Blob {
        var offset: Int
        var length: UInt32
        var file: UInt8
        var progress: Progress

        var location: Location { Location(file: Int(file), offset: offset, length: Int(length)) }
    }

    private struct State {
        /// The files; `nil` for those that have been discarded.
        var files: [(any AppendableFile)?]
        var index = HashIndex()
        var blobs: [Blob] = []
        var deduplication = DeduplicationStatistics()

        /// The next blob that may be equal.
        func candidate(_ hash: UInt64, length: Int, after number: Int) -> Int? {
            var number = number
            while let found = index.first(hash, after: number) {
                if blobs[found].length == length { return found }
                number = found
            }
            return nil
        }
    }

    private let hash: @Sendable (UnsafeRawBufferPointer) -> UInt64
    private let state: Locked<State>
    /// The number of files, including discarded ones.
    let fileCount: Int

    /// Creates a store that appends to files.
    ///
    /// - Parameters:
    ///   - files: at most 256 files.
    ///   - hash: a function that is equal for equal bytes. The default is ``ByteHash``.
    init(in files: [any AppendableFile], hash: @escaping @Sendable (UnsafeRawBufferPointer) -> UInt64 = ByteHash.hash) {
        state = Locked(State(files: files))
        fileCount = files.count
        self.hash = hash
    }

    /// What deduplication has saved so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// The number of blobs; their IDs are 0 ..< `count`.
    var count: Int { state.withLock { $0.blobs.count } }

    /// Calls `body` with a function from blob IDs to locations; takes the lock once.
    ///
    /// All blobs must have been stored.
    func withLocations<Result>(_ body: ((Int) -> Location) throws -> Result) rethrows -> Result {
        let blobs = state.withLock { $0.blobs }
        return try body { blobs[$0].location }
    }

    /// The location of a blob that has been stored.
    func location(of number: Int) -> Location { state.withLock { $0.blobs[number].location } }

    /// Whether all files have been discarded.
    var isDiscarded: Bool { state.withLock { $0.files.allSatisfy { $0 == nil } } }

    /// The file with a number; `nil` if it has been discarded.
    func file(_ number: Int) -> (any AppendableFile)? { state.withLock { $0.files[number] } }

    /// Discards a file whose bytes are all elsewhere; reads that have begun can still finish.
    func discardFile(_ number: Int) {
        // The file is closed outside the lock, because freeing its blocks may take a while.
        _ = state.withLock { state in
            defer { state.files[number] = nil }
            return state.files[number]
        }
    }

    /// Stores a tile, unless an equal one is stored already.
    ///
    /// - Parameters:
    ///   - bytes: the tile.
    ///   - file: the number of the file for new blobs. The default is the first.
    /// - Returns: the ID of the blob with these bytes.
    /// - Throws: ``StoreError`` when the file cannot be written.
    func store(_ bytes: UnsafeRawBufferPointer, in file: Int = 0) throws -> Int {
        precondition(bytes.count <= Int(UInt32.max), "a tile is smaller than 4 GB")
        let hash = hash(bytes)
        guard let data = state.withLock({ $0.files[file] }) else { preconditionFailure("the tiles are finished") }
        var compared = -1
        while true {
            let (number, isNew) = state.withLock { state -> (Int, Bool) in
                if let candidate = state.candidate(hash, length: bytes.count, after: compared) {
                    return (candidate, false)
                }
                state.index.append(hash)
                state.blobs.append(
                    Blob(offset: 0, length: UInt32(bytes.count), file: UInt8(file), progress: .writing))
                return (state.blobs.count - 1, true)
            }
            if isNew {
                try append(bytes, to: data, as: number)
                return number
            }
            if try isEqual(bytes, to: number) {
                state.withLock {
                    $0.deduplication.tiles += 1
                    $0.deduplication.bytes += bytes.count
                }
                return number
            }
            compared = number
        }
    }

    private func append(_ bytes: UnsafeRawBufferPointer, to file: any AppendableFile, as number: Int) throws {
        do {
            let offset = try file.append(bytes)
            state.withLockAndNotify { state in
                state.blobs[number].offset = offset
                state.blobs[number].progress = .written
            }
        } catch {
            state.withLockAndNotify { $0.blobs[number].progress = .failed }
            throw error
        }
    }

    /// Whether the bytes equal those of a blob; waits until the blob has been written.
    private func isEqual(_ bytes: UnsafeRawBufferPointer, to number: Int) throws -> Bool {
        let blob = state.wait { state in
            state.blobs[number].progress == .writing ? nil : state.blobs[number]
        }
        guard blob.progress == .written, let file = file(Int(blob.file)) else { return false }
        return try withUnsafeTemporaryAllocation(
            byteCount: min(max(1, bytes.count), Self.compareLimit), alignment: 8
        ) { buffer in
            var done = 0
            while done < bytes.count {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(bytes.count - done))
                let count = try file.read(into: part, at: blob.offset + done)
                guard count == part.count, let read = part.baseAddress, let given = bytes.baseAddress,
                    memcmp(read, given + done, count) == 0
                else { return false }
                done += count
            }
            return true
        }
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
