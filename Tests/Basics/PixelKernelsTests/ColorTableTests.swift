import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct ColorTableTests {
    /// The linear light of a space whose samples are linear, with mixed primaries.
    private static let mixing: [SIMD3<Double>] = [[1.25, -0.05, 0], [-0.25, 1.1, -0.1], [0, -0.05, 1.1]]

    private static func light(levels: Int, black: SIMD3<Double> = SIMD3()) -> [SIMD3<Double>] {
        (0..<3).flatMap { sample in
            (0..<levels).map { black + mixing[sample] * (Double($0) / Double(levels - 1)) }
        }
    }

    private static func expected(_ color: [Double], full: Double) -> [Int] {
        let sum = zip(mixing, color).reduce(SIMD3<Double>()) { $0 + $1.0 * $1.1 }
        return (0..<3).map { Int((min(1, max(0, sum[$0])).squareRoot() * full).rounded()) }
    }

    @Test func `8-bit colors of other primaries are those of the formula, inside and outside the other space`() throws {
        let shaper = try #require(
            MatrixShaper(black: SIMD3(), light: Self.light(levels: 256)) { $0.squareRoot() })
        let levels = (0...16).map { UInt8(min(255, $0 * 16)) }
        for red in levels {
            for green in levels {
                for blue in levels {
                    let color = [red, green, blue]
                    var target: [UInt8] = [1, 2, 3]
                    shaper.convert(color, to: &target, count: 1)
                    let wanted = Self.expected(color.map { Double($0) / 255 }, full: 255)
                    // The square root is steep near black: its table has steps of up to one there.
                    #expect(zip(target, wanted).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(color): \(target), \(wanted)")
                }
            }
        }
    }

    @Test func `a space that is the other one leaves colors unchanged, in place, and keeps alpha`() throws {
        let identity = (0..<3).flatMap { sample in
            (0..<256).map { level in
                var color = SIMD3<Double>()
                color[sample] = Double(level) / 255
                return color
            }
        }
        let shaper = try #require(MatrixShaper(black: SIMD3(), light: identity) { $0 })
        for channels in [3, 4] {
            let pixels = (0..<channels * 257).map { UInt8(truncatingIfNeeded: $0 * 7) }
            var target = pixels
            target.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                shaper.convert(base, to: base, count: 257, hasAlpha: channels == 4)
            }
            #expect(target == pixels)
        }
    }

    @Test func `a range that the table cannot resolve makes no conversion`() {
        let wide = Self.light(levels: 256).map { $0 * 9 }
        #expect(MatrixShaper(black: SIMD3(), light: wide) { $0 } == nil)
    }

    @Test func `a black that is not 0 is added once`() throws {
        let black = SIMD3(repeating: 0.25)
        let shaper = try #require(
            MatrixShaper(black: black, light: Self.light(levels: 256, black: black)) { $0 })
        var target: [UInt8] = [1, 1, 1]
        shaper.convert([0, 0, 0] as [UInt8], to: &target, count: 1)
        #expect(target == [64, 64, 64])
        let deep = DeepMatrixShaper(black: black, light: Self.light(levels: 65536, black: black), to: .sixteen) { $0 }
        var samples: [UInt16] = [1, 1, 1]
        deep.convert([0, 0, 0] as [UInt16], to: &samples, count: 1)
        #expect(samples == [16384, 16384, 16384])
    }

    @Test func `16-bit colors are converted to 16 and to 8 bits, with alpha`() {
        let light = Self.light(levels: 65536)
        let deep = DeepMatrixShaper(black: SIMD3(), light: light, to: .sixteen) { $0.squareRoot() }
        let narrow = DeepMatrixShaper(black: SIMD3(), light: light, to: .eight) { $0.squareRoot() }
        var number: UInt32 = 1
        for _ in 0..<2000 {
            let color = (0..<4).map { _ -> UInt16 in
                number = number &* 1_664_525 &+ 1_013_904_223
                return UInt16(number >> 16)
            }
            var (words, bytes) = ([UInt16](repeating: 0, count: 4), [UInt8](repeating: 0, count: 4))
            deep.convert(color, to: &words, count: 1, hasAlpha: true)
            narrow.convert(color, to: &bytes, count: 1, hasAlpha: true)
            let part = color.prefix(3).map { Double($0) / 65535 }
            #expect(zip(words, Self.expected(part, full: 65535)).allSatisfy { abs(Int($0) - $1) <= 128 })
            #expect(zip(bytes, Self.expected(part, full: 255)).allSatisfy { abs(Int($0) - $1) <= 1 })
            #expect(words[3] == color[3])
            #expect(Int(bytes[3]) == (Int(color[3]) + 128) / 257)
            // Where the curve is not steep, it is exact.
            for (word, wanted) in zip(words, Self.expected(part, full: 65535)) where wanted > 3000 {
                #expect(abs(Int(word) - wanted) <= 1)
            }
        }
    }

    /// A grid of inks whose colors are linear in cyan, magenta and yellow, with a little black.
    private static var inks: CMYKInterpolation {
        let amounts = (0..<CMYKInterpolation.gridPoints).map { Double($0) / Double(CMYKInterpolation.gridPoints - 1) }
        let colors = amounts.flatMap { c in
            amounts.flatMap { m in amounts.flatMap { y in amounts.flatMap { k in rgb([c, m, y, k]) } } }
        }
        return CMYKInterpolation(grid: colors.map { UInt16(($0 * 65535).rounded()) })
    }

    private static func rgb(_ inks: [Double]) -> [Double] {
        (0..<3).map { 1 - 0.75 * inks[$0] - 0.25 * inks[3] }
    }

    @Test func `inks between the points of the grid are interpolated, inverted or not`() {
        let interpolation = Self.inks
        var number: UInt32 = 7
        for count in 0..<20_000 {
            number = number &* 1_664_525 &+ 1_013_904_223
            // The corners of the grid, then any colors.
            let amounts = (0..<4).map { ink -> UInt8 in
                count < 16 ? (count >> ink & 1 == 1 ? 255 : 0) : UInt8(truncatingIfNeeded: number >> (8 * UInt32(ink)))
            }
            var (plain, inverted): ([UInt8], [UInt8]) = ([0, 0, 0, 9], [0, 0, 0, 9])
            interpolation.convert(amounts, to: &plain, count: 1, isInverted: false)
            interpolation.convert(amounts.map { 255 - $0 }, to: &inverted, count: 1, isInverted: true)
            let wanted = Self.rgb(amounts.map { Double($0) / 255 }).map { $0 * 255 }
            #expect(plain == inverted)
            #expect(plain[3] == 9)
            #expect(zip(plain, wanted).allSatisfy { abs(Double($0) - $1) <= 0.75 }, "\(amounts): \(plain), \(wanted)")
        }
        var white: [UInt8] = [0, 0, 0]
        interpolation.convert([0, 0, 0, 0] as [UInt8], to: &white, count: 1, isInverted: false)
        #expect(white == [255, 255, 255])
        interpolation.convert([255, 255, 255, 255] as [UInt8], to: &white, count: 1, isInverted: false)
        #expect(white == [0, 0, 0])
    }
}
