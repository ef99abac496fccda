import PixelKernels
import TestLimits
import Testing

@Suite(.timeLimited) struct DCTBlockTransformTests {
    @Test(arguments: [false, true], [false, true])
    func `odd frequencies are negated, and rows and columns transposed`(flipsHorizontally: Bool, flipsVertically: Bool)
    {
        let blocks = (0..<3 * 64).map { Int16($0 * 7 - 600) }
        for transposes in [false, true] {
            let transform = DCTBlockTransform(
                flipsHorizontally: flipsHorizontally, flipsVertically: flipsVertically, transposes: transposes)
            for step in [-1, 1, 2] {
                var transformed = [Int16](repeating: 0, count: 5 * 64)
                transformed.withUnsafeMutableBufferPointer { target in
                    guard let base = target.baseAddress else { return }
                    transform.apply(to: blocks, count: 3, into: step < 0 ? base + 2 * 64 : base, step: step)
                }
                for number in 0..<3 {
                    let position = step < 0 ? 2 - number : number * step
                    for row in 0..<8 {
                        for column in 0..<8 {
                            let isNegated = (flipsHorizontally && column % 2 == 1) != (flipsVertically && row % 2 == 1)
                            let value = blocks[64 * number + 8 * row + column]
                            let target = transposes ? 8 * column + row : 8 * row + column
                            #expect(transformed[64 * position + target] == (isNegated ? -value : value))
                        }
                    }
                }
            }
        }
    }

    @Test func `the quantization table is transposed with the coefficients`() {
        let table = (0..<64).map { UInt16($0) }
        let plain = DCTBlockTransform(flipsHorizontally: true, flipsVertically: true, transposes: false)
        #expect(plain.quantization(table) == table)
        let transformed = DCTBlockTransform(flipsHorizontally: true, flipsVertically: false, transposes: true)
            .quantization(
                table)
        #expect(transformed[1] == 8 && transformed[8] == 1 && transformed[63] == 63 && transformed[10] == 17)
    }
}
