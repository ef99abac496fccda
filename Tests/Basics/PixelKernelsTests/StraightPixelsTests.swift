import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct StraightPixelsTests {
    @Test(arguments: Array(0...21) + [255, 256, 257])
    func `vector loops give the same bytes as the plain loops at any width`(count: Int) {
        let source = SeededPixels(count, seed: count)
        guard let pixels = UnsafePointer(source.memory.baseAddress) else { return }
        for opaque in [false, true] {
            if opaque { PremultipliedPixels.makeOpaque(UnsafeMutablePointer(mutating: pixels), count: count) }
            #expect(
                bytes(3 * count) { StraightPixels.writeRGB(pixels, count: count, into: $0) }
                    == bytes(3 * count) { StraightPixels.writeRGBScalar(pixels, count: count, into: $0) })
            #expect(
                bytes(4 * count) { StraightPixels.writeRGBA(pixels, count: count, into: $0) }
                    == bytes(4 * count) { StraightPixels.writeRGBAScalar(pixels, count: count, into: $0) })
        }
    }

    @Test func `samples are written in the right order`() {
        let pixels: [UInt32] = [0xFF01_0203, 0x3333_140A, 0, 0xFF04_0506]
        #expect(
            bytes(12) { StraightPixels.writeRGB(pixels, count: 4, into: $0) }
                == [1, 2, 3, 0x33, 0x14, 0x0A, 0, 0, 0, 4, 5, 6])
        #expect(
            bytes(16) { StraightPixels.writeRGBA(pixels, count: 4, into: $0) }
                == [1, 2, 3, 255, 255, 100, 50, 51, 0, 0, 0, 0, 4, 5, 6, 255])
    }

    @Test func `pixels that are unpremultiplied and premultiplied again are unchanged`() {
        for alpha in 1...255 {
            let pixels = (0...alpha).map { UInt32(alpha) << 24 | UInt32($0) * 0x01_0101 }
            let straight = bytes(4 * pixels.count) {
                StraightPixels.writeRGBA(pixels, count: pixels.count, into: $0)
            }
            var again = [UInt32](repeating: 0, count: pixels.count)
            _ = PremultipliedPixels.write(straight, channels: .rgba, count: pixels.count, into: &again)
            #expect(again == pixels, "alpha \(alpha)")
        }
    }

    /// Returns the output in memory of a number of bytes at an odd address.
    private func bytes(_ count: Int, _ write: (UnsafeMutableRawPointer) -> Void) -> [UInt8] {
        var memory = [UInt8](repeating: 0xA5, count: count + 2)
        memory.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { write(base + 1) }
        }
        #expect(memory.first == 0xA5 && memory.last == 0xA5)
        return Array(memory.dropFirst().dropLast())
    }
}
