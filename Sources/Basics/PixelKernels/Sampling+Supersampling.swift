internal import CPixelKernels

/// Several samples for each pixel, for images that are scaled down by less than a half.
///
/// Samples are averaged while they have 16 bits: first the two of a row, then rows. Of two, the mean is rounded up.
extension Sampling {
    /// Two rows that have been interpolated horizontally, and the position between them, 0 to 256.
    package struct RowPair {
        var upper: UnsafePointer<WidePixel>
        var lower: UnsafePointer<WidePixel>
        var fraction: Int

        /// Creates a pair.
        package init(_ upper: UnsafePointer<WidePixel>, _ lower: UnsafePointer<WidePixel>, fraction: Int) {
            self.upper = upper
            self.lower = lower
            self.fraction = fraction
        }

        /// The pair without its first pixels.
        fileprivate func dropping(_ count: Int) -> RowPair {
            RowPair(upper + count, lower + count, fraction: fraction)
        }

        /// Calls `body` with the pair for vectors; the pair has `count` pixels.
        fileprivate func withVectors(_ count: Int, _ body: (tk_row_pair) -> Int) -> Int {
            upper.withMemoryRebound(to: UInt16.self, capacity: 4 &* count) { above in
                lower.withMemoryRebound(to: UInt16.self, capacity: 4 &* count) { below in
                    body(tk_row_pair(upper: above, lower: below, lower_weight: Weights.ofRows(fraction).lower))
                }
            }
        }
    }

    /// Computes the means of two samples of a row for each pixel; each is a weighted mean as in
    /// ``interpolateHorizontally(_:width:xs:count:into:)``.
    ///
    /// - Parameters:
    ///   - row: the pixels of a plane's row.
    ///   - width: the number of pixels, at least two.
    ///   - firstXs: the places of the first samples in 256ths, from 0 to 256 · (width − 1).
    ///   - secondXs: the places of the second samples.
    ///   - count: the number of means.
    ///   - target: room for as many means.
    package static func interpolateHorizontallyTwice(
        _ row: UnsafePointer<UInt32>, width: Int, firstXs: UnsafePointer<Int32>, secondXs: UnsafePointer<Int32>,
        count: Int, into target: UnsafeMutablePointer<WidePixel>
    ) {
        let done = target.withMemoryRebound(to: UInt16.self, capacity: 4 &* count) {
            tk_mix_columns_twice(row, width, firstXs, secondXs, count, $0)
        }
        interpolateHorizontallyTwicePortable(
            row, width: width, firstXs: firstXs + done, secondXs: secondXs + done, count: count &- done,
            into: target + done)
    }

    /// The same for any processor.
    static func interpolateHorizontallyTwicePortable(
        _ row: UnsafePointer<UInt32>, width: Int, firstXs: UnsafePointer<Int32>, secondXs: UnsafePointer<Int32>,
        count: Int, into target: UnsafeMutablePointer<WidePixel>
    ) {
        let last = width &- 2
        let base = UnsafeRawPointer(row)
        Weights.shared.withTables { columnWeights, _ in
            @inline(__always) func mean(_ x: Int) -> WidePixel {
                let column = min(x &>> 8, last)
                let pair = base.loadUnaligned(fromByteOffset: column &* 4, as: SIMD8<UInt8>.self)
                let weighted = Lanes(truncatingIfNeeded: pair) &* columnWeights[x &- column &<< 8]
                return weighted.lowHalf &+ weighted.highHalf
            }
            for index in 0..<count {
                target[index] = average(mean(Int(firstXs[index])), mean(Int(secondXs[index])))
            }
        }
    }

    /// Computes the means of two weighted means of rows, each as in
    /// ``interpolateVertically(_:_:fraction:count:into:)``.
    ///
    /// - Parameters:
    ///   - first: the rows of the first sample.
    ///   - second: the rows of the second sample.
    ///   - count: the number of pixels.
    ///   - target: room for as many pixels.
    package static func interpolateVerticallyTwice(
        _ first: RowPair, _ second: RowPair, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        let done = first.withVectors(count) { one in
            second.withVectors(count) { other in
                withUnsafePointer(to: one) { one in
                    withUnsafePointer(to: other) { tk_mix_rows_twice(one, $0, count, target) }
                }
            }
        }
        interpolateVerticallyTwicePortable(
            first.dropping(done), second.dropping(done), count: count &- done, into: target + done)
    }

    /// The same for any processor.
    static func interpolateVerticallyTwicePortable(
        _ first: RowPair, _ second: RowPair, count: Int, into target: UnsafeMutablePointer<UInt32>
    ) {
        @inline(__always) func mean(_ pair: RowPair, _ index: Int) -> WidePixel {
            let weights = Weights.ofRows(pair.fraction)
            return highProduct(pair.upper[index], weights.upper) &+ highProduct(pair.lower[index], weights.lower)
        }
        for index in 0..<count {
            store(average(mean(first, index), mean(second, index)), in: target + index)
        }
    }

    /// Computes the mean of four samples for each pixel of a row, under any mapping.
    ///
    /// - Parameters:
    ///   - pixels: at least two columns and two rows.
    ///   - mappings: the mappings of the four samples, as for ``linear(_:mapping:row:columns:into:)``.
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - target: room for as many pixels.
    package static func supersampled(
        _ pixels: PixelBufferView, mappings: SampleMappings, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * SampleMappings.count * portion) { coordinates in
            guard let xs = coordinates.baseAddress else { return }
            let ys = xs + SampleMappings.count * portion
            var start = columns.lowerBound
            while start < columns.upperBound {
                let part = start..<min(start + portion, columns.upperBound)
                for sample in 0..<SampleMappings.count {
                    mappings[sample].positions(
                        row: row, columns: part, xs: xs + sample * portion, ys: ys + sample * portion)
                }
                let ahead = prefetchDistance(
                    in: pixels, mappings[0], row: row, column: start, x: xs[0], y: ys[0], fractions: 256)
                supersampled(
                    pixels, xs: xs, ys: ys, pitch: portion, count: part.count, prefetchDistance: ahead,
                    into: target + (start - columns.lowerBound))
                start = part.upperBound
            }
        }
    }

    /// The means of four samples at places that are worked out already: those of each further sample follow after `pitch`
    /// places.
    static func supersampled(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, pitch: Int, count: Int,
        prefetchDistance: Int = 0, into target: UnsafeMutablePointer<UInt32>
    ) {
        let done = tk_sample_linear_4(
            pixels.base, pixels.stride, pixels.width, pixels.height, xs, ys, pitch, count, prefetchDistance, target)
        supersampledPortable(
            pixels, xs: xs + done, ys: ys + done, pitch: pitch, count: count &- done, into: target + done)
    }

    /// The same for any processor.
    static func supersampledPortable(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, pitch: Int, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let lastColumn = pixels.width &- 2
        let lastRow = pixels.height &- 2
        let base = UnsafeRawPointer(pixels.base)
        let rowBytes = pixels.stride &* 4
        Weights.shared.withTables { columnWeights, rowWeights in
            for index in 0..<count {
                @inline(__always) func sample(_ number: Int) -> WidePixel {
                    let x = Int(xs[number &* pitch &+ index])
                    let y = Int(ys[number &* pitch &+ index])
                    let column = min(x &>> 8, lastColumn)
                    let row = min(y &>> 8, lastRow)
                    return wideMean(
                        base + (row &* rowBytes &+ column &* 4), rowBytes, columnWeights[x &- column &<< 8],
                        rowWeights[y &- row &<< 8])
                }
                let mean = average(average(sample(0), sample(1)), average(sample(2), sample(3)))
                store(mean, in: target + index)
            }
        }
    }

    /// The mean of two, rounded up.
    @inline(__always)
    private static func average(_ one: WidePixel, _ other: WidePixel) -> WidePixel {
        (one | other) &- ((one ^ other) &>> 1)
    }

    @inline(__always)
    private static func highProduct(_ samples: WidePixel, _ weight: UInt16) -> WidePixel {
        WidePixel(truncatingIfNeeded: (SIMD4<UInt32>(truncatingIfNeeded: samples) &* UInt32(weight)) &>> 16)
    }

    @inline(__always)
    private static func store(_ mean: WidePixel, in target: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(target).storeBytes(
            of: SIMD4<UInt8>(truncatingIfNeeded: (mean &+ Weights.rounding) &>> 8), as: SIMD4<UInt8>.self)
    }
}

/// The mappings of the four samples of each pixel, a quarter of a pixel or less from its center along rows and columns.
package struct SampleMappings: Sendable {
    /// The number of samples.
    package static let count = 4

    /// The samples at the upper left, upper right, lower left and lower right.
    private let mappings: (TextureMapping, TextureMapping, TextureMapping, TextureMapping)

    /// Creates the mappings of samples at some distances from a pixel's center, in pixels of the frame.
    ///
    /// - Parameters:
    ///   - mapping: the mapping of centers, without perspective.
    ///   - distance: the distances along rows and along columns.
    package init(around mapping: TextureMapping, distance: SIMD2<Double>) {
        func moved(_ right: Double, _ down: Double) -> TextureMapping {
            TextureMapping(
                origin: mapping.origin + (right * distance.x) * mapping.perColumn
                    + (down * distance.y) * mapping.perRow,
                perColumn: mapping.perColumn, perRow: mapping.perRow, limit: mapping.limit)
        }
        mappings = (moved(-1, -1), moved(1, -1), moved(-1, 1), moved(1, 1))
    }

    /// The mapping of a sample.
    package subscript(sample: Int) -> TextureMapping {
        switch sample {
        case 0: mappings.0
        case 1: mappings.1
        case 2: mappings.2
        default: mappings.3
        }
    }
}
