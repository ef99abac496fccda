internal import Concurrency
internal import Dispatch
internal import Glibc
package import TilePyramid

/// Stores the bytes of tiles in one file or several, equal tiles only once.
///
/// Tiles come from several threads, or stay in a file that has them already. Equal ones are found by hash and then compared
/// byte by byte with the file, because hashes may collide. The lock is held neither during writes nor during comparisons; a
/// file may have a lock of its own.
///
/// Memory: up to 40 bytes per distinct tile.
package final class TileBlobStore: Sendable {
    /// The number of bytes compared at a time.
    private static let compareLimit = 64 << 10

    /// The location of a tile's bytes.
    package struct Location: Hashable {
        /// The number of the file.
        package var file: Int
        package var offset: Int
        package var length: Int

        /// Creates a location; by default in the only file.
        package init(file: Int = 0, offset: Int, length: Int) {
            self.file = file
            self.offset = offset
            self.length = length
        }
    }

    private enum Progress {
        case writing, written, failed
    }

    /// The bytes of one or several tiles.
    private struct Blob {
        var offset: Int
        var length: UInt32
        var file: UInt16
        var progress: Progress

        var location: Location { Location(file: Int(file), offset: offset, length: Int(length)) }
    }

    private struct State {
        /// The files; `nil` for those that have been discarded.
        var files: [(any ReadableFile)?]
        var hash: @Sendable (UnsafeRawBufferPointer) -> UInt64
        /// Whether a tile has been hashed, so that the seed stays.
        var hasHashed = false
        /// The seed of the hash, if a run of tiles has decided about it.
        var seed: UInt64?
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

    private let state: Locked<State>
    /// The number of files that tiles are appended to, including discarded ones.
    package let fileCount: Int
    /// The most files, including those that have tiles already.
    private static let fileLimit = Int(UInt16.max)

    /// Creates a store that appends to files.
    ///
    /// - Parameters:
    ///   - files: the files, of which there are few.
    ///   - hash: a function that is equal for equal bytes. The default is ``ByteHash``.
    package init(
        in files: [AppendOnlyFile], hash: @escaping @Sendable (UnsafeRawBufferPointer) -> UInt64 = ByteHash.hash
    ) {
        state = Locked(State(files: files, hash: hash))
        fileCount = files.count
    }

    /// The savings of deduplication so far.
    package var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// The number of blobs; their IDs are 0 ..< `count`.
    package var count: Int { state.withLock { $0.blobs.count } }

    /// Calls `body` with a function from blob IDs to locations; takes the lock once.
    ///
    /// All blobs must have been stored.
    package func withLocations<Result>(_ body: ((Int) -> Location) throws -> Result) rethrows -> Result {
        let blobs = state.withLock { $0.blobs }
        return try body { blobs[$0].location }
    }

    /// The location of a blob that has been stored.
    package func location(of number: Int) -> Location { state.withLock { $0.blobs[number].location } }

    /// Whether all files have been discarded.
    package var isDiscarded: Bool { state.withLock { $0.files.allSatisfy { $0 == nil } } }

    /// The file with a number; `nil` if it has been discarded.
    package func file(_ number: Int) -> (any ReadableFile)? { state.withLock { $0.files[number] } }

    /// Discards a file whose bytes are all elsewhere; reads that have begun can still finish.
    func discardFile(_ number: Int) {
        // The file is closed outside the lock, because freeing its blocks may take a while.
        _ = state.withLock { state in
            defer { state.files[number] = nil }
            return state.files[number]
        }
    }

    /// The hash of a tile as this store compares it.
    package func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let hash = state.withLock { state in
            state.hasHashed = true
            return state.hash
        }
        return hash(bytes)
    }

    /// Stores a tile, unless an equal one is stored already.
    ///
    /// - Parameters:
    ///   - bytes: the tile.
    ///   - file: the number of the file for new blobs. The default is the first.
    /// - Returns: the ID of the blob with these bytes.
    /// - Throws: ``StoreError`` when the file cannot be written.
    package func store(_ bytes: UnsafeRawBufferPointer, in file: Int = 0) throws -> Int {
        try store(.borrowed(bytes), hash: hash(bytes), in: file)
    }

    /// Stores a tile of which the hash is known, unless an equal one is stored already.
    package func store(_ bytes: TileBytes, hash: UInt64, in file: Int = 0) throws -> Int {
        guard let data = state.withLock({ $0.files[file] }) as? AppendOnlyFile else {
            preconditionFailure("the tiles are finished")
        }
        let blob = Blob(offset: 0, length: UInt32(bytes.count), file: UInt16(file), progress: .writing)
        let (number, isNew) = try find(bytes, hash: hash, orAdd: blob)
        if isNew { try append(bytes, to: data, as: number) }
        return number
    }

    /// Finds the blob with these bytes, or adds a new one, and counts what that saves.
    private func find(_ bytes: TileBytes, hash: UInt64, orAdd blob: Blob) throws -> (number: Int, isNew: Bool) {
        var compared = -1
        while true {
            let (number, isNew) = state.withLock { state -> (Int, Bool) in
                if let candidate = state.candidate(hash, length: bytes.count, after: compared) {
                    return (candidate, false)
                }
                state.index.append(hash)
                state.blobs.append(blob)
                return (state.blobs.count - 1, true)
            }
            if isNew { return (number, true) }
            if try isEqual(bytes, to: number) {
                state.withLock {
                    $0.deduplication.tiles += 1
                    $0.deduplication.bytes += bytes.count
                }
                return (number, false)
            }
            compared = number
        }
    }

    private func append(_ bytes: TileBytes, to file: AppendOnlyFile, as number: Int) throws {
        do {
            let offset = try file.append([], bytes)
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
    private func isEqual(_ bytes: TileBytes, to number: Int) throws -> Bool {
        let blob = state.wait { state in
            state.blobs[number].progress == .writing ? nil : state.blobs[number]
        }
        guard blob.progress == .written, let file = file(Int(blob.file)) else { return false }
        let stored = TileBytes.file(file, offset: blob.offset, count: bytes.count)
        let step = min(max(1, bytes.count), Self.compareLimit)
        return try withUnsafeTemporaryAllocation(byteCount: 2 * step, alignment: 8) { buffer in
            for first in stride(from: 0, to: bytes.count, by: step) {
                let count = min(step, bytes.count - first)
                let one = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                let other = UnsafeMutableRawBufferPointer(rebasing: buffer[step..<step + count])
                try stored.read(into: one, from: first)
                try bytes.read(into: other, from: first)
                guard let start = one.baseAddress, let otherStart = other.baseAddress,
                    memcmp(start, otherStart, count) == 0
                else { return false }
            }
            return true
        }
    }
}

/// Tiles that stay in a file that has them already, until they are moved.
extension TileBlobStore {
    /// Adds the blobs of a run of tiles, except those that are stored already.
    ///
    /// A run that comes before all other tiles decides about the seed of their hashes; the tiles of a run with another seed
    /// are hashed again.
    ///
    /// - Returns: the blob ID of each tile.
    /// - Throws: ``StoreError`` when the file cannot be read.
    package func adopt(_ run: TileRun) throws -> [Int] {
        let hashes = try hashes(of: run)
        let file = state.withLock { state in
            if let known = state.files.lastIndex(where: { $0 === run.file }) { return known }
            precondition(state.files.count < Self.fileLimit, "runs are in few files")
            state.files.append(run.file)
            return state.files.count - 1
        }
        return try zip(run.tiles, hashes).map { tile, hash in
            let blob = Blob(
                offset: tile.offset, length: UInt32(tile.length), file: UInt16(file), progress: .written)
            return try find(run.bytes(of: tile), hash: hash, orAdd: blob).number
        }
    }

    /// The hashes of a run's tiles as this store compares them; those of the run wherever that is possible.
    package func hashes(of run: TileRun) throws -> [UInt64] {
        let fits = state.withLock { state in
            if state.seed == nil, !state.hasHashed {
                state.seed = run.hashSeed
                state.hash = ByteHash(seed: run.hashSeed).hash
            }
            return state.seed == run.hashSeed
        }
        if fits { return run.tiles.map(\.hash) }
        var hashes: [UInt64] = []
        try run.forEachTile { _, bytes in hashes.append(bytes.withUnsafeBytes(hash)) }
        return hashes
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
    package static let copyBufferBytes = 128 << 10
    /// The most threads that move tiles.
    private static let moveThreads = 4

    /// The number of partitions for a number of tiles.
    package static func partitionCount(tiles: Int) -> Int { min(partitionLimit, tiles / minimumPartitionLength + 1) }

    /// Spools tiles to unnamed files, one per partition, until they are moved.
    package convenience init(partitions: Int, beside path: String) throws {
        self.init(in: try (0..<partitions).map { _ in AppendOnlyFile(try OpenFile(unnamedBeside: path)) })
    }

    /// Moves all blobs elsewhere, and discards each file once nothing in it is needed.
    ///
    /// - Parameters:
    ///   - order: the blob IDs in the order in which they are needed; an ID may occur several times.
    ///   - inParallel: whether several threads move blobs. The default is `true`; `false` moves them in order.
    ///   - move: moves the blobs of a range of `order`; called from several threads at once.
    /// - Throws: what `move` throws.
    package func moveAll(in order: [Int], inParallel: Bool = true, _ move: @Sendable (Range<Int>) throws -> Void) throws
    {
        var lastPositions: [Int: Int] = [:]
        withLocations { location in
            for (position, number) in order.enumerated() {
                lastPositions[location(number).file] = position
            }
        }
        let threads = inParallel ? min(Processors.count, Self.moveThreads) : 1
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
        (0..<state.withLock { $0.files.count }).forEach(discardFile)
    }
}
