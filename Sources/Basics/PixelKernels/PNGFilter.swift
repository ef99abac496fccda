/// How PNG prepares a row for compression: what is subtracted from every byte (PNG specification, section 9.2).
///
/// "Left" is the byte one pixel to the left, "above" the byte of the row above, both zero outside the picture.
package enum PNGFilter: UInt8, CaseIterable, Sendable {
    /// Nothing: best for few colors and repeated patterns.
    case none
    /// The byte to the left.
    case sub
    /// The byte above.
    case up
    /// The mean of left and above, rounded down: best for noise.
    case average
    /// Whichever of left, above and above-left is nearest to left + above − above-left.
    case paeth
}

extension PNGFilter {
    /// Writes the filtered bytes of a row to `output`.
    ///
    /// The same result as ``applyScalar(to:above:count:bytesPerPixel:into:)``, 16 bytes at a time.
    ///
    /// - Parameters:
    ///   - row: `count` bytes, samples of 16 bits with the high byte first.
    ///   - above: the row above, unfiltered; `count` zeros for the first row.
    ///   - count: bytes in a row; at least `bytesPerPixel`.
    ///   - bytesPerPixel: 1 to 8.
    ///   - output: room for `count` bytes, apart from both rows.
    package func apply(
        to row: UnsafeRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int,
        into output: UnsafeMutableRawPointer
    ) {
        switch self {
        case .none:
            output.copyMemory(from: row, byteCount: count)
        case .sub:
            apply(to: row, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output) {
                value, left, _, _ in value &- left
            }
        case .up:
            apply(to: row, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output) {
                value, _, above, _ in value &- above
            }
        case .average:
            apply(to: row, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output) {
                value, left, above, _ in
                // The mean without a carry: what both have, and half of what only one has.
                value &- ((left & above) &+ (((left ^ above) &>> 1)))
            }
        case .paeth:
            apply(to: row, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output) {
                value, left, above, upperLeft in
                value &- Self.paeth(left: left, above: above, upperLeft: upperLeft)
            }
        }
    }

    /// Runs `kernel` over a row, in vectors as far as there are pixels to the left, and plainly where not.
    @inline(__always)
    private func apply(
        to row: UnsafeRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int,
        into output: UnsafeMutableRawPointer,
        kernel: (
            _ value: SIMD16<UInt8>, _ left: SIMD16<UInt8>, _ above: SIMD16<UInt8>, _ upperLeft: SIMD16<UInt8>
        ) -> SIMD16<UInt8>
    ) {
        let width = 16
        guard count >= bytesPerPixel + width else {
            applyScalar(to: row, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output)
            return
        }
        applyScalar(to: row, above: above, count: bytesPerPixel, bytesPerPixel: bytesPerPixel, into: output)
        var position = bytesPerPixel
        while true {
            let left = position - bytesPerPixel
            let filtered = kernel(
                row.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self),
                row.loadUnaligned(fromByteOffset: left, as: SIMD16<UInt8>.self),
                above.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self),
                above.loadUnaligned(fromByteOffset: left, as: SIMD16<UInt8>.self))
            output.storeBytes(of: filtered, toByteOffset: position, as: SIMD16<UInt8>.self)
            guard position + width < count else { return }
            // The last vector overlaps the one before it instead of leaving a remainder.
            position = min(position + width, count - width)
        }
    }

    /// Paeth's predictor in bytes alone.
    ///
    /// With p = left + above − corner, the distances are |above − corner| from left and |left − corner| from above.
    /// That from the corner is their difference when the two lie on opposite sides of the corner; on the same side it
    /// is their sum, which never wins, so that any large value stands for it.
    @inline(__always)
    private static func paeth(
        left: SIMD16<UInt8>, above: SIMD16<UInt8>, upperLeft: SIMD16<UInt8>
    ) -> SIMD16<UInt8> {
        let fromLeft = distance(above, upperLeft)
        let fromAbove = distance(left, upperLeft)
        let sameSide = (left .>= upperLeft) .== (above .>= upperLeft)
        let fromCorner = distance(fromLeft, fromAbove).replacing(with: 255, where: sameSide)
        return
            upperLeft
            .replacing(with: above, where: fromAbove .<= fromCorner)
            .replacing(with: left, where: (fromLeft .<= fromAbove) .& (fromLeft .<= fromCorner))
    }

    @inline(__always)
    private static func distance(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
        pointwiseMax(a, b) &- pointwiseMin(a, b)
    }
}

extension PNGFilter {
    /// The customary guess at how well filtered bytes deflate: the sum of their magnitudes, taken as signed.
    ///
    /// - Complexity: O(`count`).
    package static func sumOfAbsoluteDifferences(_ bytes: UnsafeRawPointer, count: Int) -> Int {
        var sum = 0
        for byte in UnsafeRawBufferPointer(start: bytes, count: count) {
            sum &+= Int(min(byte, 0 &- byte))
        }
        return sum
    }
}
