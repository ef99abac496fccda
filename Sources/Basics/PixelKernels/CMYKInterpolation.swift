/// Converts 8-bit CMYK to RGB with a table of colors on a grid of inks (CLUT).
///
/// Between grid points it interpolates like color management libraries: in the tetrahedron of magenta, yellow and black around
/// the color, for the two grid values of cyan around it, and linearly between both. A grid point is one 64-bit word of three
/// fields, so that one multiplication serves all three samples.
package struct CMYKInterpolation: Sendable {
    /// The number of grid points of each ink.
    package static let gridPoints = 17
    /// The number of colors of the grid.
    package static let colors = gridPoints * gridPoints * gridPoints * gridPoints

    /// The bits of a field of a word.
    private static let fieldBits: UInt64 = 21
    /// The bits of a stored sample, 8 and 5 of a fraction; multiplied by a weight of 8 bits, it fills a field.
    private static let sampleBits: UInt64 = 13
    private static let sampleMask: UInt64 = (1 << sampleBits - 1) * (1 | 1 << fieldBits | 1 << (2 * fieldBits))
    /// The bits below which a number of ``inks`` is the distance to the next grid point of the ink; above is the weight
    /// of that, of 256 (128 for cyan).
    private static let distanceBits: UInt32 = 20

    private let grid: [UInt64]
    /// For each of 256 amounts of four inks, the index of its grid point.
    private let starts: [Int32]
    /// For each of 256 amounts of four inks, the weight of the next grid point and the distance to it.
    private let inks: [UInt32]

    /// Creates a conversion.
    ///
    /// - Parameter colors: the 16-bit samples of a grid point; black varies fastest, then yellow, magenta and cyan. Each
    ///   ink of 17 values runs from none to all.
    package init(grid colors: [UInt16]) {
        precondition(colors.count == 3 * Self.colors, "each point of the grid has three samples")
        grid = (0..<Self.colors).map { point in
            (0..<3).reduce(0) { word, channel in
                // Half a step is added, so that truncated sums are rounded.
                let sample = (UInt64(colors[3 * point + channel]) * (255 << 5) + 32767) / 65535 + 1 << 4
                return word | sample << (Self.fieldBits * UInt64(channel))
            }
        }
        let intervals = Self.gridPoints - 1
        var (starts, inks): ([Int32], [UInt32]) = ([], [])
        for ink in 0..<4 {
            let distance = (ink..<3).reduce(1) { distance, _ in distance * Self.gridPoints }
            for amount in 0..<256 {
                let point = min(amount * intervals / 255, intervals - 1)
                let weights = ink == 0 ? 128 : 256
                let weight = ((amount * intervals - point * 255) * weights * 2 + 255) / (2 * 255)
                starts.append(Int32(point * distance))
                inks.append(UInt32(weight) << Self.distanceBits | UInt32(distance))
            }
        }
        self.starts = starts
        self.inks = inks
    }

    /// Converts `count` pixels of four inks; 255 is full ink, or no ink if they are inverted.
    package func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, isInverted: Bool
    ) {
        grid.withUnsafeBufferPointer { grid in
            starts.withUnsafeBufferPointer { starts in
                inks.withUnsafeBufferPointer { inks in
                    guard let grid = grid.baseAddress, let starts = starts.baseAddress, let inks = inks.baseAddress
                    else { return }
                    Self.convert(
                        source, to: target.assumingMemoryBound(to: UInt8.self), count, isInverted ? .max : 0, grid,
                        starts, inks)
                }
            }
        }
    }

    @inline(__always)
    private static func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt8>, _ count: Int, _ inversion: UInt32,
        _ grid: UnsafePointer<UInt64>, _ starts: UnsafePointer<Int32>, _ inks: UnsafePointer<UInt32>
    ) {
        let cyanDistance = gridPoints * gridPoints * gridPoints
        let diagonal = gridPoints * gridPoints + gridPoints + 1
        let distanceMask = (1 << distanceBits) as UInt32 &- 1
        var to = target
        for pixel in 0..<count {
            let amounts =
                UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 &* pixel, as: UInt32.self)) ^ inversion
            let cyan = Int(amounts & 255)
            let magenta = 256 &+ Int(amounts &>> 8 & 255)
            let yellow = 512 &+ Int(amounts &>> 16 & 255)
            let black = 768 &+ Int(amounts &>> 24)
            let start = Int(starts[cyan] &+ starts[magenta] &+ starts[yellow] &+ starts[black])
            // The inks in the order of their weights choose the tetrahedron.
            let a = inks[magenta]
            let b = inks[yellow]
            let c = inks[black]
            let high = max(a, b)
            let low = min(a, b)
            let first = max(high, c)
            let rest = min(high, c)
            let second = max(rest, low)
            let third = min(rest, low)
            let one = Int(first & distanceMask)
            let two = one &+ Int(second & distanceMask)
            let most = UInt64(first &>> distanceBits)
            let middle = UInt64(second &>> distanceBits)
            let least = UInt64(third &>> distanceBits)
            let weights = (256 &- most, most &- middle, middle &- least, least)
            let near = grid + start
            let far = grid + (start &+ cyanDistance)
            let below =
                near[0] &* weights.0 &+ near[one] &* weights.1 &+ near[two] &* weights.2
                &+ near[diagonal] &* weights.3
            let above =
                far[0] &* weights.0 &+ far[one] &* weights.1 &+ far[two] &* weights.2 &+ far[diagonal] &* weights.3
            let share = UInt64(inks[cyan] &>> distanceBits)
            let sum = (below &>> 8 & sampleMask) &* (128 &- share) &+ (above &>> 8 & sampleMask) &* share
            to[0] = UInt8(truncatingIfNeeded: sum &>> 12)
            to[1] = UInt8(truncatingIfNeeded: sum &>> (fieldBits &+ 12))
            to[2] = UInt8(truncatingIfNeeded: sum &>> (2 &* fieldBits &+ 12))
            to += 3
        }
    }
}
