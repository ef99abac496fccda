/// The plain twins of the loops, one pixel at a time; they also do what is left over after fours, and the tests compare
/// the two.
extension Blending {
    /// The plain twin of ``over(_:opacity:onto:count:)``.
    static func overScalar(
        _ source: UnsafePointer<UInt32>, opacity: UInt8, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        for index in 0..<count {
            target[index] = overScalar(scaled(source[index], by: opacity), target[index])
        }
    }

    /// The plain twin of ``add(_:opacity:onto:count:)``.
    static func addScalar(
        _ source: UnsafePointer<UInt32>, opacity: UInt8, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        for index in 0..<count {
            let added = scaled(source[index], by: opacity)
            let below = target[index]
            target[index] = eachSample { min(255, (added >> $0 & 255) + (below >> $0 & 255)) }
        }
    }

    /// The plain twin of ``mix(_:with:weight:count:)``.
    static func mixScalar(
        _ target: UnsafeMutablePointer<UInt32>, with other: UnsafePointer<UInt32>, weight: Int, count: Int
    ) {
        let second = UInt32(truncatingIfNeeded: weight)
        for index in 0..<count {
            let a = target[index]
            let b = other[index]
            target[index] = eachSample { ((a >> $0 & 255) * (256 - second) + (b >> $0 & 255) * second + 128) >> 8 }
        }
    }

    /// One pixel over another.
    static func overScalar(_ source: UInt32, _ below: UInt32) -> UInt32 {
        source &+ scaled(below, by: UInt8(255 - source >> 24))
    }

    /// A pixel times a factor of 255ths, rounded to nearest.
    package static func scaled(_ pixel: UInt32, by factor: UInt8) -> UInt32 {
        eachSample { ((pixel >> $0 & 255) * UInt32(factor) + 127) / 255 }
    }
}

/// A pixel from what is calculated for each of its samples, which lie at the given number of bits.
@inline(__always)
func eachSample(_ sample: (_ shift: UInt32) -> UInt32) -> UInt32 {
    let blue = sample(0)
    let green = sample(8) << 8
    let red = sample(16) << 16
    let alpha = sample(24) << 24
    return blue | green | red | alpha
}
