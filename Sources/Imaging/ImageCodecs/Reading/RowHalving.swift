package import ImageSources
internal import PixelKernels
package import TilePyramid

/// Halves an image of premultiplied pixels a number of times while its rows arrive from top to bottom.
///
/// Holds two rows for each halving.
package final class RowHalving {
    private let width: Int
    private let height: Int
    /// The upper row of a pair, kept until the lower one arrives.
    private let upper: UnsafeMutablePointer<UInt32>
    private let halved: UnsafeMutablePointer<UInt32>
    private let memory: UnsafeMutablePointer<UInt32>
    private let next: RowHalving?
    private var row = 0
    private let output: (_ row: Int, _ pixels: UnsafePointer<UInt32>) throws -> Void

    /// Creates a halving of rows of one size, `halvings` times (at least once); each size is rounded up.
    ///
    /// `output` receives the rows of the smallest image, each valid during the call.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory of the rows.
    package init(
        of size: PixelSize, halvings: Int,
        output: @escaping (_ row: Int, _ pixels: UnsafePointer<UInt32>) throws -> Void
    ) throws(OutOfMemory) {
        precondition(halvings >= 1, "an image is halved at least once")
        width = size.width
        height = size.height
        next = halvings > 1 ? try RowHalving(of: size.halved, halvings: halvings - 1, output: output) : nil
        memory = try HeapMemory.allocate(size.width + size.halved.width, of: UInt32.self)
        upper = memory
        halved = memory + size.width
        self.output = output
    }

    deinit { HeapMemory.free(memory) }

    /// Adds the next row.
    package func add(_ pixels: UnsafePointer<UInt32>) throws {
        defer { row += 1 }
        let isLast = row == height - 1
        guard !row.isMultiple(of: 2) || isLast else { return upper.update(from: pixels, count: width) }
        // With an odd height, the last row counts twice.
        let above = row.isMultiple(of: 2) ? pixels : UnsafePointer(upper)
        PremultipliedBoxDownsampling.makeRow(upper: above, lower: pixels, width: width, into: halved)
        if let next {
            try next.add(halved)
        } else {
            try output(row / 2, halved)
        }
    }
}
