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

        /// The number added before the division by 256: a half, and 1 for the loss when products are truncated.
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
}
