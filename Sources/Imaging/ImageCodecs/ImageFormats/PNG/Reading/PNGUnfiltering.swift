internal import ImageSources
internal import PixelKernels

/// Undoes the filters of blocks of rows, one block after another.
final class PNGUnfiltering {
    private let passes: [PNGPass]
    private let bytesPerPixel: Int
    /// The row above the next block: zeros above the first of a pass.
    private let above: UnsafeMutableRawPointer
    private let byteCount: Int

    /// Prepares for the rows of passes.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory of a row.
    init(_ passes: [PNGPass], bytesPerPixel: Int) throws(OutOfMemory) {
        self.passes = passes
        self.bytesPerPixel = bytesPerPixel
        byteCount = (passes.map(\.rowBytes).max() ?? 0) + PNGFilter.padding
        above = try HeapMemory.allocate(byteCount)
    }

    deinit { HeapMemory.free(above) }

    /// Undoes the filters of a block's rows, in place.
    ///
    /// - Parameters:
    ///   - block: the block that follows the last one.
    ///   - accept: takes a row whose filter is unknown. It may throw; otherwise that row is left as it is, and the one
    ///     above it stands for it.
    /// - Throws: the error of `accept`.
    func run(_ block: PNGRowBlock, _ accept: (_ row: Int, PNGDataReader.Problem) throws -> Void) throws {
        let rowBytes = passes[block.pass].rowBytes
        if block.rows.lowerBound == 0 { above.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }
        var upper = UnsafeRawPointer(above)
        for (index, row) in block.rows.enumerated() {
            let start = block.base + index * block.stride
            guard let filter = PNGFilter(rawValue: start.load(as: UInt8.self)) else {
                try accept(row, .damaged("a row has an unknown filter"))
                continue
            }
            filter.unfilter(start + 1, above: upper, count: rowBytes, bytesPerPixel: bytesPerPixel)
            upper = UnsafeRawPointer(start + 1)
        }
        if upper != UnsafeRawPointer(above) { above.copyMemory(from: upper, byteCount: rowBytes) }
    }
}
