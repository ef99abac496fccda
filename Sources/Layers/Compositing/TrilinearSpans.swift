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

/// Interpolates between two mipmap levels in perspective, where the levels and their weight change along a row.
///
/// The level of detail is computed for every 16 pixels, counted from the left edge of the frame, so the result does not
/// depend on the region that is drawn.
struct PerspectiveTrilinearSpans: SpanSource {
    private static let pixelsPerBlock = 16

    /// The levels, full size first.
    private let mipLevels: [LinearSpans]
    private let view: InverseProjection
    private let memory = ScratchMemory<UInt32>(count: pixelsPerBlock)

    init(_ mipLevels: [LinearSpans], view: InverseProjection) {
        self.mipLevels = mipLevels
        self.view = view
    }

    func pixels(row: Int, columns: Range<Int>, scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        var column = columns.lowerBound
        while column < columns.upperBound {
            let first = column & ~(Self.pixelsPerBlock - 1)
            let end = min(first + Self.pixelsPerBlock, columns.upperBound)
            let detail = view.levelOfDetail(
                column: Double(first) + Double(Self.pixelsPerBlock - 1) / 2, row: Double(row),
                limit: 256 * (mipLevels.count - 1))
            let (level, weight) = (detail / 256, detail % 256)
            let target = scratch + (column - columns.lowerBound)
            _ = mipLevels[level].pixels(row: row, columns: column..<end, scratch: target)
            if weight > 0 {
                let coarse = mipLevels[level + 1].pixels(row: row, columns: column..<end, scratch: memory.base)
                Blending.mix(target, with: coarse, weight: weight, count: end - column)
            }
            column = end
        }
        return UnsafePointer(scratch)
    }
}
