import PixelKernels
import TestSupport
import TestLimits
import Testing

@Suite(.timeLimited) struct PremultipliedPixelsTests {
    static let kinds: [PixelLayout.Channels] = [.gray, .grayAlpha, .rgb, .rgba]

    @Test func `every color with every alpha is rounded to nearest`() {
        for alpha in 0...255 {
            let row = (0...255).flatMap { color -> [UInt8] in
                let samples: [Int] = [color, 255 - color, color / 2, alpha]
                return samples.map { UInt8($0) }
            }
            let expected = (0...255).map { color -> UInt32 in
                func share(_ sample: Int) -> UInt32 { UInt32((Double(sample * alpha) / 255).rounded()) }
                let red = share(color)
                let green = share(255 - color)
                let blue = share(color / 2)
                return UInt32(alpha) << 24 | red << 16 | green << 8 | blue
            }
            let isSame = write(row, .rgba).pixels == expected && write(row, .rgba, plainly: true).pixels == expected
            #expect(isSame, "alpha \(alpha)")
        }
    }

    @Test(arguments: kinds)
    func `vector loops give the same bytes as the plain loop at any width`(channels: PixelLayout.Channels) {
        var random = RandomBytes(seed: UInt64(channels.rawValue))
        for count in Array(0...40) + [255, 256, 257] {
            let row = random.next(count * channels.rawValue, upTo: 255)
            let fast = write(row, channels)
            let plain = write(row, channels, plainly: true)
            #expect(fast.pixels == plain.pixels, "\(count) pixels")
            #expect(fast.isOpaque == plain.isOpaque)
        }
    }

    @Test(arguments: [PixelLayout.Channels.grayAlpha, .rgba], [1, 3, 4, 8, 9, 16, 21])
    func `a single transparent pixel is found at any position`(channels: PixelLayout.Channels, count: Int) {
        let opaque = [UInt8](repeating: 255, count: count * channels.rawValue)
        #expect(write(opaque, channels).isOpaque)
        for pixel in 0..<count {
            var row = opaque
            row[(pixel + 1) * channels.rawValue - 1] = 254
            #expect(!write(row, channels).isOpaque, "pixel \(pixel) of \(count)")
        }
    }

    @Test func `samples are written in the right order`() {
        #expect(write([1, 2], .gray).pixels == [0xFF01_0101, 0xFF02_0202])
        #expect(write([100, 128], .grayAlpha).pixels == [0x8032_3232])
        #expect(write([1, 2, 3, 4, 5, 6], .rgb).pixels == [0xFF01_0203, 0xFF04_0506])
        #expect(write([255, 100, 50, 51], .rgba).pixels == [0x3333_140A])
    }

    @Test(arguments: Array(0...19) + [256])
    func `pixels are premultiplied in place`(count: Int) {
        var random = RandomBytes(seed: 5)
        let row = random.next(4 * count, upTo: 255)
        let straight = (0..<count).map { pixel -> UInt32 in
            let bytes = row[4 * pixel..<4 * pixel + 4]
            return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let swapped = (0..<count).flatMap { pixel -> [UInt8] in
            let bytes = Array(row[4 * pixel..<4 * pixel + 4])
            return [bytes[2], bytes[1], bytes[0], bytes[3]]
        }
        let expected = write(swapped, .rgba, plainly: true)
        for premultiply in [PremultipliedPixels.premultiply, PremultipliedPixels.premultiplyScalar] {
            var pixels = straight
            let isOpaque = pixels.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { premultiply($0, count) } ?? true
            }
            #expect(pixels == expected.pixels)
            #expect(isOpaque == expected.isOpaque)
        }
    }

    @Test(arguments: [1, 2, 4, 8])
    func `palette indices are taken from the highest bits first`(bits: Int) {
        let palette = (0..<(1 << bits)).map { UInt32($0) &* 0x0101_0101 }
        let row: [UInt8] = [0b1011_0001, 0b0111_0010, 0x5A]
        let digits = row.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
        let expected = (0..<(24 / bits)).map { index in
            palette[digits[index * bits..<(index + 1) * bits].reduce(0) { $0 << 1 | Int($1) }]
        }
        for count in 0...expected.count {
            var pixels = [UInt32](repeating: 7, count: count + 1)
            pixels.withUnsafeMutableBufferPointer { buffer in
                guard let target = buffer.baseAddress else { return }
                row.withUnsafeBytes { row in
                    guard let row = row.baseAddress else { return }
                    PremultipliedPixels.write(row, bits: bits, count: count, palette: palette, into: target)
                }
            }
            #expect(pixels == expected.prefix(count) + [7])
        }
    }

    @Test func `every sample of 16 bits is rounded to nearest`() {
        let source = (0...65535).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let expected = (0...65535).map { UInt8((Double($0) / 257).rounded()) }
        for narrow in [narrowBigEndian16, narrowBigEndian16Scalar] {
            for count in [65536, 0, 1, 7, 9] {
                var output = [UInt8](repeating: 0xA5, count: count + 1)
                output.withUnsafeMutableBytes { target in
                    source.withUnsafeBytes { source in
                        guard let source = source.baseAddress, let target = target.baseAddress else { return }
                        narrow(source, count, target)
                    }
                }
                let isSame = output == expected.prefix(count) + [0xA5]
                #expect(isSame)
            }
        }
    }

    private func write(
        _ row: [UInt8], _ channels: PixelLayout.Channels, plainly: Bool = false
    ) -> (pixels: [UInt32], isOpaque: Bool) {
        let count = row.count / channels.rawValue
        var pixels = [UInt32](repeating: 7, count: count + 1)
        var isOpaque = true
        pixels.withUnsafeMutableBufferPointer { buffer in
            row.withUnsafeBytes { row in
                // A row of no pixels has no address.
                guard let row = row.baseAddress, let target = buffer.baseAddress else { return }
                let write = plainly ? PremultipliedPixels.writeScalar : PremultipliedPixels.write
                isOpaque = write(row, channels, count, target)
            }
        }
        #expect(pixels[count] == 7, "no byte is written after the row")
        return (Array(pixels.prefix(count)), isOpaque)
    }
}
