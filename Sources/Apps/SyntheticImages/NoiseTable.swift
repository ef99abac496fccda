/// A table of random numbers from which rows of pixel noise are taken: one load per pixel instead of a hash.
///
/// Each run of 256 columns of each row starts at a hashed offset of the table, so that no repetition is visible.
struct NoiseTable: Sendable {
    private static let run = 256
    private static let starts: UInt32 = 8192

    private let values: [Float]
    private let salt: UInt32

    /// Creates the table for a salt.
    init(salt: UInt32) {
        self.salt = salt
        values = (0..<Int(Self.starts) + Self.run).map { index in
            // The sum of two uniform numbers is more like film grain than a single one.
            let position = UInt32(index)
            return Hash.unit(position, 1, salt) + Hash.unit(position, 2, salt) - 1
        }
    }

    /// Calls `body` for each run of a row, with its columns and the first of as many numbers in -1…1.
    ///
    /// `layer` distinguishes rows of different planes or levels at the same position.
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
