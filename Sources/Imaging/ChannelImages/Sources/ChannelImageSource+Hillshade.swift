internal import Concurrency
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Bands of shades, which need the elevations of a row more at both ends.
extension ChannelImageSource {
    /// The rows that a thread shades at a time.
    private static let shadedRows = 16

    func readShadedBands(
        _ rows: Range<Int>, _ channel: Int, _ light: Hillshade, _ body: (PixelBand) throws -> Void
    ) throws {
        let width = info.size.width
        let height = info.size.height
        let stride = width * info.layout.bytesPerPixel
        let end = min(height, rows.upperBound + 1)
        var light = light
        light.pixelWidth *= Double(image.description.size.width) / Double(width)
        light.pixelHeight *= Double(image.description.size.height) / Double(height)
        var elevations = ScratchBuffer()
        var buffer = ScratchBuffer()
        let memory = ContextPool { ChannelBlockMemory() }
        // The two last rows of a band are kept for the next one.
        let capacity = (plan.longestBand + 2) * width
        let floats = try elevations.reserve(capacity * MemoryLayout<Float>.stride)
            .bindMemory(to: Float.self, capacity: capacity)
        var next = max(0, rows.lowerBound - 1)
        var kept = next..<next
        var shaded = rows.lowerBound
        while next < end {
            let band = plan.band(from: next, before: end)
            try readElevations(band, channel, into: floats + kept.count * width, memory)
            let present = kept.lowerBound..<band.upperBound
            // The row below the last one is not there yet, unless it is the last of all.
            let ready =
                shaded..<max(shaded, min(rows.upperBound, band.upperBound == height ? height : band.upperBound - 1))
            if !ready.isEmpty {
                let base = try buffer.reserve(ready.count * stride)
                shade(ready, light, floats, present, to: base)
                try joinAlpha(of: ready, to: base, memory)
                try body(PixelBand(base: base, stride: stride, rows: ready))
            }
            shaded = ready.upperBound
            next = band.upperBound
            kept = max(present.lowerBound, next - 2)..<next
            let first = floats + (kept.lowerBound - present.lowerBound) * width
            floats.update(from: first, count: kept.count * width)
        }
    }

    /// Reads the elevations of rows, NaN for invalid ones.
    private func readElevations(
        _ band: Range<Int>, _ channel: Int, into elevations: UnsafeMutablePointer<Float>,
        _ memory: ContextPool<ChannelBlockMemory>
    ) throws {
        let width = info.size.width
        let description = image.description
        // Each thread writes the elevations of its own rectangles.
        nonisolated(unsafe) let elevations = elevations
        try readRows(band, memory) { rect, y, samples in
            let row = elevations + (y - band.lowerBound) * width + rect.x
            let count = rect.size.width
            withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { values in
                guard let base = values.baseAddress else { return }
                description.convertToReal(samples[0], count: count, ofChannel: channel, to: base)
                for x in 0..<count { row[x] = Float(base[x]) }
            }
        }
    }

    /// Shades rows of which the elevations are there, with those of their neighbors.
    private func shade(
        _ rows: Range<Int>, _ light: Hillshade, _ elevations: UnsafePointer<Float>, _ present: Range<Int>,
        to pixels: UnsafeMutableRawPointer
    ) {
        let width = info.size.width
        let height = info.size.height
        let hasAlpha = info.layout.channels.hasAlpha
        let stride = width * info.layout.bytesPerPixel
        // Each thread writes its own rows.
        nonisolated(unsafe) let output = pixels.assumingMemoryBound(to: UInt8.self)
        nonisolated(unsafe) let elevations = elevations
        let pieces = (rows.count + Self.shadedRows - 1) / Self.shadedRows
        parallelFor(pieces, workers: workers, makeContext: {}) { piece, _ in
            let first = rows.lowerBound + piece * Self.shadedRows
            for y in first..<min(rows.upperBound, first + Self.shadedRows) {
                func row(_ y: Int) -> UnsafePointer<Float> { elevations + (y - present.lowerBound) * width }
                let target = output + (y - rows.lowerBound) * stride
                // Gray is written at the end of the row where alpha is added, and spread from left to right.
                let gray = hasAlpha ? target + width : target
                light.shade(
                    row(y), above: y > 0 ? row(y - 1) : nil, below: y + 1 < height ? row(y + 1) : nil, count: width,
                    to: gray)
                guard hasAlpha else { continue }
                for x in 0..<width {
                    let value = gray[x]
                    target[2 * x] = value
                    target[2 * x + 1] = value == Hillshade.nodata ? 0 : 255
                }
            }
        }
    }
}
