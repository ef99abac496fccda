package import PixelKernels

/// Lays rows of pixels with straight alpha over others.
package enum RowCompositing {
    /// Lays pixels over those of a row.
    ///
    /// - Parameters:
    ///   - row: the upper pixels, in the layout of the lower ones with alpha.
    ///   - count: the number of pixels.
    ///   - target: the lower pixels, which are replaced.
    ///   - layout: the layout of the lower pixels.
    package static func over(
        _ row: UnsafeRawPointer, count: Int, onto target: UnsafeMutableRawPointer, _ layout: PixelLayout
    ) {
        switch layout.depth {
        case .eight: over(row, count, target, layout.channels, UInt8.self)
        case .sixteen: over(row, count, target, layout.channels, UInt16.self)
        }
    }

    private static func over<Sample: FixedWidthInteger & UnsignedInteger>(
        _ row: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutableRawPointer, _ channels: PixelLayout.Channels,
        _: Sample.Type
    ) {
        let colors = channels.opaque.rawValue
        let from = colors + 1
        let to = channels.rawValue
        let upper = row.assumingMemoryBound(to: Sample.self)
        let lower = target.assumingMemoryBound(to: Sample.self)
        let full = UInt64(Sample.max)
        for x in 0..<count {
            let source = upper + x * from
            let pixel = lower + x * to
            let alpha = UInt64(source[colors])
            guard alpha > 0 else { continue }
            let below = channels.hasAlpha ? UInt64(pixel[colors]) : full
            if alpha == full || below == 0 {
                for channel in 0..<colors { pixel[channel] = source[channel] }
                if channels.hasAlpha { pixel[colors] = source[colors] }
                continue
            }
            // Alphas in units of full squared.
            let rest = below * (full - alpha)
            let sum = alpha * full + rest
            for channel in 0..<colors {
                let color = UInt64(source[channel]) * alpha * full + UInt64(pixel[channel]) * rest
                pixel[channel] = Sample(truncatingIfNeeded: (color + sum / 2) / sum)
            }
            if channels.hasAlpha { pixel[colors] = Sample(truncatingIfNeeded: (sum + full / 2) / full) }
        }
    }
}
