import PixelKernels
import TestLimits
import Testing

@Suite(.timeLimited) struct ColorTableTests {
    private static let identity = (0...255).map { UInt8($0) }
    private static let inverse = (0...255).reversed().map { UInt8($0) }

    private func map(_ pixels: [UInt32], _ table: ColorTable) -> [UInt32] {
        var result = [UInt32](repeating: 1, count: pixels.count)
        pixels.withUnsafeBufferPointer { source in
            result.withUnsafeMutableBufferPointer { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                table.map(from, count: source.count, to: to)
            }
        }
        return result
    }

    @Test func `the identity changes no pixel, whatever its alpha`() {
        let table = ColorTable(red: Self.identity, green: Self.identity, blue: Self.identity)
        for alpha in 0...255 {
            let pixels = (0...alpha).map { value in
                UInt32(alpha) << 24 | UInt32(value) << 16 | UInt32(alpha - value) << 8 | UInt32(value / 2)
            }
            #expect(map(pixels, table) == pixels, "alpha \(alpha)")
        }
    }

    @Test func `each channel has its own curve`() {
        let table = ColorTable(red: Self.inverse, green: Self.identity, blue: [UInt8](repeating: 7, count: 256))
        #expect(map([0xFF10_2030, 0xFFFF_FFFF], table) == [0xFFEF_2007, 0xFF00_FF07])
    }

    @Test func `colors are mapped as they are without their alpha, which stays`() {
        let table = ColorTable(red: Self.inverse, green: Self.inverse, blue: Self.inverse)
        // Half white is half black; nothing stays nothing.
        #expect(map([0x8080_8080, 0x8000_0000, 0x0000_0000], table) == [0x8000_0000, 0x8080_8080, 0])
    }

    @Test func `a palette gives the color for the weighted mean of the channels`() {
        let palette = (0..<256).map { UInt32($0) << 8 }
        let red = ColorTable(
            red: Self.identity, green: Self.identity, blue: Self.identity, palette: palette,
            weights: ColorTable.Weights(red: 256, green: 0, blue: 0))
        #expect(map([0xFF40_FFFF], red) == [0xFF00_4000])
        let luma = ColorTable(red: Self.identity, green: Self.identity, blue: Self.identity, palette: palette)
        #expect(map([0xFF00_0000, 0xFFFF_FFFF, 0xFF00_FF00], luma) == [0xFF00_0000, 0xFF00_FF00, 0xFF00_B600])
    }

    @Test func `pixels can be mapped in place`() {
        var pixels: [UInt32] = [0xFF01_0203, 0xFF04_0506]
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            ColorTable(red: Self.inverse, green: Self.identity, blue: Self.identity)
                .map(base, count: pixels.count, to: base)
        }
        #expect(pixels == [0xFFFE_0203, 0xFFFB_0506])
    }
}
