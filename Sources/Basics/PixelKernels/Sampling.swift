/// Reads pixels out of a plane at places between them.
///
/// Places are held within the plane, so nothing beside it is ever read. For ``linear(_:mapping:row:columns:into:)`` they
/// are 256ths of the way from the center of one pixel to that of the next, and the weights of the four pixels around a
/// place are of 8 bits each way, as graphics processors have them. The result is the weighted mean rounded to nearest,
/// within 1/64 of a step; where the place is the center of a pixel it is that pixel, and among equal pixels it is these.
package enum Sampling {
    typealias Lanes = SIMD8<UInt16>

    /// Steps from the center of a pixel to that of the next.
    package static let fractions = 256

    /// How many places are worked out at a time; 1 KiB of them, which lie on the stack.
    private static let portion = 128

    /// The pixel at each place; the map leads to numbers of columns and rows.
    package static func nearest(
        _ pixels: PixelBufferView, mapping: TextureMapping, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        inPortions(mapping, row, columns) { xs, ys, start, count in
            for index in 0..<count {
                target[start &+ index] = pixels.base[Int(ys[index]) &* pixels.stride &+ Int(xs[index])]
            }
        }
    }

    /// The weighted mean of the four pixels around each place; the map leads to 256ths.
    ///
    /// - Parameters:
    ///   - pixels: at least two columns and two rows.
    ///   - mapping: its limit is 256 · (columns − 1) and 256 · (rows − 1) of the plane.
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - target: room for as many pixels.
    package static func linear(
        _ pixels: PixelBufferView, mapping: TextureMapping, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        inPortions(mapping, row, columns) { xs, ys, start, count in
            linear(pixels, xs: xs, ys: ys, count: count, into: target + start)
        }
    }

    /// The weighted means at places that are worked out already.
    static func linear(
        _ pixels: PixelBufferView, xs: UnsafePointer<Int32>, ys: UnsafePointer<Int32>, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let (lastColumn, lastRow) = (pixels.width &- 2, pixels.height &- 2)
        let (base, rowBytes) = (UnsafeRawPointer(pixels.base), pixels.stride &* 4)
        Weights.shared.withTables { columnWeights, rowWeights in
            for index in 0..<count {
                let (x, y) = (Int(xs[index]), Int(ys[index]))
                let (column, row) = (min(x &>> 8, lastColumn), min(y &>> 8, lastRow))
                let source = base + (row &* rowBytes &+ column &* 4)
                UnsafeMutableRawPointer(target + index).storeBytes(
                    of: mean(source, rowBytes, columnWeights[x &- column &<< 8], rowWeights[y &- row &<< 8]),
                    as: SIMD4<UInt8>.self)
            }
        }
    }

    private static func inPortions(
        _ mapping: TextureMapping, _ row: Int, _ columns: Range<Int>,
        _ body: (_ xs: UnsafePointer<Int32>, _ ys: UnsafePointer<Int32>, _ start: Int, _ count: Int) -> Void
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
