/// Sampling along a row in equal steps of fixed-point numbers: for many small images, where a few pixels must not take
/// the preparation of a long row.
///
/// No position is clamped: each must have its pixels within the image, which a margin around it ensures.
extension Sampling {
    /// The number of bits of the fraction of a position.
    package static let fractionBits = 24

    /// Computes the weighted means of the four pixels around each position.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - start: the first position: the distance to the center of the first pixel, with ``fractionBits`` bits of
    ///     fraction.
    ///   - step: the distance of each position to the next.
    ///   - count: the number of positions, each at least a pixel before the centers of the last column and row.
    ///   - target: memory for as many pixels.
    package static func linear(
        _ pixels: PixelBufferView, from start: SIMD2<Int64>, step: SIMD2<Int64>, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        let base = UnsafeRawPointer(pixels.base)
        let rowBytes = pixels.stride &* 4
        // Half of a 256th, so that positions are rounded to nearest.
        let half: Int64 = 1 &<< 15
        var x = start.x &+ half
        var y = start.y &+ half
        Weights.shared.withTables { columnWeights, rowWeights in
            for index in 0..<count {
                let left = Int(truncatingIfNeeded: x &>> 16)
                let top = Int(truncatingIfNeeded: y &>> 16)
                let source = base + ((top &>> 8) &* rowBytes &+ (left &>> 8) &* 4)
                UnsafeMutableRawPointer(target + index).storeBytes(
                    of: mean(source, rowBytes, columnWeights[left & 255], rowWeights[top & 255]),
                    as: SIMD4<UInt8>.self)
                x &+= step.x
                y &+= step.y
            }
        }
    }

    /// Copies the pixel at each position.
    ///
    /// - Parameters:
    ///   - pixels: the image.
    ///   - start: the first position: the distance to the left and the upper edge of the image, with ``fractionBits``
    ///     bits of fraction.
    ///   - step: the distance of each position to the next.
    ///   - count: the number of positions, each within the image.
    ///   - target: memory for as many pixels.
    package static func nearest(
        _ pixels: PixelBufferView, from start: SIMD2<Int64>, step: SIMD2<Int64>, count: Int,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        var x = start.x
        var y = start.y
        for index in 0..<count {
            let column = Int(truncatingIfNeeded: x &>> 24)
            let row = Int(truncatingIfNeeded: y &>> 24)
            target[index] = pixels.base[row &* pixels.stride &+ column]
            x &+= step.x
            y &+= step.y
        }
    }

    /// The weighted mean of four pixels, the first of which is at `source`.
    @inline(__always)
    static func mean(
        _ source: UnsafeRawPointer, _ rowBytes: Int, _ columnWeights: Lanes, _ rowWeights: Lanes
    ) -> SIMD4<UInt8> {
        SIMD4<UInt8>(
            truncatingIfNeeded: (wideMean(source, rowBytes, columnWeights, rowWeights) &+ Weights.rounding) &>> 8)
    }

    /// The same, 256 times as large and not rounded.
    @inline(__always)
    static func wideMean(
        _ source: UnsafeRawPointer, _ rowBytes: Int, _ columnWeights: Lanes, _ rowWeights: Lanes
    ) -> WidePixel {
        let upper = Lanes(truncatingIfNeeded: source.loadUnaligned(as: SIMD8<UInt8>.self)) &* columnWeights
        let lower =
            Lanes(truncatingIfNeeded: source.loadUnaligned(fromByteOffset: rowBytes, as: SIMD8<UInt8>.self))
            &* columnWeights
        let both =
            Lanes(lowHalf: upper.lowHalf, highHalf: lower.lowHalf)
            &+ Lanes(lowHalf: upper.highHalf, highHalf: lower.highHalf)
        let parts = highProduct(both, rowWeights)
        return parts.lowHalf &+ parts.highHalf
    }
}
