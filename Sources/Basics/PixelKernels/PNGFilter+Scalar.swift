extension PNGFilter {
    /// The specification's definition, a byte at a time: for short rows, and what the vectors are compared with.
    ///
    /// Parameters are those of ``apply(to:above:count:bytesPerPixel:into:)``; `count` may be less than a pixel.
    package func applyScalar(
        to row: UnsafeRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int,
        into output: UnsafeMutableRawPointer
    ) {
        for position in 0..<count {
            let hasLeft = position >= bytesPerPixel
            let left = hasLeft ? row.load(fromByteOffset: position - bytesPerPixel, as: UInt8.self) : 0
            let up = above.load(fromByteOffset: position, as: UInt8.self)
            let upperLeft = hasLeft ? above.load(fromByteOffset: position - bytesPerPixel, as: UInt8.self) : 0
            let value = row.load(fromByteOffset: position, as: UInt8.self)
            output.storeBytes(
                of: value &- prediction(left: left, above: up, upperLeft: upperLeft), toByteOffset: position,
                as: UInt8.self)
        }
    }

    func prediction(left: UInt8, above: UInt8, upperLeft: UInt8) -> UInt8 {
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
