/// A filter of PNG: the value that is subtracted from every byte of a row before compression (PNG specification, section 9.2).
///
/// "Left" is the byte one pixel to the left, "above" the byte of the row above, both zero outside the image.
package enum PNGFilter: UInt8, CaseIterable, Sendable {
    /// No filter: best for few colors and repeated patterns.
    case none
    /// The byte to the left.
    case sub
    /// The byte above.
    case up
    /// The mean of left and above, rounded down: best for noise.
    case average
    /// The one of left, above and above-left that is nearest to left + above − above-left.
    case paeth
}

extension PNGFilter {
    /// Writes the filtered bytes of a row to `output`.
    ///
    /// Gives the same result as ``applyScalar(to:above:count:bytesPerPixel:into:)``, 16 bytes at a time.
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
        /// Runs over the row, in vectors as far as there are pixels to the left, and plainly where not.
        @inline(__always) func run(_ prediction: (_ left: Bytes, _ above: Bytes, _ upperLeft: Bytes) -> Bytes) {
            let width = 16
            guard count >= bytesPerPixel + width else {
                applyScalar(to: row, above: above, count: count, bytesPerPixel: bytesPerPixel, into: output)
                return
            }
            applyScalar(to: row, above: above, count: bytesPerPixel, bytesPerPixel: bytesPerPixel, into: output)
            var position = bytesPerPixel
            while true {
                let left = position - bytesPerPixel
                let filtered =
                    row.loadUnaligned(fromByteOffset: position, as: Bytes.self)
                    &- prediction(
                        row.loadUnaligned(fromByteOffset: left, as: Bytes.self),
                        above.loadUnaligned(fromByteOffset: position, as: Bytes.self),
                        above.loadUnaligned(fromByteOffset: left, as: Bytes.self))
                output.storeBytes(of: filtered, toByteOffset: position, as: Bytes.self)
                guard position + width < count else { return }
                // The last vector overlaps the one before it instead of leaving a remainder.
                position = min(position + width, count - width)
            }
        }
        switch self {
        case .none: output.copyMemory(from: row, byteCount: count)
        case .sub: run { left, _, _ in left }
        case .up: run { _, above, _ in above }
        // The mean without a carry: what both have, and half of what only one has.
        case .average: run { left, above, _ in (left & above) &+ ((left ^ above) &>> 1) }
        case .paeth: run(Self.paeth)
        }
    }

    private typealias Bytes = SIMD16<UInt8>

    /// Paeth's predictor in bytes alone.
    ///
    /// With p = left + above − corner, the distances are |above − corner| from left and |left − corner| from above.
    /// That from the corner is their difference when the two lie on opposite sides of the corner; on the same side it
    /// is their sum, which never wins, so that any large value stands for it.
    @inline(__always)
    private static func paeth(left: Bytes, above: Bytes, upperLeft: Bytes) -> Bytes {
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
    private static func distance(_ a: Bytes, _ b: Bytes) -> Bytes { pointwiseMax(a, b) &- pointwiseMin(a, b) }

    /// Returns the usual estimate of the deflated size of filtered bytes: the sum of their absolute values as signed numbers.
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
