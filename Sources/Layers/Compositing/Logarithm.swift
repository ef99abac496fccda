/// The logarithm to base 2 from a table: the same on every machine, which libraries' logarithms are not.
enum Logarithm {
    /// For each of the upper eight bits after the point of a number from 1 to 2, its logarithm in 256ths.
    private static let table: [UInt16] = (0..<256).map { index in
        // Squaring doubles the logarithm, and halving a number of 2 or more takes 1 off: what is taken off, bit by bit,
        // is the logarithm.
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

    /// The logarithm in 256ths, exact within 1/100; of powers of 2 without error.
    ///
    /// - Parameter number: a finite number of at least 1.
    /// - Returns: 256 times its logarithm to base 2.
    static func base2(_ number: Double) -> Int {
        let index = Int(truncatingIfNeeded: number.significandBitPattern >> 44)
        return Int(number.exponent) * 256 + Int(table[index])
    }
}
