import PixelKernels
import TestSupport
import TestLimits
import Testing

@Suite(.timeLimited) struct FlatteningTests {
    @Test func `every 8-bit color and alpha over several backgrounds is rounded exactly`() {
        let row = (0..<65536).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for background in [UInt8(0), 1, 127, 128, 254, 255] {
            let flattening = Flattening(
                PixelLayout(.grayAlpha), red: background, green: background, blue: background)
            #expect(flattening.layout == PixelLayout(.gray))
            var flat = [UInt8](repeating: 0, count: 65536)
            flat.withUnsafeMutableBytes { target in
                row.withUnsafeBytes { source in
                    guard let source = source.baseAddress, let target = target.baseAddress else { return }
                    flattening.flatten(source, to: target, count: 65536)
                }
            }
            let expected = (0..<65536).map { index -> UInt8 in
                let color = index >> 8
                let alpha = index & 255
                let sum: Int = color * alpha + Int(background) * (255 - alpha)
                return UInt8((2 * sum + 255) / 510)
            }
            let same = flat == expected
            #expect(same, "background \(background)")
        }
    }

    @Test func `16-bit colors are rounded exactly`() {
        var generator = SeededRandom(seed: 7)
        let edges: [UInt16] = [0, 1, 2, 127, 128, 255, 256, 257, 32767, 32768, 65533, 65534, 65535]
        var row = edges.flatMap { color in edges.flatMap { [color, $0] } }
        row += (0..<20000).map { _ in UInt16(truncatingIfNeeded: generator.next()) }
        let count = row.count / 2
        for background in [UInt8(0), 3, 200, 255] {
            let flattening = Flattening(
                PixelLayout(.grayAlpha, .sixteen), red: background, green: background, blue: background)
            var flat = [UInt16](repeating: 0, count: count)
            flat.withUnsafeMutableBytes { target in
                row.withUnsafeBytes { source in
                    guard let source = source.baseAddress, let target = target.baseAddress else { return }
                    flattening.flatten(source, to: target, count: count)
                }
            }
            let expected = (0..<count).map { index -> UInt16 in
                let color = Int(row[2 * index])
                let alpha = Int(row[2 * index + 1])
                let sum: Int = color * alpha + Int(background) * 257 * (65535 - alpha)
                return UInt16((2 * sum + 65535) / 131070)
            }
            let same = flat == expected
            #expect(same, "background \(background)")
        }
    }

    @Test func `gray over a colored background becomes color`() {
        let flattening = Flattening(PixelLayout(.grayAlpha), red: 10, green: 20, blue: 30)
        #expect(flattening.layout == PixelLayout(.rgb))
        #expect(
            flatten([100, 255, 100, 0, 100, 51], by: flattening, pixels: 3)
                == [100, 100, 100, 10, 20, 30, 28, 36, 44])
    }

    @Test func `each channel is blended with its own background sample`() {
        let flattening = Flattening(PixelLayout(.rgba), red: 255, green: 0, blue: 128)
        #expect(flattening.layout == PixelLayout(.rgb))
        #expect(
            flatten([1, 2, 3, 255, 1, 2, 3, 0, 100, 100, 100, 128], by: flattening, pixels: 3)
                == [1, 2, 3, 255, 0, 128, 177, 50, 114])
    }

    private func flatten(_ row: [UInt8], by flattening: Flattening, pixels: Int) -> [UInt8] {
        var flat = [UInt8](repeating: 0, count: pixels * flattening.layout.bytesPerPixel)
        flat.withUnsafeMutableBytes { target in
            row.withUnsafeBytes { source in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                flattening.flatten(source, to: target, count: pixels)
            }
        }
        return flat
    }
}
