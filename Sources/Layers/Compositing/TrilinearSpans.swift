internal import PixelKernels

/// Interpolates between two mipmap levels with a constant weight.
struct TrilinearSpans<Source: SpanSource>: SpanSource {
    private var fine: Source, coarse: Source
    /// The weight of the coarse level in 256ths.
    private let weight: Int
    private let memory: ScratchMemory<UInt32>

    init(_ fine: Source, _ coarse: Source, weight: Int, columns: Range<Int>) {
        self.fine = fine
        self.coarse = coarse
        self.weight = weight
        memory = ScratchMemory(count: columns.count)
    }

    mutating func pixels(
        row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        let first = fine.pixels(row: row, columns: columns, scratch: scratch)
        if first != UnsafePointer(scratch) {
            scratch.update(from: first, count: columns.count)
        }
        let second = coarse.pixels(row: row, columns: columns, scratch: memory.base)
        Blending.mix(scratch, with: second, weight: weight, count: columns.count)
        return UnsafePointer(scratch)
    }
}

/// Interpolates between two mipmap levels in perspective; the levels and their weight change along a row.
///
/// The level of detail is computed for every 16 pixels, counted from the left edge of the frame, so the result does not
/// depend on the region that is drawn.
struct PerspectiveTrilinearSpans: SpanSource {
    private static let pixelsPerBlock = 16
    /// The maximum number of blocks of the same two levels that are sampled at a time.
    private static let blockLimit = 16

    /// Pixels of one level of detail.
    private struct Block {
        var columns: Range<Int>
        /// The finer level, and the weight of the next one in 256ths.
        var level: Int, weight: Int
    }

    /// The levels, full size first.
    private let mipLevels: [LinearSpans]
    private let view: InverseProjection
    private let memory = ScratchMemory<UInt32>(count: pixelsPerBlock * blockLimit)

    init(_ mipLevels: [LinearSpans], view: InverseProjection) {
        self.mipLevels = mipLevels
        self.view = view
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        withUnsafeTemporaryAllocation(of: Block.self, capacity: Self.blockLimit) { blocks in
            var count = 0
            var column = columns.lowerBound
            while column < columns.upperBound {
                let block = block(row: row, from: column, in: columns)
                if count > 0, count == Self.blockLimit || blocks[count - 1].level != block.level {
                    sample(blocks[..<count], row: row, into: scratch - columns.lowerBound)
                    count = 0
                }
                blocks.initializeElement(at: count, to: block)
                count += 1
                column = block.columns.upperBound
            }
            sample(blocks[..<count], row: row, into: scratch - columns.lowerBound)
        }
        return UnsafePointer(scratch)
    }

    private func block(row: Int, from column: Int, in columns: Range<Int>) -> Block {
        let first = column & ~(Self.pixelsPerBlock - 1)
        let detail = view.levelOfDetail(
            column: Double(first) + Double(Self.pixelsPerBlock - 1) / 2, row: Double(row),
            limit: 256 * (mipLevels.count - 1))
        return Block(
            columns: column..<min(first + Self.pixelsPerBlock, columns.upperBound), level: detail / 256,
            weight: detail % 256)
    }

    /// Samples consecutive blocks of one level, into memory indexed by column.
    private func sample(
        _ blocks: Slice<UnsafeMutableBufferPointer<Block>>, row: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        guard let first = blocks.first, let last = blocks.last else { return }
        let columns = first.columns.lowerBound..<last.columns.upperBound
        _ = mipLevels[first.level].pixels(row: row, columns: columns, scratch: target + columns.lowerBound)
        guard blocks.contains(where: { $0.weight > 0 }) else { return }
        let coarse = mipLevels[first.level + 1].pixels(row: row, columns: columns, scratch: memory.base)
        for block in blocks {
            Blending.mix(
                target + block.columns.lowerBound, with: coarse + (block.columns.lowerBound - columns.lowerBound),
                weight: block.weight, count: block.columns.count)
        }
    }
}
