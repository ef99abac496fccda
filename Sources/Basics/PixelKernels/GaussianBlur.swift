internal import Glibc

/// Blurs a mask of 8-bit coverage by a Gaussian.
///
/// Small Gaussians are computed exactly. Others are approximated, within 3 %, by three box filters along each axis. Each box is
/// a running sum, so the cost does not depend on the radius. The widths are the usual ideal boxes: their variances sum to the
/// variance of the Gaussian (P. Kovesi, *Fast almost-Gaussian filtering*, 2010).
package enum GaussianBlur {
    /// Blurs a mask, which is 0 outside.
    ///
    /// - Parameters:
    ///   - mask: `width` times `height` values, row by row.
    ///   - width: the number of columns.
    ///   - height: the number of rows.
    ///   - stride: the number of values from one row to the next; nil, the default, for the width.
    ///   - deviation: the standard deviation of the Gaussian in pixels.
    /// - Complexity: O(width · height), with memory for four times the mask.
    package static func blur(
        _ mask: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int? = nil, deviation: Double
    ) {
        guard width > 0, height > 0, deviation > 0 else { return }
        let filter: Filter =
            deviation < exactDeviation ? .weights(weights(deviation: deviation)) : .boxes(radii(deviation: deviation))
        let count = width * height
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * count) { memory in
            guard let first = memory.baseAddress else { return }
            let second = first + count
            // Fractions of 8 bits keep the rounding of six passes below half a step.
            let stride = stride ?? width
            for row in 0..<height {
                let line = mask + row * stride
                let target = first + row * width
                for column in 0..<width { target[column] = UInt16(line[column]) &<< 7 }
            }
            blurColumns(first, second, width: width, height: height, filter)
            transpose(first, to: second, width: width, height: height)
            blurColumns(second, first, width: height, height: width, filter)
            transpose(second, to: first, width: height, height: width)
            for row in 0..<height {
                let line = mask + row * stride
                let source = first + row * width
                for column in 0..<width { line[column] = UInt8(truncatingIfNeeded: (source[column] &+ 64) &>> 7) }
            }
        }
    }

    /// Returns the largest distance along an axis, in pixels, at which one pixel affects another.
    package static func support(ofDeviation deviation: Double) -> Int {
        guard deviation > 0 else { return 0 }
        guard deviation >= exactDeviation else { return reach(deviation: deviation) }
        let (first, second, third) = radii(deviation: deviation)
        return first + second + third
    }

    /// The distance up to which weights are computed.
    private static func reach(deviation: Double) -> Int { Int((4 * deviation).rounded(.up)) }

    /// The radii of three boxes: a box of radius r has 2r + 1 pixels.
    private static func radii(deviation: Double) -> (Int, Int, Int) {
        let variance = 12 * deviation * deviation
        var lower = Int((variance / 3 + 1).squareRoot())
        if lower % 2 == 0 { lower -= 1 }
        let width = Double(lower)
        let wider = lower + 2
        // The number of boxes of the lower width.
        let count = ((variance - 3 * width * width - 12 * width - 9) / (-4 * width - 4)).rounded()
        func radius(_ index: Double) -> Int { ((index < count ? lower : wider) - 1) / 2 }
        return (radius(0), radius(1), radius(2))
    }

    /// The deviation below which the Gaussian is computed exactly.
    private static let exactDeviation = 2.0

    private enum Filter {
        case boxes((Int, Int, Int))
        case weights([UInt32])
    }

    /// The weights of a pixel and those on one side of it, in 65,536ths: the integrals of the Gaussian over each.
    private static func weights(deviation: Double) -> [UInt32] {
        func integral(_ x: Double) -> Double { erf(x / (deviation * 2.0.squareRoot())) / 2 }
        let reach = reach(deviation: deviation)
        var weights = (0...reach).map { distance in
            UInt32(((integral(Double(distance) + 0.5) - integral(Double(distance) - 0.5)) * 65536).rounded())
        }
        // They add up to 1.
        weights[0] = 65536 - 2 * weights.dropFirst().reduce(0, +)
        return weights
    }

    /// Filters along the columns; the result is in `pixels`.
    private static func blurColumns(
        _ pixels: UnsafeMutablePointer<UInt16>, _ scratch: UnsafeMutablePointer<UInt16>, width: Int, height: Int,
        _ filter: Filter
    ) {
        switch filter {
        case .boxes(let radii):
            filterColumns(pixels, to: scratch, width: width, height: height, radius: radii.0)
            filterColumns(scratch, to: pixels, width: width, height: height, radius: radii.1)
            filterColumns(pixels, to: scratch, width: width, height: height, radius: radii.2)
        case .weights(let weights):
            filterColumns(pixels, to: scratch, width: width, height: height, weights: weights)
        }
        pixels.update(from: scratch, count: width * height)
    }

    /// Filters along the columns with weights.
    private static func filterColumns(
        _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>, width: Int, height: Int,
        weights: [UInt32]
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { memory in
            guard let sums = memory.baseAddress else { return }
            for row in 0..<height {
                sums.update(repeating: 1 << 15, count: width)
                for (distance, weight) in weights.enumerated() {
                    for neighbor in distance == 0 ? [row] : [row - distance, row + distance]
                    where neighbor >= 0 && neighbor < height {
                        let line = source + neighbor * width
                        for column in 0..<width { sums[column] &+= UInt32(line[column]) &* weight }
                    }
                }
                let line = target + row * width
                for column in 0..<width { line[column] = UInt16(truncatingIfNeeded: sums[column] &>> 16) }
            }
        }
    }

    /// Filters along the columns with one box, a row at a time, so that columns are side by side in vectors.
    private static func filterColumns(
        _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>, width: Int, height: Int, radius: Int
    ) {
        guard radius > 0 else {
            target.update(from: source, count: width * height)
            return
        }
        // The reciprocal in 2⁻¹⁶: sums have at most 15 bits times the width of the box.
        let scale = UInt64((1 << 32) / (2 * radius + 1))
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { memory in
            guard let sums = memory.baseAddress else { return }
            sums.update(repeating: 0, count: width)
            for row in 0..<min(radius, height) {
                let entering = source + row * width
                for column in 0..<width { sums[column] &+= UInt32(entering[column]) }
            }
            for row in 0..<height {
                if row + radius < height {
                    let entering = source + (row + radius) * width
                    for column in 0..<width { sums[column] &+= UInt32(entering[column]) }
                }
                if row > radius {
                    let leaving = source + (row - radius - 1) * width
                    for column in 0..<width { sums[column] &-= UInt32(leaving[column]) }
                }
                let line = target + row * width
                for column in 0..<width {
                    line[column] = UInt16(truncatingIfNeeded: (UInt64(sums[column]) &* scale &+ 1 << 31) &>> 32)
                }
            }
        }
    }

    private static func transpose(
        _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<UInt16>, width: Int, height: Int
    ) {
        // In squares that fit the first-level cache.
        let side = 32
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                for row in top..<min(top + side, height) {
                    for column in left..<min(left + side, width) {
                        target[column &* height &+ row] = source[row &* width &+ column]
                    }
                }
            }
        }
    }
}
