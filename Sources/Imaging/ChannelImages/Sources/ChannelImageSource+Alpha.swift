internal import Concurrency
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Alpha that the file states beside the channels.
extension ChannelImageSource {
    /// Joins rendered pixels with the alpha that the file states, if it states any; wholly transparent pixels have no color.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - pixels: the first pixel of the first row.
    ///   - memory: the memory of threads.
    /// - Throws: the errors of `ChannelImage.readAlpha`, and `OutOfMemory`.
    func joinAlpha(
        of rows: Range<Int>, to pixels: UnsafeMutableRawPointer, _ memory: ContextPool<ChannelBlockMemory>
    ) throws {
        guard hasStatedAlpha else { return }
        let rects = plan.rects(of: rows)
        let plane = ChannelPlane(level: level, section: rendering.section, time: rendering.time)
        let width = info.size.width
        let channels = info.layout.channels.rawValue
        let image = image
        // Each thread writes the pixels of its own rectangles.
        nonisolated(unsafe) let output = pixels.assumingMemoryBound(to: UInt8.self)
        try parallelFor(rects.count, workers: workers, makeContext: {}) { index, _ in
            let rect = rects[index]
            try memory.withContext { memory in
                let alpha = try memory.readAlpha(rect, of: plane, from: image)
                for y in rect.rows {
                    let row = output + ((y - rows.lowerBound) * width + rect.x) * channels
                    Self.join(alpha + (y - rect.y) * rect.size.width, count: rect.size.width, channels, to: row)
                }
            }
        }
    }

    /// Limits the alpha of a row's pixels, which is their last sample.
    static func join(
        _ alpha: UnsafePointer<UInt8>, count: Int, _ channels: Int, to pixels: UnsafeMutablePointer<UInt8>
    ) {
        for x in 0..<count {
            let pixel = pixels + x * channels
            let opacity = min(alpha[x], pixel[channels - 1])
            pixel[channels - 1] = opacity
            guard opacity == 0 else { continue }
            for color in 0..<channels - 1 { pixel[color] = 0 }
        }
    }
}
