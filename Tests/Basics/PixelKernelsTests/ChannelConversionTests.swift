import PixelKernels
import TestLimits
import Testing

@Suite("Channel conversion", .timeLimited)
struct ChannelConversionTests {
    @Test("writes gray as three equal samples")
    func gray() {
        #expect(
            converted(count: 9) { expandGray([1, 2, 250] as [UInt8], hasAlpha: false, count: 3, into: $0) }
                == [1, 1, 1, 2, 2, 2, 250, 250, 250])
    }

    @Test("writes gray with alpha as three equal samples and the alpha")
    func grayAlpha() {
        #expect(
            converted(count: 8) { expandGray([1, 200, 2, 0] as [UInt8], hasAlpha: true, count: 2, into: $0) }
                == [1, 1, 1, 200, 2, 2, 2, 0])
    }

    @Test("drops alpha of 8 and 16 bits")
    func dropsAlpha() {
        let pixels: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(
            converted(count: 6) { dropAlpha(pixels, layout: PixelLayout(.rgba), count: 2, into: $0) }
                == [1, 2, 3, 5, 6, 7])
        #expect(
            converted(count: 4) { dropAlpha(pixels, layout: PixelLayout(.grayAlpha, .sixteen), count: 2, into: $0) }
                == [1, 2, 5, 6])
    }

    @Test("finds a single transparent pixel at any position", arguments: [PixelLayout.Depth.eight, .sixteen])
    func opacity(depth: PixelLayout.Depth) {
        let layout = PixelLayout(.grayAlpha, depth)
        let sample = depth.rawValue / 8
        for pixels in 1...20 {
            var row = [UInt8](repeating: 255, count: pixels * layout.bytesPerPixel)
            #expect(isOpaque(row, layout: layout, count: pixels))
            for pixel in 0..<pixels {
                for byte in 0..<sample {
                    let index = pixel * layout.bytesPerPixel + sample + byte
                    row[index] = 254
                    #expect(!isOpaque(row, layout: layout, count: pixels))
                    row[index] = 255
                }
                // The color does not matter.
                row[pixel * layout.bytesPerPixel] = 0
            }
            #expect(isOpaque(row, layout: layout, count: pixels))
        }
        #expect(isOpaque([0, 0, 0] as [UInt8], layout: PixelLayout(.rgb), count: 1))
    }

    private func converted(count: Int, _ write: (UnsafeMutableRawPointer) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            write(base)
        }
        return bytes
    }
}
