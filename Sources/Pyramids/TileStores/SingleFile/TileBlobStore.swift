internal import Glibc
internal import Concurrency
internal import TilePyramid

/// Keeps the bytes of tiles in a file, or in several, those of equal tiles once.
///
/// Tiles come from several threads. Equal ones are found by a hash, and then compared byte by byte with what is in the
/// file, because a hash may be equal for different tiles. The lock is held neither while bytes are written nor while
/// they are compared; a file may have one of its own.
final class TileBlobStore: Sendable {
    /// The bytes of memory that each different tile takes at most.
    static let bytesPerBlob = 16 + HashIndex.bytesPerEntry
    /// Bytes that are compared at a time.
    private static let compareLimit = 64 << 10

    /// Where the bytes of a tile are.
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
        /// The files in which the bytes are; nil for those that have been given up.
        var files: [(any AppendableFile)?]
        var index = HashIndex()
        var blobs: [Blob] = []
        var deduplication = DeduplicationStatistics()

        /// The next content that may be equal.
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
    /// How many files there are, or have been.
    let fileCount: Int

    /// Keeps tiles at the end of files.
    ///
    /// - Parameters:
    ///   - files: at most 256.
    ///   - hash: equal for equal bytes; default ``ByteHash``.
    init(in files: [any AppendableFile], hash: @escaping @Sendable (UnsafeRawBufferPointer) -> UInt64 = ByteHash.hash) {
        state = Locked(State(files: files))
        fileCount = files.count
        self.hash = hash
    }

    /// What equal tiles have saved so far.
    var deduplication: DeduplicationStatistics { state.withLock { $0.deduplication } }

    /// How many different tiles there are; each has a number below that.
    var count: Int { state.withLock { $0.blobs.count } }

    /// Where the bytes with a number are, once they have been stored; for all of them, in one step.
    func withLocations<Result>(_ body: ((Int) -> Location) throws -> Result) rethrows -> Result {
        let blobs = state.withLock { $0.blobs }
        return try body { blobs[$0].location }
    }

    /// Where the bytes with a number are, once they have been stored.
    func location(of number: Int) -> Location { state.withLock { $0.blobs[number].location } }

    /// Whether all files have been given up.
    var isDiscarded: Bool { state.withLock { $0.files.allSatisfy { $0 == nil } } }

    /// A file in which bytes are; nil when it has been given up.
    func file(_ number: Int) -> (any AppendableFile)? { state.withLock { $0.files[number] } }

    /// Gives up a file, when all that is in it is elsewhere too; whoever reads it now still can.
    func discardFile(_ number: Int) {
        // It is closed outside the lock: the system may take a while to free what it had.
        _ = state.withLock { state in
            defer { state.files[number] = nil }
            return state.files[number]
        }
    }

    /// Stores a tile unless an equal one is there.
    ///
    /// - Parameters:
    ///   - bytes: the tile.
    ///   - file: the number of the file in which it will be, unless an equal one is in another; default the first.
    /// - Returns: under which number its bytes are.
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

    /// Whether the bytes are those with the number, when these have been written.
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
