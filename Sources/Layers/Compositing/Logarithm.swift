/// The binary logarithm from a table: the same on every machine, unlike that of math libraries.
enum Logarithm {
    /// The logarithm in 256ths for each value of the upper eight bits of a significand from 1 to 2.
    private static let table: [UInt16] = (0..<256).map { index in
        // Squaring doubles the logarithm, and halving a number of at least 2 subtracts 1: the halvings are its bits.
        var number = 1 + (Double(index) + 0.5) / 256
        var bits: UInt16 = 0
        for _ in 0..<9 {
            number *= number
            bits <<= 1
            if number >= 2 {
                number /= 2
                bits |= 1
            }
        }
        return index == 0 ? 0 : (bits + 1) / 2
    }

    /// Returns the binary logarithm in 256ths, exact to 1/100; for powers of 2 it is exact.
    ///
    /// - Parameter number: a finite number of at least 1.
    /// - Returns: 256 · log₂(number).
    static func base2(_ number: Double) -> Int {
        let index = Int(truncatingIfNeeded: number.significandBitPattern >> 44)
        return Int(number.exponent) * 256 + Int(table[index])
    }
}
