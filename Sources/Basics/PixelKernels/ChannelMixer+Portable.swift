internal import CPixelKernels

/// The plain twin of the vector kernel, which also makes what is left over after sixteens.
extension ChannelMixer {
    /// Mixes pixels of layers: at most ``pieceLength`` of them.
    ///
    /// - Parameters:
    ///   - layers: the layers.
    ///   - pixels: the pixels to mix.
    ///   - target: room for these pixels.
    ///   - format: the form of pixels.
    static func mixPortable(
        _ layers: UnsafeBufferPointer<tk_mix_layer>, _ pixels: Range<Int>, to target: UnsafeMutableRawPointer,
        _ format: Format
    ) {
        guard !pixels.isEmpty else { return }
        let count = pixels.count
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * count) { sums in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { words in
                guard let sum = sums.baseAddress, let word = words.baseAddress else { return }
                let isOpaque = layers.isEmpty || layers.contains { $0.has_invalid == 0 }
                sums.initialize(repeating: 0)
                words.initialize(repeating: isOpaque ? 0xFF00_0000 : 0)
                for layer in layers {
                    switch layer.number {
                    case TK_MIX_UINT8: add(layer, UInt8.self, pixels, sum, word) { Float($0) }
                    case TK_MIX_UINT16: add(layer, UInt16.self, pixels, sum, word) { Float($0) }
                    default: add(layer, Float.self, pixels, sum, word) { $0 }
                    }
                }
                for x in 0..<count {
                    let red = rounded(sum[x])
                    let green = rounded(sum[count &+ x])
                    let blue = rounded(sum[2 &* count &+ x])
                    word[x] |= red &<< 16 | green &<< 8 | blue
                }
                store(word, count: count, to: target, format)
            }
        }
    }

    /// Adds the parts of a layer to sums of red, of green and of blue.
    @inline(__always)
    private static func add<Sample: BitwiseCopyable>(
        _ layer: tk_mix_layer, _: Sample.Type, _ pixels: Range<Int>, _ red: UnsafeMutablePointer<Float>,
        _ alpha: UnsafeMutablePointer<UInt32>, _ number: (Sample) -> Float
    ) {
        guard let samples = layer.samples?.assumingMemoryBound(to: Sample.self) else { return }
        let first = samples + pixels.lowerBound
        let count = pixels.count
        let green = red + count
        let blue = green + count
        for x in 0..<count {
            let value = number(first[x])
            let position = (value - layer.low) * layer.scale
            // Comparisons are false for NaN.
            var part = position > 0 ? (position < 1 ? position : 1) : 0
            if let curve = layer.curve {
                part = curve[Int(part * 65535 + 0.5)]
            }
            if layer.has_invalid != 0 {
                let isNodata = value >= layer.nodata_low && value <= layer.nodata_high
                let isValid = !isNodata && !value.isNaN
                part = isValid ? part : 0
                alpha[x] |= isValid ? 0xFF00_0000 : 0
            }
            red[x] += part * layer.red
            green[x] += part * layer.green
            blue[x] += part * layer.blue
        }
    }

    /// A component: clipped, and rounded to the nearest, halves up.
    @inline(__always)
    private static func rounded(_ sum: Float) -> UInt32 { UInt32(min(sum, 255) + 0.5) }

    /// Stores words 0xAARRGGBB in a format.
    static func store(
        _ words: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer, _ format: Format
    ) {
        let bytes = target.assumingMemoryBound(to: UInt8.self)
        switch format {
        case .argb: target.copyMemory(from: words, byteCount: 4 * count)
        case .rgba:
            for x in 0..<count {
                bytes[4 &* x] = UInt8(truncatingIfNeeded: words[x] &>> 16)
                bytes[4 &* x &+ 1] = UInt8(truncatingIfNeeded: words[x] &>> 8)
                bytes[4 &* x &+ 2] = UInt8(truncatingIfNeeded: words[x])
                bytes[4 &* x &+ 3] = UInt8(truncatingIfNeeded: words[x] &>> 24)
            }
        case .rgb:
            for x in 0..<count {
                bytes[3 &* x] = UInt8(truncatingIfNeeded: words[x] &>> 16)
                bytes[3 &* x &+ 1] = UInt8(truncatingIfNeeded: words[x] &>> 8)
                bytes[3 &* x &+ 2] = UInt8(truncatingIfNeeded: words[x])
            }
        case .gray:
            for x in 0..<count { bytes[x] = UInt8(truncatingIfNeeded: words[x]) }
        case .grayAlpha:
            for x in 0..<count {
                bytes[2 &* x] = UInt8(truncatingIfNeeded: words[x])
                bytes[2 &* x &+ 1] = UInt8(truncatingIfNeeded: words[x] &>> 24)
            }
        }
    }
}
