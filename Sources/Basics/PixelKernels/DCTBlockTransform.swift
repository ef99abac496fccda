/// Transforms blocks of 8×8 DCT coefficients so that their pixels are rotated or mirrored.
///
/// Cosines of even frequencies are the same from either end of a block; cosines of odd frequencies change their sign. So
/// mirroring pixels negates the coefficients of odd frequencies, and exchanging rows and columns of pixels also exchanges rows
/// and columns of coefficients.
package struct DCTBlockTransform: Hashable, Sendable {
    /// The number of coefficients of a block.
    package static let count = 64

    /// Whether the first column becomes the last.
    package let flipsHorizontally: Bool
    /// Whether the first row becomes the last.
    package let flipsVertically: Bool
    /// Whether rows become columns, after flipping.
    package let transposes: Bool

    /// Creates a transform from its parts.
    package init(flipsHorizontally: Bool, flipsVertically: Bool, transposes: Bool) {
        self.flipsHorizontally = flipsHorizontally
        self.flipsVertically = flipsVertically
        self.transposes = transposes
    }

    /// Transforms one block after the other.
    ///
    /// - Parameters:
    ///   - blocks: coefficients, a block's frequencies from left to right and then from top to bottom.
    ///   - count: the number of blocks.
    ///   - target: room for the first transformed block, apart from `blocks`.
    ///   - step: the distance from one written block to the next, in blocks; negative for the opposite order.
    package func apply(
        to blocks: UnsafePointer<Int16>, count: Int, into target: UnsafeMutablePointer<Int16>, step: Int
    ) {
        let across: Int16 = flipsHorizontally ? -1 : 1
        let down: Int16 = flipsVertically ? -1 : 1
        let (columnStep, rowStep) = transposes ? (8, 1) : (1, 8)
        for number in 0..<count {
            var source = blocks + number * Self.count
            var row = target + number * step * Self.count
            var sign: Int16 = 1
            for _ in 0..<8 {
                for pair in 0..<4 {
                    // −32,768 is its own opposite here; no image has it.
                    row[2 * pair * columnStep] = sign &* source[2 * pair]
                    row[(2 * pair + 1) * columnStep] = sign &* across &* source[2 * pair + 1]
                }
                source += 8
                row += rowStep
                sign &*= down
            }
        }
    }

    /// Returns the quantization of transformed blocks.
    ///
    /// - Parameter table: the quantization of the original blocks: 64 numbers, in the order of their coefficients.
    /// - Returns: the numbers in the order of the transformed blocks' coefficients.
    package func quantization(_ table: [UInt16]) -> [UInt16] {
        precondition(table.count == Self.count, "a number for each coefficient")
        return transposes ? table.indices.map { table[$0 % 8 * 8 + $0 / 8] } : table
    }
}
