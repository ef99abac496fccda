/// Smooth random numbers on the plane, the same on every machine: made of whole numbers, sums, products and square roots.
struct ValueNoise {
    private let start: UInt64

    init(seed: UInt64) {
        start = Self.mixed(seed)
    }

    /// The number at a point of the grid: 0 or more, less than 1.
    func number(_ column: Int, _ row: Int) -> Double {
        let column = Self.mixed(start &+ UInt64(bitPattern: Int64(column)))
        return Double(Self.mixed(column &+ UInt64(bitPattern: Int64(row))) >> 40) / 0x100_0000
    }

    /// The number at a place, between those of the four points around it.
    func value(_ x: Double, _ y: Double) -> Double {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        let column = Int(left)
        let row = Int(top)
        let across = Self.eased(x - left)
        let down = Self.eased(y - top)
        func between(_ row: Int) -> Double {
            let first = number(column, row)
            return first + (number(column + 1, row) - first) * across
        }
        let upper = between(row)
        return upper + (between(row + 1) - upper) * down
    }

    /// The weighted mean of noise of doubling frequency.
    ///
    /// - Parameters:
    ///   - x: the column.
    ///   - y: the row.
    ///   - octaves: the number of frequencies.
    ///   - persistence: the weight of each frequency in that of the one before; the default is a half.
    ///   - isRidged: whether middle values become crests.
    /// - Returns: 0 or more, less than 1.
    func fractal(_ x: Double, _ y: Double, octaves: Int, persistence: Double = 0.5, isRidged: Bool = false) -> Double {
        var sum = 0.0
        var total = 0.0
        var weight = 1.0
        var scale = 1.0
        for octave in 0..<octaves {
            // Far from each other, so that the octaves have different numbers.
            let shift = Double(octave * 4096)
            let value = value(x * scale + shift, y * scale)
            sum += weight * (isRidged ? 1 - (2 * value - 1).magnitude : value)
            total += weight
            weight *= persistence
            scale *= 2
        }
        return sum / total
    }

    private static func mixed(_ seed: UInt64) -> UInt64 {
        var random = SeededRandom(seed: seed)
        return random.next()
    }

    private static func eased(_ part: Double) -> Double { part * part * (3 - 2 * part) }

    /// A smooth step from 0 at one value to 1 at a higher one.
    static func step(_ low: Double, _ high: Double, _ value: Double) -> Double {
        eased(min(1, max(0, (value - low) / (high - low))))
    }
}
