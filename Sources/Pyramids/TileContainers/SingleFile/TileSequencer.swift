internal import Concurrency
package import TilePyramid

/// Hands on tiles in the canonical order of ``TileOrder``, whatever the order in which they arrive from several threads.
///
/// A tile that arrives in its turn is placed at once, without a copy; one that is early waits in memory, or in an
/// unnamed spool file beyond ``memoryLimit``. Tiles are placed one after the other, by whichever thread has filled the
/// gap. Without ``skip(_:)``, tiles after a gap wait until ``flush()``; the order is the same.
///
/// Memory: ``memoryLimit``, and up to about 150 bytes for each waiting tile.
package final class TileSequencer<Attachment: Sendable>: Sendable {
    /// Places the next tile; calls follow each other in order.
    package typealias Placer = @Sendable (TileIndex, TileBytes, Attachment) throws -> Void

    private enum Entry {
        /// A tile that waits, or is being placed.
        case tile(HeldBytes, Attachment)
        /// A tile that will not come.
        case skipped
    }

    /// The bytes of a waiting tile.
    private enum HeldBytes {
        case memory([UInt8])
        case file(any ReadableFile, offset: Int, count: Int)

        var bytes: TileBytes {
            switch self {
            case .memory(let bytes): .array(bytes)
            case .file(let file, let offset, let count): .file(file, offset: offset, count: count)
            }
        }

        /// The bytes of memory that count toward the limit.
        var cost: Int { if case .memory(let bytes) = self { bytes.count } else { 0 } }
    }

    private struct State {
        var order: TileOrder.Iterator
        /// The tile whose turn it is; `nil` after the last, or after a flush, when tiles are placed as they arrive.
        var next: TileIndex?
        var waiting: [TileIndex: Entry] = [:]
        /// The bytes of the tiles that wait in memory.
        var heldBytes = 0
        var peakHeldBytes = 0
        var spool: AppendOnlyFile?
        /// Whether a thread is placing tiles.
        var isPlacing = false
        var failure: (any Error)?

        init(_ order: TileOrder) {
            self.order = order.makeIterator()
            next = self.order.next()
        }

        /// Takes memory for a waiting tile, if there is enough.
        mutating func reserve(_ count: Int, limit: Int) -> Bool {
            guard heldBytes + count <= limit else { return false }
            heldBytes += count
            peakHeldBytes = max(peakHeldBytes, heldBytes)
            return true
        }

        mutating func hold(_ entry: Entry, at index: TileIndex) {
            release(index)
            waiting[index] = entry
        }

        mutating func release(_ index: TileIndex) {
            if case .tile(let held, _) = waiting.removeValue(forKey: index) { heldBytes -= held.cost }
        }

        /// The next tile, if it is there; the turn passes to the one after it.
        mutating func takeNext() -> (TileIndex, TileBytes, Attachment)? {
            while let index = next, let entry = waiting[index] {
                next = order.next()
                switch entry {
                case .tile(let held, let attachment): return (index, held.bytes, attachment)
                case .skipped: waiting[index] = nil
                }
            }
            return nil
        }
    }

    /// The most bytes of waiting tiles that are held in memory.
    package static var memoryLimit: Int { 8 << 20 }

    private let order: TileOrder
    private let path: String
    private let memoryLimit: Int
    private let place: Placer
    private let state: Locked<State>

    /// Creates a sequencer for all tiles of a pyramid.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - path: the path beside which waiting tiles are spooled.
    ///   - memoryLimit: the most bytes of waiting tiles in memory. The default is ``memoryLimit``.
    ///   - place: places a tile; after it has thrown, no other is placed.
    package init(
        of pyramid: Pyramid, spoolingBeside path: String, memoryLimit: Int = TileSequencer.memoryLimit,
        place: @escaping Placer
    ) {
        order = TileOrder(of: pyramid)
        self.path = path
        self.memoryLimit = memoryLimit
        self.place = place
        state = Locked(State(order))
    }

    /// The most bytes that have waited in memory so far.
    var peakHeldBytes: Int { state.withLock { $0.peakHeldBytes } }

    /// The bytes that have been spooled so far.
    var spooledBytes: Int { state.withLock { $0.spool }?.end ?? 0 }

    /// Places a tile, or makes it wait for its turn; may be called from any thread.
    ///
    /// Waits while the memory is used up and another thread is placing tiles.
    ///
    /// - Parameters:
    ///   - index: the tile.
    ///   - bytes: its bytes, which are valid only during the call.
    ///   - attachment: what the placer needs besides the bytes.
    /// - Throws: ``StoreError`` when the tile cannot be spooled; the first error of the placer, also that of another
    ///   thread.
    package func add(_ index: TileIndex, _ bytes: UnsafeRawBufferPointer, _ attachment: Attachment) throws {
        if try isPlacedNow(index) {
            try placeAll(from: (index, .borrowed(bytes), attachment))
        } else {
            let held = try hold(bytes)
            try resume { $0.hold(.tile(held, attachment), at: index) }
        }
    }

    /// Makes tiles of a file that stays as it is wait for their turn, and places those whose turn it is.
    ///
    /// - Throws: the first error of the placer, also that of another thread.
    package func add(_ tiles: some Sequence<(TileIndex, Range<Int>, Attachment)>, in file: any ReadableFile) throws {
        try resume { state in
            for (index, range, attachment) in tiles {
                let held = HeldBytes.file(file, offset: range.lowerBound, count: range.count)
                state.hold(.tile(held, attachment), at: index)
            }
        }
    }

    /// Notes that a tile will not come, so that the tiles after it need not wait for it.
    ///
    /// - Throws: the first error of the placer, also that of another thread.
    package func skip(_ index: TileIndex) throws {
        try resume { state in
            guard let next = state.next, index == next || order.precedes(next, index) else { return }
            state.hold(.skipped, at: index)
        }
    }

    /// Places all tiles that wait; those that come later are placed as they arrive.
    ///
    /// - Throws: the first error of the placer, also that of another thread.
    package func flush() throws {
        var sorted = try state.wait { state -> Result<[TileIndex], any Error>? in
            if let failure = state.failure { return .failure(failure) }
            guard !state.isPlacing else { return nil }
            state.isPlacing = true
            state.next = nil
            return .success(state.waiting.keys.sorted(by: order.precedes))
        }.get()
        do {
            while !sorted.isEmpty {
                for index in sorted {
                    let entry = state.withLock { $0.waiting[index] }
                    if case .tile(let held, let attachment) = entry { try place(index, held.bytes, attachment) }
                    state.withLockAndNotify { $0.release(index) }
                }
                // Those that have come meanwhile.
                sorted = state.withLock { $0.waiting.keys.sorted(by: order.precedes) }
            }
        } catch {
            throw fail(error)
        }
        state.withLockAndNotify { $0.isPlacing = false }
    }

    /// The bytes of a tile that waits; `nil` if it has been placed, or has not come.
    package func read(_ index: TileIndex) throws -> [UInt8]? {
        guard case .tile(let held, _) = state.withLock({ $0.waiting[index] }) else { return nil }
        return try held.bytes.copy()
    }

    /// Takes the turn for a tile if it is next, or late, and no other thread is placing tiles.
    private func isPlacedNow(_ index: TileIndex) throws -> Bool {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard !state.isPlacing else { return false }
            if let next = state.next {
                guard index == next || order.precedes(index, next) else { return false }
                if index == next { state.next = state.order.next() }
            }
            state.isPlacing = true
            return true
        }
    }

    /// Copies the bytes of an early tile to memory, or to the spool.
    private func hold(_ bytes: UnsafeRawBufferPointer) throws -> HeldBytes {
        let spool = try state.wait { state -> Result<AppendOnlyFile?, any Error>? in
            if let failure = state.failure { return .failure(failure) }
            if state.reserve(bytes.count, limit: memoryLimit) { return .success(nil) }
            // The thread that is placing tiles makes room.
            guard !state.isPlacing else { return nil }
            return Result {
                let spool = try state.spool ?? AppendOnlyFile(OpenFile(unnamedBeside: path))
                state.spool = spool
                return spool
            }
        }.get()
        guard let spool else { return .memory(Array(bytes)) }
        return .file(spool, offset: try spool.append(bytes), count: bytes.count)
    }

    /// Changes what waits, and places the tiles whose turn it is, unless another thread does.
    private func resume(_ change: (inout State) -> Void) throws {
        let first = try state.withLock { state in
            if let failure = state.failure { throw failure }
            change(&state)
            guard !state.isPlacing else { return nil as (TileIndex, TileBytes, Attachment)? }
            let first = state.takeNext()
            state.isPlacing = first != nil
            return first
        }
        if let first { try placeAll(from: first) }
    }

    /// Places a tile and those that wait to follow it; the calling thread has taken the turn.
    private func placeAll(from first: (TileIndex, TileBytes, Attachment)) throws {
        do {
            var tile = first
            while true {
                try place(tile.0, tile.1, tile.2)
                let following = state.withLockAndNotify { state in
                    // Only now, so that a waiting tile can be read at any time.
                    state.release(tile.0)
                    let following = state.takeNext()
                    state.isPlacing = following != nil
                    return following
                }
                guard let following else { return }
                tile = following
            }
        } catch {
            throw fail(error)
        }
    }

    /// Makes all further calls throw the first error.
    private func fail(_ error: any Error) -> any Error {
        state.withLockAndNotify { state in
            state.isPlacing = false
            state.failure = state.failure ?? error
        }
        return error
    }
}
