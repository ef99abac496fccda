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
