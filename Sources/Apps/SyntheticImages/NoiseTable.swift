/// A strip of random numbers from which rows of pixel noise are cut: one load a pixel instead of a hash.
///
/// Each run of 256 columns of each row starts at a hashed place of the strip, so nothing repeats visibly.
struct NoiseTable: Sendable {
    private static let run = 256
    private static let starts: UInt32 = 8192

    private let values: [Float]
    private let salt: UInt32

    /// A strip for a seed.
    init(salt: UInt32) {
        self.salt = salt
        values = (0..<Int(Self.starts) + Self.run).map { index in
            // The sum of two even numbers is closer to film grain than one is.
            let position = UInt32(index)
            return Hash.unit(position, 1, salt) + Hash.unit(position, 2, salt) - 1
        }
    }

    /// Calls `body` for each stretch of a row with its noise: the columns, and the first of as many numbers in -1…1.
    ///
    /// `layer` tells apart rows of different planes or levels at the same place.
    @inline(__always)
    func withRow(
        _ row: Int, columns: Range<Int>, layer: UInt32, _ body: (Range<Int>, UnsafePointer<Float>) -> Void
    ) {
        values.withUnsafeBufferPointer { table in
            guard let base = table.baseAddress else { return }
            var column = columns.lowerBound
            while column < columns.upperBound {
                let chunk = column >> 8
                let end = min((chunk + 1) << 8, columns.upperBound)
                let bits = Hash.mix(
                    UInt32(truncatingIfNeeded: row), UInt32(truncatingIfNeeded: chunk), salt &+ layer &* 0x51ED)
                let start = Int(bits % Self.starts) + (column & (Self.run - 1))
                body(column..<end, base + start)
                column = end
            }
        }
    }
}
