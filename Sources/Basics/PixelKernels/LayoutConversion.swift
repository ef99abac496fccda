/// Converts rows of pixels from one layout to another.
///
/// Gray becomes color with three equal samples. Color becomes gray by its luma (ITU-R BT.601). Samples of 8 bits become 16 bits
/// by repetition, and samples of 16 bits become 8 by rounding to nearest. Missing alpha becomes opaque. If the target has no
/// alpha, pixels are composited over a background.
package struct LayoutConversion: Sendable {
    private let source: PixelLayout
    private let target: PixelLayout
    private let flattening: Flattening?

    /// Prepares the conversion.
    ///
    /// - Parameters:
    ///   - source: the layout of the pixels in memory.
    ///   - target: the layout of the converted pixels.
    ///   - background: the red, green and blue under transparent pixels, if the target has no alpha.
    package init(
        from source: PixelLayout, to target: PixelLayout, background: (red: UInt8, green: UInt8, blue: UInt8)
    ) {
        self.source = source
        self.target = target
        flattening =
            source.channels.hasAlpha && !target.channels.hasAlpha
            ? Flattening(source, red: background.red, green: background.green, blue: background.blue) : nil
    }

    /// Converts a row.
    ///
    /// - Parameters:
    ///   - row: `count` pixels, aligned to their samples.
    ///   - count: the number of pixels.
    ///   - output: room for as many pixels of the target, aligned to their samples, apart from `row`.
    package func convert(_ row: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
        guard let flattening else {
            return Self.convert(row, source, count, output, target)
        }
        guard flattening.layout != target else {
            return flattening.flatten(row, to: output, count: count)
        }
        withUnsafeTemporaryAllocation(byteCount: count * flattening.layout.bytesPerPixel, alignment: 16) { flat in
            guard let base = flat.baseAddress else { return }
            flattening.flatten(row, to: base, count: count)
            Self.convert(UnsafeRawPointer(base), flattening.layout, count, output, target)
        }
    }

    private static func convert(
        _ row: UnsafeRawPointer, _ source: PixelLayout, _ count: Int, _ output: UnsafeMutableRawPointer,
        _ target: PixelLayout
    ) {
        if source == target {
            output.copyMemory(from: row, byteCount: count * source.bytesPerPixel)
        } else if source.depth == target.depth, target.channels == source.channels.withAlpha {
            addAlpha(row, layout: source, count: count, into: output)
        } else {
            switch (source.depth, target.depth) {
            case (.eight, .eight):
                convert(row, UInt8.self, source, count, output, UInt8.self, target) { $0 }
            case (.eight, .sixteen):
                convert(row, UInt8.self, source, count, output, UInt16.self, target) { $0 * 257 }
            case (.sixteen, .eight):
                convert(row, UInt16.self, source, count, output, UInt8.self, target) { ($0 * 255 + 32_767) / 65_535 }
            case (.sixteen, .sixteen):
                convert(row, UInt16.self, source, count, output, UInt16.self, target) { $0 }
            }
        }
    }

    @inline(__always)
    private static func convert<Source: FixedWidthInteger, Target: FixedWidthInteger>(
        _ row: UnsafeRawPointer, _: Source.Type, _ source: PixelLayout, _ count: Int,
        _ output: UnsafeMutableRawPointer, _: Target.Type, _ target: PixelLayout, _ scaled: (UInt32) -> UInt32
    ) {
        let channels = source.channels.rawValue
        let targetChannels = target.channels.rawValue
        let from = row.assumingMemoryBound(to: Source.self)
        let to = output.assumingMemoryBound(to: Target.self)
        for pixel in 0..<count {
            func sample(_ channel: Int) -> UInt32 { UInt32(truncatingIfNeeded: from[pixel * channels + channel]) }
            let isGray = channels < 3
            let red = sample(0)
            let green = sample(isGray ? 0 : 1)
            let blue = sample(isGray ? 0 : 2)
            let outputPixel = to + pixel * targetChannels
            if targetChannels < 3 {
                let luma = isGray ? red : (299 * red + 587 * green + 114 * blue + 500) / 1000
                outputPixel[0] = Target(truncatingIfNeeded: scaled(luma))
            } else {
                outputPixel[0] = Target(truncatingIfNeeded: scaled(red))
                outputPixel[1] = Target(truncatingIfNeeded: scaled(green))
                outputPixel[2] = Target(truncatingIfNeeded: scaled(blue))
            }
            if target.channels.hasAlpha {
                outputPixel[targetChannels - 1] =
                    source.channels.hasAlpha
                    ? Target(truncatingIfNeeded: scaled(sample(channels - 1))) : Target.max
            }
        }
    }
}
