import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct BlendingTintTests {
    private func pixels(_ count: Int, seed: UInt64) -> [UInt32] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in
            let alpha = UInt32.random(in: 0...255, using: &random)
            func sample() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
            return alpha << 24 | sample() << 16 | sample() << 8 | sample()
        }
    }

    @Test func `multiplying is the same in fours and one at a time`() {
        for count in 0...19 {
            for tint in pixels(20, seed: 3) + [0, 0xFFFF_FFFF] {
                var fast = pixels(count, seed: 7)
                var plain = pixels(count, seed: 7)
                fast.withUnsafeMutableBufferPointer { buffer in
                    if let base = buffer.baseAddress { Blending.multiply(base, by: tint, count: count) }
                }
                plain.withUnsafeMutableBufferPointer { buffer in
                    if let base = buffer.baseAddress { Blending.multiplyScalar(base, by: tint, count: count) }
                }
                #expect(fast == plain)
            }
        }
    }

    @Test func `white changes nothing, and a color changes each sample`() {
        var row: [UInt32] = [0xFF80_4020, 0x8040_2010]
        row.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { Blending.multiply(base, by: 0xFFFF_FFFF, count: 2) }
        }
        #expect(row == [0xFF80_4020, 0x8040_2010])
        row.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { Blending.multiply(base, by: 0x8080_0000, count: 2) }
        }
        #expect(row == [0x8040_0000, 0x4020_0000])
    }

    @Test func `masking is the same in fours and one at a time`() {
        for count in 0...19 {
            let mask = pixels(count, seed: 5)
            var fast = pixels(count, seed: 9)
            var plain = pixels(count, seed: 9)
            fast.withUnsafeMutableBufferPointer { buffer in
                if let base = buffer.baseAddress { Blending.mask(base, by: mask, count: count) }
            }
            plain.withUnsafeMutableBufferPointer { buffer in
                if let base = buffer.baseAddress { Blending.maskScalar(base, by: mask, count: count) }
            }
            #expect(fast == plain)
        }
    }

    @Test func `adding one color is adding a row of it`() {
        for count in 0...19 {
            for pixel in pixels(10, seed: 4) {
                var one = pixels(count, seed: 2)
                var row = pixels(count, seed: 2)
                one.withUnsafeMutableBufferPointer { buffer in
                    if let base = buffer.baseAddress { Blending.add(pixel, onto: base, count: count) }
                }
                let added = [UInt32](repeating: pixel, count: count)
                row.withUnsafeMutableBufferPointer { buffer in
                    if let base = buffer.baseAddress { Blending.add(added, opacity: 255, onto: base, count: count) }
                }
                #expect(one == row)
            }
        }
    }
}
