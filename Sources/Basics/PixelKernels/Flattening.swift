/// Composites rows of pixels with alpha over a color.
///
/// A sample becomes round((c · a + background · (full − a)) ÷ full), exactly, where full is 255 or 65535.
package struct Flattening: Sendable {
    /// The layout of the opaque pixels in memory.
    ///
    /// Gray stays gray over a gray background and becomes color over a colored one; the depth stays.
    package let layout: PixelLayout

    private let source: PixelLayout
    private let background: (red: UInt16, green: UInt16, blue: UInt16)

    /// Prepares the flattening of pixels over a color of 8 bits a channel.
    ///
    /// - Parameters:
    ///   - source: the layout of the pixels in memory; it has alpha.
    ///   - red: the background's red, 0 to 255.
    ///   - green: the background's green, 0 to 255.
    ///   - blue: the background's blue, 0 to 255.
    package init(_ source: PixelLayout, red: UInt8, green: UInt8, blue: UInt8) {
        precondition(source.channels.hasAlpha, "only pixels with alpha can be flattened")
        self.source = source
        let isGray = source.channels == .grayAlpha && red == green && green == blue
        layout = PixelLayout(isGray ? .gray : .rgb, source.depth)
        // 255 · 257 = 65535.
        let scale: UInt16 = source.depth == .eight ? 1 : 257
        background = (UInt16(red) * scale, UInt16(green) * scale, UInt16(blue) * scale)
    }

    /// Flattens the pixels of a row.
    ///
    /// - Parameters:
    ///   - row: `count` pixels with alpha, aligned to their samples.
    ///   - target: room for `count` opaque pixels; apart from `row`, or the same address when ``layout`` does not have
    ///     more samples than the source.
    ///   - count: the number of pixels.
    package func flatten(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        switch source.depth {
        case .eight:
            flatten(
                row.assumingMemoryBound(to: UInt8.self), to: target.assumingMemoryBound(to: UInt8.self),
                count: count)
        case .sixteen:
            flatten(
                row.assumingMemoryBound(to: UInt16.self), to: target.assumingMemoryBound(to: UInt16.self),
                count: count)
        }
    }

    private func flatten<Sample: SampleValue>(
        _ row: UnsafePointer<Sample>, to target: UnsafeMutablePointer<Sample>, count: Int
    ) {
        let red = UInt32(background.red)
        let green = UInt32(background.green)
        let blue = UInt32(background.blue)
        switch (source.channels, layout.channels) {
        case (.grayAlpha, .gray):
            for pixel in 0..<count {
                let from = row + 2 &* pixel
                target[pixel] = Self.blend(from[0], from[1], over: red)
            }
        case (.grayAlpha, _):
            for pixel in 0..<count {
                let from = row + 2 &* pixel
                let to = target + 3 &* pixel
                let gray = from[0]
                let alpha = from[1]
                to[0] = Self.blend(gray, alpha, over: red)
                to[1] = Self.blend(gray, alpha, over: green)
                to[2] = Self.blend(gray, alpha, over: blue)
            }
        default:
            for pixel in 0..<count {
                let from = row + 4 &* pixel
                let to = target + 3 &* pixel
                let first = from[0]
                let second = from[1]
                let third = from[2]
                let alpha = from[3]
                to[0] = Self.blend(first, alpha, over: red)
                to[1] = Self.blend(second, alpha, over: green)
                to[2] = Self.blend(third, alpha, over: blue)
            }
        }
    }

    /// The division by full is the usual exact one: with t = sum + half, (t + ⌊t ÷ 2ⁿ⌋) ÷ 2ⁿ.
    ///
    /// For 16 bits t is at most 65535² + 32768 and t + ⌊t ÷ 65536⌋ still fits 32 bits.
    @inline(__always)
    private static func blend<Sample: SampleValue>(
        _ sample: Sample, _ alpha: Sample, over background: UInt32
    ) -> Sample {
        let bits = UInt32(truncatingIfNeeded: Sample.bitWidth)
        let full = UInt32(truncatingIfNeeded: Sample.max)
        let alpha = UInt32(truncatingIfNeeded: alpha)
        let sum =
            UInt32(truncatingIfNeeded: sample) &* alpha &+ background &* (full &- alpha) &+ (1 &<< (bits &- 1))
        return Sample(truncatingIfNeeded: (sum &+ (sum &>> bits)) &>> bits)
    }
}
