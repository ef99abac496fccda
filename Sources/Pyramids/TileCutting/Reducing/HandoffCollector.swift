internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Collects the rows of the level that a shard hands off, and stores them in blocks.
final class HandoffCollector: LevelRowObserver {
    /// The bytes of a block, unless a single row has more.
    static let blockBytes = 64 << 10

    /// The rows of one plane that have not been stored yet.
    private struct Block {
        /// The rows of the plane that are handed off.
        let wanted: Range<Int>
        let rowBytes: Int
        let rowLimit: Int
        var rows: Range<Int>
        let memory: UnsafeMutableRawPointer
    }

    private let store: any LevelRowStore
    private let level: Int
    private var blocks: [Block] = []

    /// Creates a collector of the rows that a scope hands off; nil if it hands off none.
    ///
    /// - Throws: `OutOfMemory`.
    init?(
        _ scope: CutScope, of pyramid: Pyramid, planes: [PlaneFormat], into store: any LevelRowStore
    ) throws(OutOfMemory) {
        guard let level = scope.handoffLevel, !scope.handoffRows.isEmpty else { return nil }
        self.store = store
        self.level = level
        for plane in planes {
            let rowBytes = plane.length(pyramid.levels[level].size.width) * plane.layout.bytesPerPixel
            let wanted = plane.span(scope.handoffRows)
            let limit = max(1, min(Self.blockBytes / rowBytes, wanted.count))
            blocks.append(
                Block(
                    wanted: wanted, rowBytes: rowBytes, rowLimit: limit, rows: wanted.lowerBound..<wanted.lowerBound,
                    memory: try HeapMemory.allocate(limit * rowBytes)))
        }
    }

    deinit {
        for block in blocks {
            HeapMemory.free(block.memory)
        }
    }

    func add(_ band: PixelBand, level: Int, plane: PlaneFormat) throws {
        guard level == self.level, let band = band.clamped(to: blocks[plane.number].wanted) else { return }
        for y in band.rows {
            let block = blocks[plane.number]
            (block.memory + block.rows.count * block.rowBytes).copyMemory(from: band.row(y), byteCount: block.rowBytes)
            blocks[plane.number].rows = block.rows.lowerBound..<y + 1
            if block.rows.count + 1 == block.rowLimit { try flush(plane.number) }
        }
    }

    /// Stores the last rows.
    ///
    /// - Returns: Whether all rows have come.
    /// - Throws: The store's error.
    func finish() throws -> Bool {
        for plane in blocks.indices {
            try flush(plane)
        }
        return blocks.allSatisfy { $0.rows.lowerBound == $0.wanted.upperBound }
    }

    private func flush(_ plane: Int) throws {
        let block = blocks[plane]
        guard !block.rows.isEmpty else { return }
        try store.write(
            rows: block.rows, plane: plane,
            UnsafeRawBufferPointer(start: block.memory, count: block.rows.count * block.rowBytes))
        blocks[plane].rows = block.rows.upperBound..<block.rows.upperBound
    }
}
