import PixelKernels
import Testing

@Suite struct BlockTurnTests {
    @Test(arguments: [false, true], [false, true])
    func `odd frequencies are negated, and sides exchanged`(mirrorsColumns: Bool, mirrorsRows: Bool) {
        let blocks = (0..<3 * 64).map { Int16($0 * 7 - 600) }
        for swapsSides in [false, true] {
            let turn = BlockTurn(mirrorsColumns: mirrorsColumns, mirrorsRows: mirrorsRows, swapsSides: swapsSides)
            for step in [-1, 1, 2] {
                var turned = [Int16](repeating: 0, count: 5 * 64)
                turned.withUnsafeMutableBufferPointer { target in
                    guard let base = target.baseAddress else { return }
                    turn.apply(to: blocks, count: 3, into: step < 0 ? base + 2 * 64 : base, step: step)
                }
                for number in 0..<3 {
                    let place = step < 0 ? 2 - number : number * step
                    for row in 0..<8 {
                        for column in 0..<8 {
                            let isNegated = (mirrorsColumns && column % 2 == 1) != (mirrorsRows && row % 2 == 1)
                            let value = blocks[64 * number + 8 * row + column]
                            let target = swapsSides ? 8 * column + row : 8 * row + column
                            #expect(turned[64 * place + target] == (isNegated ? -value : value))
                        }
                    }
                }
            }
        }
    }

    @Test func `quantization goes with the coefficients`() {
        let table = (0..<64).map { UInt16($0) }
        let plain = BlockTurn(mirrorsColumns: true, mirrorsRows: true, swapsSides: false)
        #expect(plain.quantization(table) == table)
        let turned = BlockTurn(mirrorsColumns: true, mirrorsRows: false, swapsSides: true).quantization(table)
        #expect(turned[1] == 8 && turned[8] == 1 && turned[63] == 63 && turned[10] == 17)
    }
}
