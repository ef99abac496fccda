/// Resamples rows of pixels along their axis, and blends such rows: both halves of a separable filter.
///
/// An intermediate pixel is four numbers in units of its samples. Its colors are multiplied by alpha ÷ full, so that
/// transparent pixels do not color their neighbors. Of ``NumberPixels``, the first color is the number.
package struct RowResampler: Sendable {
    /// An intermediate pixel: gray or red, green, blue, alpha.
    package typealias Pixel = SIMD4<Float>

    private let layout: PixelLayout
    private let holdsNumbers: Bool
    /// Pixels of a source row.
    private let width: Int
    /// The output pixels that have a source.
    package let columns: Range<Int>
    /// The first source pixel of each of them.
    private let starts: [Int32]
    /// The weights of `tapCount` source pixels for each of them.
    private let weights: [Float]
    private let tapCount: Int

    private var full: Float { layout.depth == .eight ? 255 : 65535 }

    /// Prepares the resampling of rows.
    ///
    /// - Parameters:
    ///   - layout: the layout of pixels in memory, before and after.
    ///   - width: the number of pixels in a source row.
    ///   - columns: the output pixels that have a source.
    ///   - holdsNumbers: whether pixels are ``NumberPixels``, in a layout of colors of 8 bits; false by default.
    ///   - window: the source of each.
    package init(
        layout: PixelLayout, width: Int, columns: Range<Int>, holdsNumbers: Bool = false,
        window: (Int) -> ResamplingWindow
    ) {
        precondition(
            !holdsNumbers || layout.depth == .eight && layout.channels.opaque == .rgb, "numbers have three bytes")
        self.layout = layout
        self.holdsNumbers = holdsNumbers
        self.width = width
        self.columns = columns
        let windows = columns.map(window)
        // All windows of one length, so that one loop serves; at the right they begin earlier, with weights of zero.
        let tapCount = windows.map(\.weights.count).max() ?? 0
        self.tapCount = tapCount
        var starts: [Int32] = []
        var weights: [Float] = []
        for window in windows {
            let start = min(window.start, width - tapCount)
            starts.append(Int32(start))
            let before = window.start - start
            weights += repeatElement(0, count: before)
            weights += window.weights
            weights += repeatElement(0, count: tapCount - before - window.weights.count)
        }
        self.starts = starts
        self.weights = weights
    }

    /// Resamples a row.
    ///
    /// - Parameters:
    ///   - row: the source pixels, aligned to their samples.
    ///   - scratch: room for as many intermediate pixels as the source row has pixels.
    ///   - output: room for a pixel for each of ``columns``.
    package func resample(
        _ row: UnsafeRawPointer, scratch: UnsafeMutablePointer<Pixel>, into output: UnsafeMutablePointer<Pixel>
    ) {
        switch layout.depth {
        case .eight where holdsNumbers: expandNumbers(row.assumingMemoryBound(to: UInt8.self), into: scratch)
        case .eight: expand(row.assumingMemoryBound(to: UInt8.self), into: scratch)
        case .sixteen: expand(row.assumingMemoryBound(to: UInt16.self), into: scratch)
        }
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                for column in 0..<starts.count {
                    let source = scratch + Int(starts[column])
                    let first = column &* tapCount
                    var sum = Pixel.zero
                    for tap in 0..<tapCount {
                        sum += source[tap] * weights[first &+ tap]
                    }
                    output[column] = sum
                }
            }
        }
    }

    /// Copies the alpha of source pixels, in units of their samples.
    ///
    /// - Parameters:
    ///   - row: the source pixels, aligned to their samples; with alpha.
    ///   - sources: the source pixel of each output pixel.
    ///   - output: room for a number for each.
    package func copyAlpha(
        _ row: UnsafeRawPointer, from sources: [Int32], into output: UnsafeMutablePointer<UInt16>
    ) {
        let channels = layout.channels.rawValue
        func copy<Sample: FixedWidthInteger>(_ samples: UnsafePointer<Sample>) {
            let alpha = samples + (channels - 1)
            for column in 0..<sources.count {
                output[column] = UInt16(truncatingIfNeeded: alpha[Int(sources[column]) &* channels])
            }
        }
        switch layout.depth {
        case .eight: copy(row.assumingMemoryBound(to: UInt8.self))
        case .sixteen: copy(row.assumingMemoryBound(to: UInt16.self))
        }
    }

    private func expandNumbers(_ row: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<Pixel>) {
        let channels = layout.channels.rawValue
        for x in 0..<width {
            let pixel = row + x &* channels
            let alpha = channels > 3 ? Float(pixel[3]) : full
            output[x] = Pixel(Float(NumberPixels.number(pixel)) * (alpha / full), 0, 0, alpha)
        }
    }

    private func expand<Sample: FixedWidthInteger>(
        _ row: UnsafePointer<Sample>, into output: UnsafeMutablePointer<Pixel>
    ) {
        let channels = layout.channels.rawValue
        let opaque = Pixel(0, 0, 0, full)
        for x in 0..<width {
            let samples = row + x &* channels
            switch layout.channels {
            case .gray: output[x] = opaque + Pixel(Float(samples[0]), 0, 0, 0)
            case .rgb: output[x] = opaque + Pixel(Float(samples[0]), Float(samples[1]), Float(samples[2]), 0)
            case .grayAlpha:
                let alpha = Float(samples[1])
                output[x] = Pixel(Float(samples[0]) * alpha / full, 0, 0, alpha)
            case .rgba:
                let alpha = Float(samples[3])
                let colors = Pixel(Float(samples[0]), Float(samples[1]), Float(samples[2]), 0) * (alpha / full)
                output[x] = colors + Pixel(0, 0, 0, alpha)
            }
        }
    }

    /// Blends resampled rows to one of the output.
    ///
    /// - Parameters:
    ///   - rows: rows of ``resample(_:scratch:into:)``.
    ///   - weights: the weight of each row; as many as rows.
    ///   - alpha: the alpha of each output pixel, in units of its samples; nil, the default, to blend it like colors.
    ///   - nearest: the index of the nearest row; has no effect without `alpha`.
    ///   - output: room for as many pixels as there are ``columns``.
    package func blend(
        _ rows: [UnsafeMutablePointer<Pixel>], weights: ArraySlice<Float>, alpha: UnsafePointer<UInt16>? = nil,
        nearest: Int = 0, into output: UnsafeMutableRawPointer
    ) {
        switch layout.depth {
        case .eight: blend(rows, weights, alpha, nearest, output.assumingMemoryBound(to: UInt8.self))
        case .sixteen: blend(rows, weights, alpha, nearest, output.assumingMemoryBound(to: UInt16.self))
        }
    }

    private func blend<Sample: FixedWidthInteger & UnsignedInteger>(
        _ rows: [UnsafeMutablePointer<Pixel>], _ weights: ArraySlice<Float>, _ alphas: UnsafePointer<UInt16>?,
        _ nearest: Int, _ output: UnsafeMutablePointer<Sample>
    ) {
        let channels = layout.channels.rawValue
        let alphaIndex = layout.channels.hasAlpha ? channels - 1 : channels
        let full = full
        rows.withUnsafeBufferPointer { rows in
            weights.withUnsafeBufferPointer { weights in
                for x in 0..<columns.count {
                    var sum = Pixel.zero
                    for tap in 0..<rows.count {
                        sum += rows[tap][x] * weights[tap]
                    }
                    var alpha = max(0, min(full, sum[3]))
                    var weight = sum[3]
                    if let alphas {
                        alpha = Float(alphas[x])
                        // Where the pixels around are more transparent, the lobes of a filter may take away what this one has.
                        if weight < alpha / 4 {
                            sum = rows[nearest][x]
                            weight = max(sum[3], min(0.5, alpha / 4))
                        }
                    }
                    if alphaIndex < channels {
                        // By the alpha as the filter has it: where it rises above opaque, colors do as much.
                        sum = alpha < 0.5 ? .zero : sum * (full / weight)
                    }
                    if holdsNumbers {
                        let pixel = UnsafeMutableRawPointer(output + x &* channels).assumingMemoryBound(to: UInt8.self)
                        NumberPixels.store(sum[0], pixel)
                        // A pixel that has a part of a number has one.
                        if channels > 3 { pixel[3] = alpha < 0.5 ? 0 : 255 }
                        continue
                    }
                    if alphaIndex == 1 { sum[1] = alpha } else { sum[3] = alpha }
                    let samples = Self.rounded(
                        sum.replacing(with: 0, where: sum .< 0).replacing(with: full, where: sum .> full))
                    let pixel = output + x &* channels
                    for channel in 0..<channels {
                        pixel[channel] = Sample(truncatingIfNeeded: samples[channel])
                    }
                }
            }
        }
    }

    /// Numbers from 0 to 65535, rounded to the nearest.
    ///
    /// A float of 2²³ has no room for fractions: a number added to it is rounded, and lies in its lowest bits.
    @inline(__always)
    private static func rounded(_ pixel: Pixel) -> SIMD4<UInt32> {
        unsafeBitCast(pixel + 8_388_608, to: SIMD4<UInt32>.self) & 0xFFFF
    }
}
