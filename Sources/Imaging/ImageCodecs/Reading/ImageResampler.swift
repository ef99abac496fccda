internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Makes an image smaller while its rows arrive, with Lanczos' filter of three lobes.
///
/// Holds the rows that the next output row needs, already at the width of the output.
final class ImageResampler {
    private let resampler: RowResampler
    private let height: Int
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

    /// Prepares the resampling to a size of at most that of the image.
    ///
    /// - Throws: `OutOfMemory`.
    init(from info: ImageInfo, to target: PixelSize) throws {
        (height, self.target) = (info.size.height, target)
        let step = Double(info.size.width) / Double(target.width)
        resampler = RowResampler(layout: info.layout, width: info.size.width, columns: 0..<target.width) {
            ResamplingWindow(center: (Double($0) + 0.5) * step, step: step, length: info.size.width)
        }
        row = try HeapMemory.allocate(max(1, target.width * info.layout.bytesPerPixel))
        do {
            scratch = try HeapMemory.allocate(info.size.width, of: RowResampler.Pixel.self)
        } catch {
            HeapMemory.free(row)
            throw error
        }
        window = Self.window(0, height: info.size.height, target: target)
    }

    deinit {
        HeapMemory.free(row)
        HeapMemory.free(scratch)
        for row in held + free {
            HeapMemory.free(row)
        }
    }

    private static func window(_ y: Int, height: Int, target: PixelSize) -> ResamplingWindow {
        let step = Double(height) / Double(target.height)
        return ResamplingWindow(center: (Double(y) + 0.5) * step, step: step, length: height)
    }

    /// Adds row `y`, which follows the row that was added before, and lends each output row that is complete.
    ///
    /// - Throws: `OutOfMemory`.
    func add(_ source: UnsafeRawPointer, _ y: Int, output: (UnsafeRawPointer, Int) -> Void) throws {
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
            output(row, next)
            next += 1
            window = Self.window(next, height: height, target: target)
            let done = max(0, min(held.count, window.start - firstHeld))
            free += held[..<done]
            held.removeFirst(done)
            firstHeld += done
        }
    }
}
