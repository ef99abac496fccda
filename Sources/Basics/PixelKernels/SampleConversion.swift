/// Copies samples of 16 bits with their bytes exchanged, from the machine's little-endian order to a file's.
///
/// - Parameters:
///   - source: `count` samples, with any alignment.
///   - count: the number of samples, not bytes.
///   - output: room for as many, apart from `source`.
package func copyBigEndian16(_ source: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
    for sample in 0..<count {
        let value = source.loadUnaligned(fromByteOffset: sample * 2, as: UInt16.self)
        output.storeBytes(of: value.bigEndian, toByteOffset: sample * 2, as: UInt16.self)
    }
}

/// Copies samples of 16 bits in a file's big-endian order as samples of 8: round(v ÷ 257), exactly.
///
/// - Parameters:
///   - source: `count` samples, with any alignment.
///   - count: the number of samples, not bytes.
///   - output: room for as many bytes; apart from `source`, or the same address.
package func narrowBigEndian16(_ source: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
    typealias Samples = SIMD8<Int16>
    var sample = 0
    while sample + 8 <= count {
        let swapped = source.loadUnaligned(fromByteOffset: 2 * sample, as: Samples.self)
        let low = (swapped &>> 8) & 255
        let high = swapped & 255
        // v ÷ 257 is the high byte and a 257th of the low byte less the high one: more than half of that is ±129.
        let excess = low &- high
        let narrow = high &+ (excess &+ 127 &- excess &>> 15) &>> 8
        output.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: narrow), toByteOffset: sample, as: SIMD8<UInt8>.self)
        sample += 8
    }
    narrowBigEndian16Scalar(source + 2 * sample, count: count - sample, into: output + sample)
}

/// The plain twin of ``narrowBigEndian16(_:count:into:)``.
package func narrowBigEndian16Scalar(_ source: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
    for sample in 0..<count {
        let value = UInt32(UInt16(bigEndian: source.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self)))
        output.storeBytes(of: UInt8((2 * value + 257) / 514), toByteOffset: sample, as: UInt8.self)
    }
}

/// Writes pixels of 8-bit gray as red, green and blue, with alpha carried over where there is any.
///
/// - Parameters:
///   - source: `count` pixels of one sample, or of two with alpha.
///   - hasAlpha: whether alpha follows each sample of gray, and blue.
///   - count: the number of pixels.
///   - output: room for `count` pixels of three samples, or of four with alpha, apart from `source`.
package func expandGray(
    _ source: UnsafeRawPointer, hasAlpha: Bool, count: Int, into output: UnsafeMutableRawPointer
) {
    let input = source.assumingMemoryBound(to: UInt8.self)
    let output = output.assumingMemoryBound(to: UInt8.self)
    if hasAlpha {
        for pixel in 0..<count {
            let gray = input[pixel * 2]
            output[pixel * 4] = gray
            output[pixel * 4 + 1] = gray
            output[pixel * 4 + 2] = gray
            output[pixel * 4 + 3] = input[pixel * 2 + 1]
        }
    } else {
        for pixel in 0..<count {
            let gray = input[pixel]
            output[pixel * 3] = gray
            output[pixel * 3 + 1] = gray
            output[pixel * 3 + 2] = gray
        }
    }
}

/// Whether every pixel of a row is opaque.
///
/// - Parameters:
///   - source: `count` pixels whose last sample is alpha.
///   - layout: the layout of the pixels in memory; without alpha, they are opaque by definition.
///   - count: the number of pixels.
/// - Returns: true when all samples of alpha are at their maximum.
package func isOpaque(_ source: UnsafeRawPointer, layout: PixelLayout, count: Int) -> Bool {
    guard layout.channels.hasAlpha else { return true }
    let step = layout.bytesPerPixel
    let sampleBytes = layout.depth.rawValue / 8
    var all: UInt8 = 255
    for pixel in 0..<count {
        let alpha = pixel * step + step - sampleBytes
        all &= source.load(fromByteOffset: alpha, as: UInt8.self)
        all &= source.load(fromByteOffset: alpha + sampleBytes - 1, as: UInt8.self)
    }
    return all == 255
}

/// Copies pixels and gives them an alpha, opaque.
///
/// - Parameters:
///   - source: `count` pixels.
///   - layout: the layout of the pixels in memory; without alpha.
///   - count: the number of pixels.
///   - output: room for `count` pixels with alpha, apart from `source`.
package func addAlpha(
    _ source: UnsafeRawPointer, layout: PixelLayout, count: Int, into output: UnsafeMutableRawPointer
) {
    precondition(!layout.channels.hasAlpha, "there is no alpha yet")
    let step = layout.bytesPerPixel
    let alphaBytes = layout.depth.rawValue / 8
    for pixel in 0..<count {
        let target = output + pixel * (step + alphaBytes)
        target.copyMemory(from: source + pixel * step, byteCount: step)
        for byte in 0..<alphaBytes {
            target.storeBytes(of: 255, toByteOffset: step + byte, as: UInt8.self)
        }
    }
}

/// Copies pixels without their alpha.
///
/// - Parameters:
///   - source: `count` pixels whose last sample is alpha.
///   - layout: the layout of the pixels in memory; with alpha.
///   - count: the number of pixels.
///   - output: room for `count` pixels without alpha, apart from `source`.
package func dropAlpha(
    _ source: UnsafeRawPointer, layout: PixelLayout, count: Int, into output: UnsafeMutableRawPointer
) {
    precondition(layout.channels.hasAlpha, "there is alpha to drop")
    let step = layout.bytesPerPixel
    let kept = step - layout.depth.rawValue / 8
    for pixel in 0..<count {
        (output + pixel * kept).copyMemory(from: source + pixel * step, byteCount: kept)
    }
}
