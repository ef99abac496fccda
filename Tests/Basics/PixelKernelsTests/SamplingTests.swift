import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

extension Sampling {
    /// The mean at one place, in 256ths, with which all ways to sample linearly are compared.
    fileprivate static func linearScalar(_ pixels: PixelBufferView, x: Int, y: Int) -> UInt32 {
        let column = min(x >> 8, pixels.width - 2)
        let row = min(y >> 8, pixels.height - 2)
        let right = UInt32(x - column << 8)
        let weights = Weights.ofRows(y - row << 8)
        let upper = pixels.row(row) + column
        let lower = pixels.row(row + 1) + column
        return eachSample { shift in
            func interpolate(_ pair: UnsafePointer<UInt32>) -> UInt32 {
                (pair[0] >> shift & 255) * (256 - right) + (pair[1] >> shift & 255) * right
            }
            let sum =
                (interpolate(upper) * UInt32(weights.upper)) >> 16 + (interpolate(lower) * UInt32(weights.lower)) >> 16
            return (sum + UInt32(Weights.rounding)) / 256
        }
    }
}

@Suite(.timeLimited) struct SamplingTests {
    /// Positions of all kinds in a plane: at pixels, between them and at the ends.
    private func coordinates(upTo limit: Int, count: Int, seed: UInt64) -> [Int32] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { index in
            switch index % 4 {
            case 0: Int32(limit)
            case 1: Int32.random(in: 0...Int32(limit), using: &random) & ~255
            default: Int32.random(in: 0...Int32(limit), using: &random)
            }
        }
    }

    private static let sizes = [(2, 2), (2, 5), (3, 2), (7, 4), (16, 9)]

    @Test(arguments: sizes)
    func `sampling at positions gives the plain weighted means`(width: Int, height: Int) throws {
        let source = SeededPixels(width * height, seed: width)
        let plane = try #require(source.plane(width: width, height: height))
        let xs = coordinates(upTo: 256 * (width - 1), count: 50, seed: 1)
        let ys = coordinates(upTo: 256 * (height - 1), count: 50, seed: 2).reversed() + []
        let expected = zip(xs, ys).map { Sampling.linearScalar(plane, x: Int($0), y: Int($1)) }
        let actual = written(Array(repeating: 0, count: 50)) {
            Sampling.linear(plane, xs: xs, ys: ys, count: 50, into: $0)
        }
        #expect(actual == expected)
    }

    @Test(arguments: sizes)
    func `stretching rows and mixing them gives the plain weighted means`(width: Int, height: Int) throws {
        let source = SeededPixels(width * height, seed: width)
        let plane = try #require(source.plane(width: width, height: height))
        for count in 0...11 {
            let xs = coordinates(upTo: 256 * (width - 1), count: count, seed: UInt64(count))
            for fraction in [0, 1, 100, 128, 255, 256] {
                let row = count % (height - 1)
                let actual = written(Array(repeating: 0, count: count)) { target in
                    withUnsafeTemporaryAllocation(of: Sampling.WidePixel.self, capacity: 2 * count + 1) { rows in
                        guard let upper = rows.baseAddress else { return }
                        for (index, target) in [upper, upper + count].enumerated() {
                            Sampling.interpolateHorizontally(
                                plane.row(row + index), width: width, xs: xs, count: count, into: target)
                        }
                        Sampling.interpolateVertically(
                            upper, upper + count, fraction: fraction, count: count, into: target)
                    }
                }
                #expect(actual == xs.map { Sampling.linearScalar(plane, x: Int($0), y: row << 8 + fraction) })
            }
        }
    }

    @Test func `a weighted mean is within 1/64 of the exact one, rounded`() throws {
        let source = SeededPixels(20 * 20, seed: 9)
        let plane = try #require(source.plane(width: 20, height: 20))
        for (x, y) in zip(
            coordinates(upTo: 256 * 19, count: 3000, seed: 3), coordinates(upTo: 256 * 19, count: 3000, seed: 5))
        {
            let column = min(Int(x) >> 8, 18)
            let row = min(Int(y) >> 8, 18)
            let right = Double(Int(x) - column * 256) / 256
            let down = Double(Int(y) - row * 256) / 256
            for (channel, actual) in samples(Sampling.linearScalar(plane, x: Int(x), y: Int(y))).enumerated() {
                func at(_ column: Int, _ row: Int) -> Double {
                    Double(samples(source.memory[row * 20 + column])[channel])
                }
                let upper = at(column, row) * (1 - right) + at(column + 1, row) * right
                let lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right
                #expect(abs(upper * (1 - down) + lower * down - Double(actual)) <= 0.5 + 1.0 / 64)
            }
        }
    }

    @Test func `the sample at the center of a pixel is that pixel, and equal pixels are kept`() throws {
        let source = SeededPixels(9 * 6, seed: 4)
        let plane = try #require(source.plane(width: 9, height: 6))
        for row in 0..<6 {
            for column in 0..<9 {
                let actual = Sampling.linearScalar(plane, x: column * 256, y: row * 256)
                #expect(actual == source.memory[row * 9 + column])
            }
        }
        for value in 0...255 {
            let even = SeededPixels(Array(repeating: UInt32(value) * 0x0101_0101, count: 4))
            let plane = try #require(even.plane(width: 2, height: 2))
            for (x, y) in zip(coordinates(upTo: 256, count: 30, seed: 6), coordinates(upTo: 256, count: 30, seed: 7)) {
                #expect(Sampling.linearScalar(plane, x: Int(x), y: Int(y)) == even.memory[0])
            }
        }
    }
}
