import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct BlendingDifferenceTests {
    private func difference(_ first: [UInt32], _ second: [UInt32], gain: UInt8) -> [UInt32] {
        let other = SeededPixels(second)
        return written(first) { target in
            if let base = other.memory.baseAddress {
                Blending.difference(target, from: base, gain: gain, count: first.count)
            }
        }
    }

    @Test func `of opaque pixels each sample becomes the difference times the gain, at most 255`() {
        let (first, second): ([UInt32], [UInt32]) = ([0xFF10_80FF, 0xFF00_0000], [0xFF14_8000, 0xFF01_1000])
        #expect(difference(first, second, gain: 1) == [0xFF04_00FF, 0xFF01_1000])
        #expect(difference(second, first, gain: 1) == [0xFF04_00FF, 0xFF01_1000])
        #expect(difference(first, second, gain: 4) == [0xFF10_00FF, 0xFF04_4000])
        #expect(difference(first, second, gain: 16) == [0xFF40_00FF, 0xFF10_FF00])
        #expect(difference(first, second, gain: 255) == [0xFFFF_00FF, 0xFFFF_FF00])
    }

    @Test func `equal pixels become black, and nothing is seen where one of them is transparent`() {
        #expect(difference([0xFF12_3456], [0xFF12_3456], gain: 255) == [0xFF00_0000])
        #expect(difference([0x8040_2000], [0], gain: 255) == [0])
        #expect(difference([0], [0xFFFF_FFFF], gain: 255) == [0])
        // Both half as opaque: a quarter is seen of the difference.
        #expect(difference([0x8080_0000], [0x8000_0000], gain: 1) == [0x4040_0000])
    }

    @Test func `it is the same in fours and one at a time, and colors stay below alpha`() {
        for count in 0...19 {
            for gain: UInt8 in [1, 4, 16, 255] {
                let first = SeededPixels(count, seed: 7 + count)
                let second = SeededPixels(count, seed: 70 + count)
                let fast = difference(first.pixels, second.pixels, gain: gain)
                let plain = written(first.pixels) { target in
                    guard let base = second.memory.baseAddress else { return }
                    Blending.differenceScalar(target, from: base, gain: gain, count: count)
                }
                #expect(fast == plain)
                #expect(fast.allSatisfy { pixel in samples(pixel).allSatisfy { $0 <= Int(pixel >> 24) } })
            }
        }
    }
}
