import PixelKernels
import TestLimits
import Testing

@Suite(.timeLimited) struct PremultipliedPixelsOpacityTests {
    @Test func `a single pixel that is not opaque is found at any position`() {
        for count in [1, 2, 1023, 1024, 1025, 2050] {
            var pixels = [UInt32](repeating: 0xFF00_0000, count: count)
            #expect(pixels.withUnsafeBufferPointer { PremultipliedPixels.areOpaque($0) })
            for index in Set([0, count / 2, count - 1]) {
                pixels[index] = 0xFE00_0000
                #expect(!pixels.withUnsafeBufferPointer { PremultipliedPixels.areOpaque($0) })
                pixels[index] = 0xFFFF_FFFF
            }
        }
        #expect([UInt32]().withUnsafeBufferPointer { PremultipliedPixels.areOpaque($0) })
    }
}
