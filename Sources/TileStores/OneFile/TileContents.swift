internal import Glibc
internal import LockedState
internal import TilePyramid

/// Keeps the bytes of tiles in a file, those of equal tiles once.
///
/// Tiles come from several threads. Equal ones are found by a hash, and then compared byte by byte with what is in the
/// file, because a hash may be equal for different tiles. The lock is held neither while bytes are written nor while
/// they are compared.
final class TileContents: Sendable {
    /// The bytes of memory that each different tile takes at most.
    static let bytesPerContent = 16 + HashIndex.bytesPerThing
    /// Bytes that are compared at a time.
    private static let compareLimit = 64 << 10

    /// Where the bytes of a tile are.
    struct Place: Hashable {
        var offset: Int
        var length: Int
    }

    private enum Progress {
        case writing, written, failed
    }

    private struct Content {
        var offset: Int
        var length: UInt32
        var progress: Progress
    }

    private struct State {
        var index = HashIndex()
        var contents: [Content] = []
        var sharing = TileSharing()

        /// The next content that may be equal.
        func candidate(_ hash: UInt64, length: Int, after number: Int) -> Int? {
            var number = number
            while let found = index.first(hash, after: number) {
                if contents[found].length == length { return found }
                number = found
            }
            return nil
        }
    }

    private let data: GrowingFile
    private let hash: @Sendable (UnsafeRawBufferPointer) -> UInt64
    private let state = Locked(State())

    /// Keeps tiles at the end of a file.
    ///
    /// - Parameters:
    ///   - data: the file.
    ///   - hash: equal for equal bytes; default ``ByteHash``.
    init(in data: GrowingFile, hash: @escaping @Sendable (UnsafeRawBufferPointer) -> UInt64 = ByteHash.hash) {
        self.data = data
        self.hash = hash
    }

    /// The file in which they are.
    var file: OpenFile { data.file }

    /// What equal tiles have saved so far.
    var sharing: TileSharing { state.withLock { $0.sharing } }

    /// How many different tiles there are; each has a number below that.
    var count: Int { state.withLock { $0.contents.count } }

    /// Where the bytes with a number are; for all of them, in one step.
    func withPlaces<Result>(_ body: ((Int) -> Place) throws -> Result) rethrows -> Result {
        let contents = state.withLock { $0.contents }
        return try body { Place(offset: contents[$0].offset, length: Int(contents[$0].length)) }
    }

    /// Where the bytes with a number are.
    func place(of number: Int) -> Place {
        state.withLock { Place(offset: $0.contents[number].offset, length: Int($0.contents[number].length)) }
    }

    /// Stores a tile unless an equal one is there, and says under which number its bytes are.
    ///
    /// - Throws: ``StoreError`` when the file cannot be written.
    func store(_ bytes: UnsafeRawBufferPointer) throws -> Int {
        precondition(bytes.count <= Int(UInt32.max), "a tile is smaller than 4 GB")
        let hash = hash(bytes)
        var compared = -1
        while true {
            let (number, isNew) = state.withLock { state -> (Int, Bool) in
                if let candidate = state.candidate(hash, length: bytes.count, after: compared) {
                    return (candidate, false)
                }
                state.index.append(hash)
                state.contents.append(
                    Content(
                        offset: data.reserve(bytes.count), length: UInt32(bytes.count), progress: .writing))
                return (state.contents.count - 1, true)
            }
            if isNew {
                try write(bytes, as: number)
                return number
            }
            if try isEqual(bytes, to: number) {
                state.withLock {
                    $0.sharing.tiles += 1
                    $0.sharing.bytes += bytes.count
                }
                return number
            }
            compared = number
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, as number: Int) throws {
        do {
            try data.file.write(bytes, at: place(of: number).offset)
        } catch {
            state.withLockAndNotify { $0.contents[number].progress = .failed }
            throw error
        }
        state.withLockAndNotify { $0.contents[number].progress = .written }
    }

    /// Whether the bytes are those with the number, when these have been written.
    private func isEqual(_ bytes: UnsafeRawBufferPointer, to number: Int) throws -> Bool {
        let content = state.wait { state in
            state.contents[number].progress == .writing ? nil : state.contents[number]
        }
        guard content.progress == .written else { return false }
        return try withUnsafeTemporaryAllocation(
            byteCount: min(max(1, bytes.count), Self.compareLimit), alignment: 8
        ) { buffer in
            var done = 0
            while done < bytes.count {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(bytes.count - done))
                let count = try data.file.read(into: part, at: content.offset + done)
                guard count == part.count, let read = part.baseAddress, let given = bytes.baseAddress,
                    memcmp(read, given + done, count) == 0
                else { return false }
                done += count
            }
            return true
        }
    }
}
