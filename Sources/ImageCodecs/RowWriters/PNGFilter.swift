/// Chooses for each row of a PNG the filter after which it deflates best, and applies it.
///
/// The choice is the customary one: the filter whose differences have the least sum of magnitudes. Of the five only
/// Sub, Up and Paeth are tried; Average seldom wins, and None hardly ever in true-colour images.
struct PNGFilter {
    private let rowBytes: Int
    private let pixelBytes: Int
    private var previous: [UInt8]
    // A filter's number, then its bytes, for each filter tried.
    private var candidates: [[UInt8]]

    init(rowBytes: Int, pixelBytes: Int) {
        self.rowBytes = rowBytes
        self.pixelBytes = pixelBytes
        previous = Array(repeating: 0, count: rowBytes)
        candidates = [1, 2, 4].map { [UInt8($0)] + Array(repeating: 0, count: rowBytes) }
    }

    /// Filters the next row and lends its bytes, the filter's number first.
    mutating func filter(
        _ row: UnsafePointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        var sums = [0, 0, 0]
        previous.withUnsafeBufferPointer { above in
            for (candidate, kind) in [Kind.sub, .up, .paeth].enumerated() {
                candidates[candidate].withUnsafeMutableBufferPointer { out in
                    sums[candidate] = Self.apply(
                        kind, UnsafeBufferPointer(start: row, count: rowBytes), above: above, step: pixelBytes, to: out)
                }
            }
        }
        previous.withUnsafeMutableBufferPointer { copy in
            _ = copy.update(from: UnsafeBufferPointer(start: row, count: rowBytes))
        }
        let best = sums[2] < min(sums[0], sums[1]) ? 2 : sums[1] < sums[0] ? 1 : 0
        try candidates[best].withUnsafeBufferPointer { try body($0) }
    }

    private enum Kind { case sub, up, paeth }

    private static func apply(
        _ kind: Kind, _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, step: Int,
        to out: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var sum = 0
        for index in row.indices {
            let left = index >= step ? row[index - step] : 0
            let guess: UInt8 =
                switch kind {
                case .sub: left
                case .up: above[index]
                case .paeth: paeth(left, above[index], index >= step ? above[index - step] : 0)
                }
            let difference = row[index] &- guess
            out[index + 1] = difference
            sum += Int(min(difference, 0 &- difference))
        }
        return sum
    }

    /// The neighbour nearest to left + above − corner; ties go to the left, then above, as the format demands.
    private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let toLeft = abs(Int(above) - Int(corner))
        let toAbove = abs(Int(left) - Int(corner))
        let toCorner = abs(Int(left) + Int(above) - 2 * Int(corner))
        if toLeft <= toAbove && toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }
}
