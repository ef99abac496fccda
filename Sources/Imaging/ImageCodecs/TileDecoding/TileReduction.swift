internal import PixelKernels
internal import TilePyramid

/// Makes decoded tiles smaller, for formats that decode at full size only.
struct TileReduction: ~Copyable {
    private var scratch = ScratchBuffer()

    /// Decodes at full size into memory of its own, and writes the tile halved one to three times.
    ///
    /// A pixel is the mean of those it stands for; at the right and lower edge, of those that exist.
    ///
    /// - Parameters:
    ///   - size: the full size.
    ///   - scale: not full.
    ///   - target: room for the pixels of the size at that scale.
    ///   - decode: writes the pixels of the full size.
    /// - Returns: what `decode` returns.
    mutating func reduce<Result>(
        _ size: PixelSize, to scale: DecodeScale, into target: UnsafeMutablePointer<UInt32>,
        decode: (UnsafeMutablePointer<UInt32>) throws -> Result
    ) rethrows -> Result {
        precondition(scale != .full, "a tile is made smaller")
        let half = size.halved.area
        let pixels = scratch.reserve((size.area + half) * MemoryLayout<UInt32>.stride)
            .bindMemory(to: UInt32.self, capacity: size.area + half)
        defer { scratch.trim(to: TileDecoder.keptBytes) }
        let result = try decode(pixels)

        // Halves go to the end of the scratch memory, quarters to its beginning: neither is where it comes from.
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
