import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

/// The loops for processors with wide vectors give what the loops for any processor give.
@Suite(.timeLimited) struct SamplingVectorTests {
    private static let counts = [0, 1, 3, 4, 5, 7, 8, 9, 11, 12, 15, 16, 17, 100, 127, 128]

    /// Positions from 0 to a limit, both included.
    private func positions(_ count: Int, upTo limit: Int, seed: Int) -> [Int32] {
        var random = SeededRandom(seed: UInt64(seed))
        return (0..<count).map { $0 % 5 == 0 ? Int32(limit) : Int32.random(in: 0...Int32(limit), using: &random) }
    }

    @Test(arguments: counts)
    func `means at positions are the same, whatever is loaded ahead`(count: Int) throws {
        for (width, height) in [(2, 2), (3, 7), (256, 5), (33, 40)] {
            let source = SeededPixels(width * height, seed: count + width)
            let plane = try #require(source.plane(width: width, height: height))
            let xs = positions(count, upTo: 256 * (width - 1), seed: count)
            let ys = positions(count, upTo: 256 * (height - 1), seed: count + 1)
            let expected = written(Array(repeating: 0, count: count)) {
                Sampling.linearPortable(plane, xs: xs, ys: ys, count: count, into: $0)
            }
            for distance in [0, 8 * width + 3, -1_000_000_000, .max, .min] {
                let actual = written(Array(repeating: 0, count: count)) {
                    Sampling.linear(plane, xs: xs, ys: ys, count: count, prefetchDistance: distance, into: $0)
                }
                #expect(actual == expected)
            }
        }
    }

    @Test(arguments: counts)
    func `means of columns and of rows are the same`(count: Int) throws {
        for width in [2, 3, 64] {
            let source = SeededPixels(2 * width, seed: count + width)
            let plane = try #require(source.plane(width: width, height: 2))
            let xs = positions(count, upTo: 256 * (width - 1), seed: count)
            func rows(
                _ stretch: (UnsafePointer<UInt32>, UnsafeMutablePointer<Sampling.WidePixel>) -> Void
            ) -> [[Sampling.WidePixel]] {
                (0..<2).map { row in
                    var target = Array(repeating: Sampling.WidePixel(repeating: 7), count: count + 1)
                    target.withUnsafeMutableBufferPointer {
                        if let base = $0.baseAddress { stretch(plane.row(row), base) }
                    }
                    return target
                }
            }
            let expected = rows {
                Sampling.interpolateHorizontallyPortable($0, width: width, xs: xs, count: count, into: $1)
            }
            #expect(
                rows { Sampling.interpolateHorizontally($0, width: width, xs: xs, count: count, into: $1) } == expected)
            for fraction in [0, 1, 77, 255, 256] {
                let mixed = [true, false].map { isPortable in
                    written(Array(repeating: 0, count: count)) {
                        let mix =
                            isPortable ? Sampling.interpolateVerticallyPortable : Sampling.interpolateVertically
                        mix(expected[0], expected[1], fraction, count, $0)
                    }
                }
                #expect(mixed[0] == mixed[1])
            }
        }
    }

    @Test(arguments: [true, false])
    func `rows of rotated images are the means and the pixels at their positions`(isAffine: Bool) throws {
        let source = SeededPixels(90 * 70, seed: 3)
        let plane = try #require(source.plane(width: 90, height: 70))
        for (step, bend) in [(SIMD2(0.6, 0.4), 0.001), (SIMD2(-1.3, 2.5), -0.002), (SIMD2(0, 40), 0.0001)] {
            for fractions in [1.0, 256] {
                let across = step * fractions, down = SIMD2(-step.y, step.x) * fractions
                let mapping = TextureMapping(
                    origin: SIMD3(45 * fractions, 30 * fractions, 1),
                    perColumn: SIMD3(across.x, across.y, isAffine ? 0 : bend),
                    perRow: SIMD3(down.x, down.y, isAffine ? 0 : -bend), limit: SIMD2(89, 69) * fractions)
                for row in [-600, -3, 0, 20] {
                    let columns = -5..<296
                    let places = columns.map { mapping.position(row: row, column: $0) }
                    let actual = written(Array(repeating: 0, count: columns.count)) {
                        if fractions == 1 {
                            Sampling.nearest(plane, mapping: mapping, row: row, columns: columns, into: $0)
                        } else {
                            Sampling.linear(plane, mapping: mapping, row: row, columns: columns, into: $0)
                        }
                    }
                    let expected = written(Array(repeating: 0, count: columns.count)) { target in
                        if fractions == 1 {
                            for (index, place) in places.enumerated() { target[index] = plane.row(place.y)[place.x] }
                        } else {
                            Sampling.linearPortable(
                                plane, xs: places.map { Int32($0.x) }, ys: places.map { Int32($0.y) },
                                count: columns.count, into: target)
                        }
                    }
                    #expect(actual == expected)
                }
            }
        }
    }

    @Test func `positions are the same`() {
        for (bend, count) in zip([0.0, 0.003, -0.02, 0], [40, 40, 40, 6]) {
            let mapping = TextureMapping(
                origin: SIMD3(100.5, -20.25, 1), perColumn: SIMD3(2.5, 0.5, bend), perRow: SIMD3(-0.125, 3, bend / 2),
                limit: SIMD2(120, 90))
            for row in -3...9 {
                for count in 0...count {
                    let results = [true, false].map { isPortable in
                        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count + 2) { memory in
                            memory.update(repeating: -1)
                            guard let base = memory.baseAddress else { return [Int32]() }
                            let fill = isPortable ? mapping.positionsPortable : mapping.positions
                            fill(row, -7..<(count - 7), base, base + count + 1)
                            return Array(memory)
                        }
                    }
                    #expect(results[0] == results[1])
                }
            }
        }
    }
}
