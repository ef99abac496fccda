internal import ImageSources
package import PixelKernels
package import TilePyramid

/// Resamples an image while its rows arrive.
///
/// It holds the rows for the next output row, already at the width of the output.
package final class ImageResampler {
    private let resampler: RowResampler
    private let rows: (Int) -> ResamplingWindow
    private let target: PixelSize
    private let row: UnsafeMutableRawPointer
    private let scratch: UnsafeMutablePointer<RowResampler.Pixel>
    /// The held rows, which follow each other from `firstHeld` on, and memory for further ones.
    private var held: [UnsafeMutablePointer<RowResampler.Pixel>] = []
    private var free: [UnsafeMutablePointer<RowResampler.Pixel>] = []
    private var firstHeld = 0
    /// The next output row, and its rows of the source.
    private var next = 0
    private var window: ResamplingWindow

    /// Prepares the resampling to at most the size of the image, with Lanczos' filter of three lobes.
    ///
    /// - Throws: `OutOfMemory`.
    convenience init(from info: ImageInfo, to target: PixelSize) throws {
        func window(_ place: Int, _ length: Int, _ count: Int) -> ResamplingWindow {
            let step = Double(length) / Double(count)
            return ResamplingWindow(center: (Double(place) + 0.5) * step, step: step, length: length)
        }
        try self.init(
            width: info.size.width, layout: info.layout, to: target,
            columns: { window($0, info.size.width, target.width) },
            rows: { window($0, info.size.height, target.height) })
    }

    /// Prepares the resampling with any filter.
    ///
    /// - Parameters:
    ///   - width: the number of pixels in a source row.
    ///   - layout: the layout of pixels in memory, before and after.
    ///   - target: the size of the output.
    ///   - holdsNumbers: whether pixels are `NumberPixels`, in a layout of colors of 8 bits; false by default.
    ///   - columns: returns the source columns of an output column.
    ///   - rows: returns the source rows of an output row; they never begin before the source rows of the row above.
    /// - Throws: `OutOfMemory`.
    package init(
        width: Int, layout: PixelLayout, to target: PixelSize, holdsNumbers: Bool = false,
        columns: (Int) -> ResamplingWindow, rows: @escaping (Int) -> ResamplingWindow
    ) throws {
        self.rows = rows
        self.target = target
        resampler = RowResampler(
            layout: layout, width: width, columns: 0..<target.width, holdsNumbers: holdsNumbers, window: columns)
        row = try HeapMemory.allocate(max(1, target.width * layout.bytesPerPixel))
        do {
            scratch = try HeapMemory.allocate(width, of: RowResampler.Pixel.self)
        } catch {
            HeapMemory.free(row)
            throw error
        }
        window = rows(0)
    }

    deinit {
        HeapMemory.free(row)
        HeapMemory.free(scratch)
        for row in held + free {
            HeapMemory.free(row)
        }
    }

    /// Adds row `y`, the one after the last added row, and lends each output row that is complete.
    ///
    /// - Throws: `OutOfMemory`.
    package func add(
        _ source: UnsafeRawPointer, _ y: Int, output: (UnsafeRawPointer, Int) throws -> Void
    ) throws {
        guard next < target.height, y >= window.start else { return }
        if free.isEmpty {
            free.append(try HeapMemory.allocate(target.width, of: RowResampler.Pixel.self))
        }
        let memory = free.removeLast()
        resampler.resample(source, scratch: scratch, into: memory)
        if held.isEmpty { firstHeld = y }
        held.append(memory)
        while next < target.height, window.start + window.weights.count <= y + 1 {
            let first = window.start - firstHeld
            resampler.blend(
                Array(held[first..<first + window.weights.count]), weights: window.weights[...], into: row)
            try output(row, next)
            next += 1
            if next < target.height { window = rows(next) }
            let done = max(0, min(held.count, window.start - firstHeld))
            free += held[..<done]
            held.removeFirst(done)
            firstHeld += done
        }
    }
}
