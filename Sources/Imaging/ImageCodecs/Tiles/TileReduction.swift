internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Downsamples decoded tiles, for formats that decode at full size only.
struct TileReduction: ~Copyable {
    private var scratch = ScratchBuffer()

    /// Decodes at full size into scratch memory, and halves the tile one to three times.
    ///
    /// A pixel is the mean of the pixels it covers; at the right and lower edge, of those that exist.
    ///
    /// - Parameters:
    ///   - size: the full size.
    ///   - scale: any scale but full.
    ///   - target: memory for the pixels at that scale.
    ///   - decode: writes the pixels at full size.
    /// - Returns: the result of `decode`.
    mutating func reduce<Result>(
        _ size: PixelSize, to scale: DecodeScale, into target: UnsafeMutablePointer<UInt32>,
        decode: (UnsafeMutablePointer<UInt32>) throws -> Result
    ) rethrows -> Result {
        precondition(scale != .full, "the scale must not be full")
        let half = size.halved.area
        let pixels = scratch.reserve((size.area + half) * MemoryLayout<UInt32>.stride)
            .bindMemory(to: UInt32.self, capacity: size.area + half)
        defer { scratch.trim(to: TileDecoder.keptBytes) }
        let result = try decode(pixels)

        // Halves are written after the full-size pixels, quarters over those: never over their own source.
        var (source, sourceSize) = (pixels, size)
        var factor = scale.rawValue
        while factor > 1 {
            let isLast = factor == 2
            let output = isLast ? target : source == pixels ? pixels + size.area : pixels
            Self.halve(source, size: sourceSize, into: output)
            (source, sourceSize) = (output, sourceSize.halved)
            factor /= 2
        }
        return result
    }

    private static func halve(
        _ source: UnsafeMutablePointer<UInt32>, size: PixelSize, into target: UnsafeMutablePointer<UInt32>
    ) {
        let halved = size.halved
        for row in 0..<halved.height {
            let upper = source + 2 * row * size.width
            PremultipliedBoxDownsampling.makeRow(
                upper: upper, lower: 2 * row + 1 < size.height ? upper + size.width : upper, width: size.width,
                into: target + row * halved.width)
        }
    }
}
