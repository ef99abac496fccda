import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

/// Several samples for each pixel: with wide vectors as with any processor, and as single samples say.
@Suite(.timeLimited) struct SupersamplingTests {
    private static let counts = [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100, 128]
    private static let sizes = [(2, 2), (3, 7), (5, 3), (33, 40)]

    private func positions(_ count: Int, upTo limit: Int, seed: Int) -> [Int32] {
        var random = SeededRandom(seed: UInt64(seed))
        return (0..<count).map { $0 % 5 == 0 ? Int32(limit) : Int32.random(in: 0...Int32(limit), using: &random) }
    }

    @Test(arguments: counts)
    func `means of four samples are the same, and near those of single samples`(count: Int) throws {
        for (width, height) in Self.sizes {
            let source = SeededPixels(width * height, seed: count + width)
            let plane = try #require(source.plane(width: width, height: height))
            let xs = positions(4 * count, upTo: 256 * (width - 1), seed: count)
            let ys = positions(4 * count, upTo: 256 * (height - 1), seed: count + 1)
            let means = [true, false].map { isPortable in
                written(Array(repeating: 0, count: count)) { target in
                    if isPortable {
                        Sampling.supersampledPortable(plane, xs: xs, ys: ys, pitch: count, count: count, into: target)
                    } else {
                        Sampling.supersampled(plane, xs: xs, ys: ys, pitch: count, count: count, into: target)
                    }
                }
            }
            #expect(means[0] == means[1])
            let singles = written(Array(repeating: 0, count: 4 * count)) {
                Sampling.linearPortable(plane, xs: xs, ys: ys, count: 4 * count, into: $0)
            }
            for index in 0..<count {
                for (channel, mean) in samples(means[0][index]).enumerated() {
                    let sum = (0..<4).reduce(0) { $0 + Int(samples(singles[$1 * count + index])[channel]) }
                    #expect(abs(Double(sum) / 4 - Double(mean)) <= 1.02)
                }
            }
        }
    }

    @Test(arguments: counts)
    func `means of two samples along rows, and of two pairs of rows, are the same`(count: Int) throws {
        for (width, height) in Self.sizes {
            let source = SeededPixels(width * height, seed: count + width)
            let plane = try #require(source.plane(width: width, height: height))
            let firstXs = positions(count, upTo: 256 * (width - 1), seed: count)
            let secondXs = positions(count, upTo: 256 * (width - 1), seed: count + 9)
            let rows = [true, false].map { isPortable in
                [0, 1, height - 2, height - 1].map { row in
                    var target = Array(repeating: Sampling.WidePixel(repeating: 7), count: count + 1)
                    let mix =
                        isPortable
                        ? Sampling.interpolateHorizontallyTwicePortable : Sampling.interpolateHorizontallyTwice
                    mix(plane.row(row), width, firstXs, secondXs, count, &target)
                    return target
                }
            }
            #expect(rows[0] == rows[1])
            for (first, second) in [(0, 256), (1, 77), (255, 128)] {
                let mixed = [true, false].map { isPortable in
                    written(Array(repeating: 0, count: count)) { target in
                        pairs(rows[0], fractions: (first, second)) {
                            if isPortable {
                                Sampling.interpolateVerticallyTwicePortable($0, $1, count: count, into: target)
                            } else {
                                Sampling.interpolateVerticallyTwice($0, $1, count: count, into: target)
                            }
                        }
                    }
                }
                #expect(mixed[0] == mixed[1])
            }
        }
    }

    private func pairs(
        _ rows: [[Sampling.WidePixel]], fractions: (Int, Int), _ body: (Sampling.RowPair, Sampling.RowPair) -> Void
    ) {
        rows[0].withUnsafeBufferPointer { a in
            rows[1].withUnsafeBufferPointer { b in
                rows[2].withUnsafeBufferPointer { c in
                    rows[3].withUnsafeBufferPointer { d in
                        guard let a = a.baseAddress, let b = b.baseAddress, let c = c.baseAddress, let d = d.baseAddress
                        else { return }
                        body(
                            Sampling.RowPair(a, b, fraction: fractions.0),
                            Sampling.RowPair(c, d, fraction: fractions.1))
                    }
                }
            }
        }
    }

    @Test func `equal pixels are kept`() throws {
        for value in 0...255 {
            let even = SeededPixels(Array(repeating: UInt32(value) * 0x0101_0101, count: 4))
            let plane = try #require(even.plane(width: 2, height: 2))
            let places = positions(32, upTo: 256, seed: value)
            let means = written(Array(repeating: 0, count: 8)) {
                Sampling.supersampled(plane, xs: places, ys: places.reversed(), pitch: 8, count: 8, into: $0)
            }
            #expect(means.prefix(8).allSatisfy { $0 == even.memory[0] })
        }
    }
}

@Suite(.timeLimited) struct SharpeningTests {
    @Test(arguments: [0.5, 1, 1.37, 2, 2.5, 7.3, 16, 100, 40_000])
    func `places are sharpened alike one at a time and four at a time, and stay within the plane`(scale: Double) {
        for width in [2, 3, 100, 20_000, 1 << 20] {
            let sharpening = Sampling.Sharpening(width: width, height: 2, scale: SIMD2(scale, 1))
            let limit = sharpening.fractions * (width - 1)
            #expect(limit <= Int(Int32.max))
            var random = SeededRandom(seed: UInt64(width))
            var places = (0..<103).map {
                $0 == 0 ? Int32(limit) : Int32.random(in: 0...Int32(limit), using: &random)
            }
            let expected = places.map { Int32(sharpening.sharpenedX(Int($0))) }
            sharpening.sharpenXs(&places, count: 103)
            #expect(places == expected && places.allSatisfy { (0...Int32(256 * (width - 1))).contains($0) })
        }
    }

    @Test(arguments: 2...9)
    func `magnified by a whole number, each place is the center of a pixel`(scale: Int) {
        let sharpening = Sampling.Sharpening(width: 100, height: 100, scale: SIMD2(Double(scale), Double(scale)))
        for column in 0..<(99 * scale) {
            let position = max(0, (Double(column) + 0.5) / Double(scale) - 0.5)
            let place = Int((position * Double(sharpening.fractions)).rounded())
            #expect(sharpening.sharpenedX(place) == 256 * (column / scale))
            #expect(sharpening.sharpenedY(place) == 256 * (column / scale))
        }
    }

    @Test func `one pixel of the frame is blended at each border`() {
        // Pixels 2.5 wide: the border after the first one lies in the middle of the third pixel of the frame.
        let sharpening = Sampling.Sharpening(width: 10, height: 10, scale: SIMD2(2.5, 2.5))
        let places = (0..<5).map { column in
            sharpening.sharpenedX(
                Int((max(0, (Double(column) + 0.5) / 2.5 - 0.5) * Double(sharpening.fractions)).rounded()))
        }
        #expect(places == [0, 0, 128, 256, 256])
    }

    @Test func `without magnification, places stay where they are`() {
        let sharpening = Sampling.Sharpening(width: 10, height: 10, scale: SIMD2(0.7, 1))
        let steps = sharpening.fractions / 256
        for place in 0...(256 * 9) {
            #expect(sharpening.sharpenedX(place * steps) == place)
        }
    }
}

@Suite(.timeLimited) struct CubicSamplingTests {
    private func positions(_ count: Int, upTo limit: Int, seed: Int) -> [Int32] {
        var random = SeededRandom(seed: UInt64(seed))
        return (0..<count).map { $0 % 5 == 0 ? Int32(limit) : Int32.random(in: 0...Int32(limit), using: &random) }
    }

    @Test(arguments: [0, 1, 3, 4, 5, 8, 9, 100, 128])
    func `means are the same with wide vectors, for any processor, and in two steps`(count: Int) throws {
        for (width, height) in [(2, 2), (3, 7), (4, 3), (33, 40)] {
            let source = SeededPixels(width * height, seed: count + width)
            let plane = try #require(source.plane(width: width, height: height))
            let xs = positions(count, upTo: 256 * (width - 1), seed: count)
            for fraction in [0, 1, 77, 255, 256] {
                let row = (count + fraction) % (height - 1)
                let ys = Array(repeating: Int32(256 * row + fraction), count: count)
                let expected = written(Array(repeating: 0, count: count)) {
                    Sampling.cubicPortable(plane, xs: xs, ys: ys, count: count, into: $0)
                }
                let direct = written(Array(repeating: 0, count: count)) {
                    Sampling.cubic(plane, xs: xs, ys: ys, count: count, into: $0)
                }
                #expect(direct == expected)
                for isPortable in [true, false] {
                    let rows = (row - 1...row + 2).map { number in
                        var target = Array(repeating: Sampling.CubicPixel(repeating: 7), count: count + 1)
                        let mix =
                            isPortable
                            ? Sampling.interpolateCubicHorizontallyPortable : Sampling.interpolateCubicHorizontally
                        mix(plane.row(min(max(number, 0), height - 1)), width, xs, count, &target)
                        return target
                    }
                    let separate = written(Array(repeating: 0, count: count)) { target in
                        withRows(rows) { rows in
                            if isPortable {
                                Sampling.interpolateCubicVerticallyPortable(
                                    rows, fraction: fraction, count: count, into: target)
                            } else {
                                Sampling.interpolateCubicVertically(
                                    rows, fraction: fraction, count: count, into: target)
                            }
                        }
                    }
                    #expect(separate == expected)
                }
            }
        }
    }

    private func withRows(_ rows: [[Sampling.CubicPixel]], _ body: (CubicRows) -> Void) {
        rows[0].withUnsafeBufferPointer { a in
            rows[1].withUnsafeBufferPointer { b in
                rows[2].withUnsafeBufferPointer { c in
                    rows[3].withUnsafeBufferPointer { d in
                        guard let a = a.baseAddress, let b = b.baseAddress, let c = c.baseAddress, let d = d.baseAddress
                        else { return }
                        body(CubicRows(a, b, c, d))
                    }
                }
            }
        }
    }

    @Test func `weights add up, so that the center of a pixel is that pixel, and equal pixels are kept`() throws {
        let source = SeededPixels(9 * 6, seed: 4)
        let plane = try #require(source.plane(width: 9, height: 6))
        for row in 0..<6 {
            let centers = (0..<9).map { Int32(256 * $0) }
            let actual = written(Array(repeating: 0, count: 9)) {
                Sampling.cubic(
                    plane, xs: centers, ys: Array(repeating: Int32(256 * row), count: 9), count: 9, into: $0)
            }
            #expect(Array(actual.prefix(9)) == (0..<9).map { source.memory[row * 9 + $0] })
        }
        for value in 0...255 {
            let even = SeededPixels(Array(repeating: UInt32(value) * 0x0101_0101, count: 9))
            let plane = try #require(even.plane(width: 3, height: 3))
            let places = positions(40, upTo: 512, seed: value)
            let means = written(Array(repeating: 0, count: 40)) {
                Sampling.cubic(plane, xs: places, ys: places.reversed(), count: 40, into: $0)
            }
            #expect(means.prefix(40).allSatisfy { $0 == even.memory[0] })
        }
    }

    @Test func `no color is above alpha, even where the weights overshoot`() throws {
        let source = SeededPixels(40 * 40, seed: 6)
        let plane = try #require(source.plane(width: 40, height: 40))
        let means = written(Array(repeating: 0, count: 2000)) {
            Sampling.cubic(
                plane, xs: positions(2000, upTo: 256 * 39, seed: 1), ys: positions(2000, upTo: 256 * 39, seed: 2),
                count: 2000, into: $0)
        }
        #expect(means.prefix(2000).allSatisfy { pixel in [0, 8, 16].allSatisfy { pixel >> $0 & 255 <= pixel >> 24 } })
    }
}
