import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct BlendingProductsTests {
    private enum Operation: CaseIterable {
        case multiply, screen
    }

    private func result(_ operation: Operation, _ first: [UInt32], _ second: [UInt32], isPlain: Bool = false)
        -> [UInt32]
    {
        let other = SeededPixels(second)
        return written(first) { target in
            guard let base = other.memory.baseAddress else { return }
            switch (operation, isPlain) {
            case (.multiply, false): Blending.multiply(target, by: base, count: first.count)
            case (.multiply, true): Blending.multiplyScalar(target, by: base, count: first.count)
            case (.screen, false): Blending.screen(target, with: base, count: first.count)
            case (.screen, true): Blending.screenScalar(target, with: base, count: first.count)
            }
        }
    }

    @Test func `of opaque pixels, products darken and screens brighten`() {
        let (first, second): ([UInt32], [UInt32]) = ([0xFF10_80FF, 0xFF33_6600], [0xFFFF_8000, 0xFFFF_FF40])
        #expect(result(.multiply, first, second) == [0xFF10_4000, 0xFF33_6600])
        #expect(result(.multiply, second, first) == [0xFF10_4000, 0xFF33_6600])
        #expect(result(.screen, first, second) == [0xFFFF_C0FF, 0xFFFF_FF40])
        #expect(result(.screen, second, first) == [0xFFFF_C0FF, 0xFFFF_FF40])
    }

    @Test func `nothing is seen where one of the pixels is transparent`() {
        for operation in Operation.allCases {
            #expect(result(operation, [0x8040_2000], [0]) == [0])
            #expect(result(operation, [0], [0xFFFF_FFFF]) == [0])
        }
    }

    @Test func `they are the same in fours and one at a time, and colors stay below alpha`() {
        for operation in Operation.allCases {
            for count in 0...19 {
                let first = SeededPixels(count, seed: 3 + count).pixels
                let second = SeededPixels(count, seed: 30 + count).pixels
                let fast = result(operation, first, second)
                #expect(fast == result(operation, first, second, isPlain: true))
                #expect(fast.allSatisfy { pixel in samples(pixel).allSatisfy { $0 <= Int(pixel >> 24) } })
            }
        }
    }
}
