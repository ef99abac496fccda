import PixelKernels
import TestSupport
import Testing

@Suite struct PremultipliedPixelTests {
    private func channels(_ pixel: UInt32) -> [UInt32] { [24, 16, 8, 0].map { pixel >> $0 & 0xFF } }

    @Test func `every channel times every factor is rounded exactly`() {
        for factor in UInt32(0)...255 {
            for value in UInt32(0)...255 {
                let expected = (2 * value * factor + 255) / 510
                let scaled = PremultipliedPixel.scaled(value * 0x0101_0101, by: factor)
                guard scaled == expected * 0x0101_0101 else {
                    Issue.record("\(value) · \(factor) became \(scaled)")
                    return
                }
            }
        }
    }

    @Test func `half of red over white is (255, 128, 128)`() {
        let red = PremultipliedPixel.pixel(red: 1, green: 0, blue: 0, alpha: 0.5)
        #expect(red == 0x8080_0000)
        #expect(PremultipliedPixel.over(red, 0xFFFF_FFFF) == 0xFFFF_7F7F)
        #expect(PremultipliedPixel.over(0, 0x1234_5678) == 0x1234_5678)
        #expect(PremultipliedPixel.over(0xFF01_0203, 0x1234_5678) == 0xFF01_0203)
    }

    @Test func `a pixel over another one never reaches beyond its alpha`() {
        var generator = SeededRandom(seed: 1)
        for _ in 0..<20_000 {
            let pixels = (0..<2).map { _ -> UInt32 in
                let alpha = UInt32.random(in: 0...255, using: &generator)
                let color = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &generator) }
                return alpha << 24 | color[0] << 16 | color[1] << 8 | color[2]
            }
            let result = channels(PremultipliedPixel.over(pixels[0], pixels[1]))
            #expect(result.dropFirst().allSatisfy { $0 <= result[0] })
        }
    }

    @Test func `components outside of 0 to 1 count as the nearer end, and no numbers as 0`() {
        #expect(PremultipliedPixel.pixel(red: 2, green: -1, blue: .nan, alpha: 7) == 0xFFFF_0000)
        #expect(PremultipliedPixel.pixel(red: 1, green: 1, blue: 1, alpha: .nan) == 0)
    }
}

@Suite struct CoverageBlendingTests {
    @Test func `pixels are replaced, kept and mixed as far as they are covered`() {
        var pixels: [UInt32] = [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF]
        pixels.withUnsafeMutableBufferPointer { pixels in
            [UInt8](arrayLiteral: 255, 0, 51).withUnsafeBufferPointer {
                CoverageBlending.blend(0xFF00_0000, over: pixels, coverage: $0)
            }
        }
        #expect(pixels == [0xFF00_0000, 0xFFFF_FFFF, 0xFFCC_CCCC])
    }

    @Test func `a row put over another one with full coverage is as pixel over pixel`() {
        let row: [UInt32] = [0x8080_0000, 0xFF12_3456, 0]
        var pixels: [UInt32] = [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF65_4321]
        let expected = zip(row, pixels).map { PremultipliedPixel.over($0, $1) }
        pixels.withUnsafeMutableBufferPointer { pixels in
            row.withUnsafeBufferPointer { row in
                [UInt8](repeating: 255, count: 3).withUnsafeBufferPointer {
                    CoverageBlending.blend(row, over: pixels, coverage: $0)
                }
            }
        }
        #expect(pixels == expected)
    }

    @Test func `what is taken away from pixels is as much as is covered`() {
        var pixels: [UInt32] = [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF]
        pixels.withUnsafeMutableBufferPointer { pixels in
            [UInt8](arrayLiteral: 255, 0, 51).withUnsafeBufferPointer {
                CoverageBlending.erase(pixels, coverage: $0)
            }
        }
        #expect(pixels == [0, 0xFFFF_FFFF, 0xCCCC_CCCC])
    }
}

@Suite struct PictureSamplingTests {
    private static let size = (width: 5, height: 4)

    private func picture() -> [UInt32] {
        var generator = SeededRandom(seed: 3)
        return (0..<Self.size.width * Self.size.height).map { _ in
            UInt32.random(in: 0...0x00FF_FFFF, using: &generator) | 0xFF00_0000
        }
    }

    /// The weighted mean of four pixels with weights that are not rounded.
    private func plainMean(_ picture: [UInt32], _ x: Double, _ y: Double, shift: UInt32) -> Double {
        let (x, y) = (min(max(x - 0.5, 0), 4), min(max(y - 0.5, 0), 3))
        let (left, top) = (Int(x), Int(y))
        let (u, v) = (x - Double(left), y - Double(top))
        func value(_ column: Int, _ row: Int) -> Double {
            Double(picture[min(row, 3) * 5 + min(column, 4)] >> shift & 0xFF)
        }
        let upper = value(left, top) * (1 - u) + value(left + 1, top) * u
        let lower = value(left, top + 1) * (1 - u) + value(left + 1, top + 1) * u
        return upper * (1 - v) + lower * v
    }

    private func read(
        _ picture: [UInt32], _ count: Int,
        _ body: (PictureSampling, UnsafeMutableBufferPointer<UInt32>) -> Void
    ) -> [UInt32] {
        var row = [UInt32](repeating: 0, count: count)
        picture.withUnsafeBufferPointer { pixels in
            row.withUnsafeMutableBufferPointer {
                body(PictureSampling(pixels, width: Self.size.width, height: Self.size.height), $0)
            }
        }
        return row
    }

    @Test(arguments: [SIMD2(0.37, 0.11), SIMD2(-0.5, 0.25), SIMD2(0, 0.8), SIMD2(1, 0)])
    func `linear sampling is within 3 steps of the exact mean, within the picture and beyond`(step: SIMD2<Double>) {
        let picture = picture()
        let start = SIMD2(-1.25, -0.75)
        let row = read(picture, 24) { $0.readLinear(from: start, step: step, to: $1) }
        for (column, pixel) in row.enumerated() {
            let place = start + Double(column) * step
            for shift in [UInt32(0), 8, 16, 24] {
                let exact = plainMean(picture, place.x, place.y, shift: shift)
                #expect(abs(Double(pixel >> shift & 0xFF) - exact) <= 3)
            }
        }
    }

    @Test func `sampling in the middle of pixels gives them as they are`() {
        let picture = picture()
        let linear = read(picture, 5) { $0.readLinear(from: [0.5, 1.5], step: [1, 0], to: $1) }
        let nearest = read(picture, 5) { $0.readNearest(from: [0.5, 1.5], step: [1, 0], to: $1) }
        #expect(linear == Array(picture[5..<10]))
        #expect(nearest == Array(picture[5..<10]))
    }

    @Test func `the nearest pixel is that in which a place lies, or that of the edge`() {
        let picture = picture()
        let row = read(picture, 4) { $0.readNearest(from: [3.999, -5], step: [0.001, 3], to: $1) }
        #expect(row == [picture[3], picture[4], picture[9], picture[19]])
    }
}
