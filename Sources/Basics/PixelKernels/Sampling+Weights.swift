extension Sampling {
    /// The weights of neighboring pixels, ready for vectors, by the 257 steps from one to the next.
    ///
    /// From 0 to 256 and not to 255, so that the last place of a plane is the end of its last pair of pixels.
    struct Weights: Sendable {
        static let shared = Weights()

        /// Of the left and the right pixel, four lanes each: together 256.
        private let columns: [Lanes]
        /// Of the upper and the lower row, four lanes each: together 65535, so that either fits 16 bits.
        private let rows: [Lanes]

        /// What is added before the division by 256: a half, and 1 for what is lost when products are cut off.
        static let rounding: UInt16 = 129

        private init() {
            let steps = 0...UInt16(Sampling.fractions)
            columns = steps.map {
                Lanes(lowHalf: SIMD4(repeating: 256 - $0), highHalf: SIMD4(repeating: $0))
            }
            rows = steps.map {
                let weights = Self.ofRows(Int($0))
                return Lanes(lowHalf: SIMD4(repeating: weights.upper), highHalf: SIMD4(repeating: weights.lower))
            }
        }

        /// The weights of two rows, in 65535ths.
        static func ofRows(_ fraction: Int) -> (upper: UInt16, lower: UInt16) {
            let lower = UInt16(truncatingIfNeeded: min(fraction << 8, 65535))
            return (65535 - lower, lower)
        }

        @inline(__always)
        func withTables(_ body: (_ columns: UnsafePointer<Lanes>, _ rows: UnsafePointer<Lanes>) -> Void) {
            columns.withUnsafeBufferPointer { columns in
                rows.withUnsafeBufferPointer { rows in
                    guard let columns = columns.baseAddress, let rows = rows.baseAddress else { return }
                    body(columns, rows)
                }
            }
        }
    }

    /// The plain twin of all ways to sample linearly: the mean at one place, in 256ths.
    static func linearScalar(_ pixels: PixelBufferView, x: Int, y: Int) -> UInt32 {
        let (column, row) = (min(x >> 8, pixels.width - 2), min(y >> 8, pixels.height - 2))
        let (right, weights) = (UInt32(x - column << 8), Weights.ofRows(y - row << 8))
        let (upper, lower) = (pixels.row(row) + column, pixels.row(row + 1) + column)
        return eachSample { shift in
            func interpolate(_ pair: UnsafePointer<UInt32>) -> UInt32 {
                (pair[0] >> shift & 255) * (256 - right) + (pair[1] >> shift & 255) * right
            }
            let sum =
                (interpolate(upper) * UInt32(weights.upper)) >> 16 + (interpolate(lower) * UInt32(weights.lower)) >> 16
            return (sum + UInt32(Weights.rounding)) / 256
        }
    }
}
