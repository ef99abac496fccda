internal import CPixelKernels

/// Samples a plane of pixels at places between the pixels.
///
/// Places are clamped to the plane, so nothing beside it is ever read. In ``linear(_:mapping:row:columns:into:)`` places are in
/// 256ths of the distance between pixel centers, and the weights of the four pixels around a place have 8 bits each way, as in
/// graphics processors. The result is the weighted mean rounded to nearest, within 1/64 of a step. At the center of a pixel it
/// is exactly that pixel, and among equal pixels it equals them.
package enum Sampling {
    typealias Lanes = SIMD8<UInt16>

    /// The number of steps from the center of a pixel to the center of the next.
    package static let fractions = 256

    /// The number of places worked out at a time; 1 KiB of them, which lie on the stack.
    static let portion = 128

    /// Copies the pixel at each place; the map leads to indices of columns and rows.
    package static func nearest(
        _ pixels: PixelBufferView, mapping: TextureMapping, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        inPortions(mapping, row, columns) { xs, ys, start, count in
            let ahead = prefetchDistance(
                in: pixels, mapping, row: row, column: columns.lowerBound + start, x: xs[0], y: ys[0])
            let done = tk_sample_nearest(
                pixels.base, pixels.stride, pixels.height, xs, ys, count, ahead, target + start)
            for index in done..<count {
                target[start &+ index] = pixels.base[Int(ys[index]) &* pixels.stride &+ Int(xs[index])]
            }
        }
    }

    /// Computes the weighted mean of the four pixels around each place; the map leads to 256ths.
    ///
    /// - Parameters:
    ///   - pixels: at least two columns and two rows.
    ///   - mapping: the map; its limit is 256 · (columns − 1) and 256 · (rows − 1) of the plane.
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - target: room for as many pixels.
    package static func linear(
        _ pixels: PixelBufferView, mapping: TextureMapping, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        inPortions(mapping, row, columns) { xs, ys, start, count in
            let ahead = prefetchDistance(
                in: pixels, mapping, row: row, column: columns.lowerBound + start, x: xs[0], y: ys[0], fractions: 256)
            linear(pixels, xs: xs, ys: ys, count: count, prefetchDistance: ahead, into: target + start)
        }
    }

    /// The weighted means at places that are worked out already.
    ///
    /// The pixels `prefetchDistance` pixels after those of a place are loaded into the processor's cache.
    static func linear(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, count: Int,
        prefetchDistance: Int = 0, into target: UnsafeMutablePointer<UInt32>
    ) {
        let done = tk_sample_linear(
            pixels.base, pixels.stride, pixels.width, pixels.height, xs, ys, count, prefetchDistance,
            target)
        linearPortable(pixels, xs: xs + done, ys: ys + done, count: count &- done, into: target + done)
    }

    /// The same for any processor.
    static func linearPortable(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let lastColumn = pixels.width &- 2
        let lastRow = pixels.height &- 2
        let base = UnsafeRawPointer(pixels.base)
        let rowBytes = pixels.stride &* 4
        Weights.shared.withTables { columnWeights, rowWeights in
            for index in 0..<count {
                let x = Int(xs[index])
                let y = Int(ys[index])
                let column = min(x &>> 8, lastColumn)
                let row = min(y &>> 8, lastRow)
                let source = base + (row &* rowBytes &+ column &* 4)
                UnsafeMutableRawPointer(target + index).storeBytes(
                    of: mean(source, rowBytes, columnWeights[x &- column &<< 8], rowWeights[y &- row &<< 8]),
                    as: SIMD4<UInt8>.self)
            }
        }
    }

    /// The number of the frame's rows by which pixels are loaded ahead into the processor's cache.
    ///
    /// The rows of a rotated image are read across, where processors cannot predict the next pixels. Without prefetching,
    /// sampling takes twice as long in images that do not fit into the cache. Fewer than 4 rows are too late.
    private static let prefetchedRows = 8.0

    /// Returns the distance in memory, in pixels, from a pixel's place to the place ``prefetchedRows`` rows of the frame below
    /// it.
    static func prefetchDistance(
        in pixels: PixelBufferView, _ mapping: TextureMapping, row: Int, column: Int, x: Int32, y: Int32,
        fractions: Double = 1
    ) -> Int {
        var step = SIMD2(mapping.perRow.x, mapping.perRow.y)
        if !mapping.isAffine {
            // The derivative of the quotient.
            step -= SIMD2(Double(x), Double(y)) * mapping.perRow.z
            step /= Double(column) * mapping.perColumn.z + Double(row) * mapping.perRow.z + mapping.origin.z
        }
        step = (step * (prefetchedRows / fractions)).rounded(.toNearestOrEven)
        // Farther away, or at the horizon, there is nothing of use.
        guard abs(step.x) < Double(pixels.width), abs(step.y) < Double(pixels.height) else { return 0 }
        return Int(step.y) * pixels.stride + Int(step.x)
    }

    /// Calls `body` with the places of up to ``portion`` columns at a time, which it may change.
    static func inPortions(
        _ mapping: TextureMapping, _ row: Int, _ columns: Range<Int>,
        _ body: (
            _ xs: UnsafeMutablePointer<Int32>, _ ys: UnsafeMutablePointer<Int32>, _ start: Int, _ count: Int
        ) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * portion) { coordinates in
            guard let xs = coordinates.baseAddress else { return }
            var start = columns.lowerBound
            while start < columns.upperBound {
                let end = min(start + portion, columns.upperBound)
                mapping.positions(row: row, columns: start..<end, xs: xs, ys: xs + portion)
                body(xs, xs + portion, start - columns.lowerBound, end - start)
                start = end
            }
        }
    }

    /// The upper 16 bits of each product.
    @inline(__always)
    static func highProduct(_ a: Lanes, _ b: Lanes) -> Lanes {
        Lanes(
            truncatingIfNeeded: (SIMD8<UInt32>(truncatingIfNeeded: a) &* SIMD8<UInt32>(truncatingIfNeeded: b)) &>> 16)
    }
}
