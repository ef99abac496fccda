internal import ImageSources
internal import TilePyramid

/// Consecutive rows of a source; the first rows are dropped when they are no longer needed.
final class RowWindow {
    /// The most bytes of rows that are held; images that need more at a time are copied to a temporary file.
    static let byteLimit = 256 << 20

    private let memory: UnsafeMutableRawPointer
    private let stride: Int
    private let capacity: Int
    private let width: Int
    /// The rows that are held.
    private(set) var rows: Range<Int>

    /// Creates a window for rows from `first` on.
    ///
    /// - Throws: `OutOfMemory`.
    init(capacity: Int, width: Int, bytesPerPixel: Int, first: Int) throws(OutOfMemory) {
        // As much again, so that rows are moved only when so many have been dropped.
        self.capacity = 2 * capacity
        self.width = width
        stride = width * bytesPerPixel
        memory = try HeapMemory.allocate(max(1, self.capacity * stride))
        rows = first..<first
    }

    deinit { HeapMemory.free(memory) }

    /// Adds the next row, after dropping those before `needed` if there is no room.
    func append(_ row: UnsafeRawPointer, needed: Int) {
        if rows.count == capacity {
            let kept = max(needed, rows.lowerBound)
            let dropped = min(kept - rows.lowerBound, rows.count)
            precondition(dropped > 0, "the rows that are needed at a time fit into the window")
            memory.copyMemory(from: memory + dropped * stride, byteCount: (rows.count - dropped) * stride)
            rows = rows.lowerBound + dropped..<rows.upperBound
        }
        (memory + rows.count * stride).copyMemory(from: row, byteCount: stride)
        rows = rows.lowerBound..<rows.upperBound + 1
    }

    /// The pixels that are held.
    var pixels: PixelWindow {
        PixelWindow(
            base: UnsafeRawPointer(memory), stride: stride,
            rect: PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count))
    }
}
