extension PNGFilter {
    /// The specification's definition, a byte at a time: for short rows, and as the reference for the vector code.
    ///
    /// The parameters are the same as in ``apply(to:above:count:bytesPerPixel:into:)``; `count` may be less than a pixel.
    package func applyScalar(
        to row: UnsafeRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int,
        into output: UnsafeMutableRawPointer
    ) {
        forEachByte(of: row, above, count, bytesPerPixel, unfiltered: row) { position, value, prediction in
            output.storeBytes(of: value &- prediction, toByteOffset: position, as: UInt8.self)
        }
    }

    /// The specification's definition, a byte at a time: the reference for the vector code.
    ///
    /// The parameters are the same as in ``unfilter(_:above:count:bytesPerPixel:)``; nothing is read beyond rows.
    package func unfilterScalar(
        _ row: UnsafeMutableRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int
    ) {
        forEachByte(of: row, above, count, bytesPerPixel, unfiltered: row) { position, value, prediction in
            row.storeBytes(of: value &+ prediction, toByteOffset: position, as: UInt8.self)
        }
    }

    /// Calls `body` with each byte of a row and its prediction, which is made from the unfiltered row.
    @inline(__always)
    private func forEachByte(
        of row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ count: Int, _ bytesPerPixel: Int,
        unfiltered: UnsafeRawPointer, _ body: (_ position: Int, _ value: UInt8, _ prediction: UInt8) -> Void
    ) {
        for position in 0..<count {
            let hasLeft = position >= bytesPerPixel
            let left = hasLeft ? unfiltered.load(fromByteOffset: position - bytesPerPixel, as: UInt8.self) : 0
            let up = above.load(fromByteOffset: position, as: UInt8.self)
            let upperLeft = hasLeft ? above.load(fromByteOffset: position - bytesPerPixel, as: UInt8.self) : 0
            let value = row.load(fromByteOffset: position, as: UInt8.self)
            body(position, value, prediction(left: left, above: up, upperLeft: upperLeft))
        }
    }

    private func prediction(left: UInt8, above: UInt8, upperLeft: UInt8) -> UInt8 {
        switch self {
        case .none: return 0
        case .sub: return left
        case .up: return above
        case .average: return UInt8((Int(left) + Int(above)) / 2)
        case .paeth:
            let estimate = Int(left) + Int(above) - Int(upperLeft)
            let fromLeft = abs(estimate - Int(left))
            let fromAbove = abs(estimate - Int(above))
            let fromCorner = abs(estimate - Int(upperLeft))
            if fromLeft <= fromAbove && fromLeft <= fromCorner {
                return left
            }
            return fromAbove <= fromCorner ? above : upperLeft
        }
    }
}
