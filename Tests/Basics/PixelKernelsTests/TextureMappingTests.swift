import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct TextureMappingTests {
    private func positions(
        _ columns: Range<Int>,
        _ kernel: (Range<Int>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void
    ) throws -> [[Int32]] {
        var xs = Array(repeating: Int32(-7), count: columns.count + 1)
        var ys = [Int32]()
        ys = xs
        try xs.withUnsafeMutableBufferPointer { xs in
            try ys.withUnsafeMutableBufferPointer { ys in
                kernel(columns, try #require(xs.baseAddress), try #require(ys.baseAddress))
            }
        }
        #expect(xs.last == -7 && ys.last == -7)
        return [xs.dropLast(), ys.dropLast()]
    }

    private func random(_ seed: UInt64, isAffine: Bool) -> TextureMapping {
        var random = SeededRandom(seed: seed)
        func number(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
        let bend = isAffine ? 0 : 0.002
        return TextureMapping(
            origin: [number(3000), number(3000), isAffine ? 1 : 1 + number(0.5)],
            perColumn: [number(300), number(300), number(bend)], perRow: [number(300), number(300), number(bend)],
            limit: [Double.random(in: 1...5000, using: &random).rounded(), 4096])
    }

    @Test(arguments: [true, false])
    func `the fast loops give the positions of the plain loop, independent of the other positions of a row`(
        isAffine: Bool
    ) throws {
        for seed in 0..<40 {
            let mapping = random(UInt64(seed), isAffine: isAffine)
            #expect(mapping.isAffine == isAffine)
            let whole = try positions(-20..<100) {
                mapping.positionsScalar(row: seed - 9, columns: $0, xs: $1, ys: $2)
            }
            for columns in [-20..<100, -20..<(-20), 0..<1, 3..<5, 1..<4, 5..<9, 7..<100] {
                let actual = try positions(columns) { mapping.positions(row: seed - 9, columns: $0, xs: $1, ys: $2) }
                let expected = whole.map { Array($0[(columns.lowerBound + 20)..<(columns.upperBound + 20)]) }
                #expect(actual == expected)
            }
        }
    }

    @Test func `positions are clamped to the plane, and NaN becomes 0`() throws {
        let mapping = TextureMapping(
            origin: [-1e300, .nan, 1], perColumn: [2e299, 0, 0], perRow: [0, 0, 0], limit: [2_000_000_000, 7])
        let actual = try positions(0..<12) { mapping.positions(row: 0, columns: $0, xs: $1, ys: $2) }
        #expect(actual[0] == Array(repeating: 0, count: 6) + Array(repeating: 2_000_000_000, count: 6))
        #expect(actual[1] == Array(repeating: 0, count: 12))
        // Behind the viewer, at the horizon, and in front of the viewer.
        let tilted = TextureMapping(origin: [50, 50, -2], perColumn: [0, 0, 1], perRow: [0, 0, 0], limit: [100, 20])
        let seen = try positions(0..<5) { tilted.positions(row: 0, columns: $0, xs: $1, ys: $2) }
        #expect(seen == [[0, 0, 100, 50, 25], [0, 0, 20, 20, 20]])
    }

    @Test func `an axis-aligned map has separate rows and columns`() throws {
        let mapping = TextureMapping(
            origin: [3.25, 10.5, 1], perColumn: [2.5, 0, 0], perRow: [0, 1.25, 0], limit: [90, 30])
        #expect(mapping.isAxisAligned)
        for row in -20..<40 {
            let actual = try positions(0..<9) { mapping.positions(row: row, columns: $0, xs: $1, ys: $2) }
            #expect(actual[0] == [3, 6, 8, 11, 13, 16, 18, 21, 23])
            #expect(actual[1] == Array(repeating: Int32(mapping.axisAlignedPosition(ofRow: row)), count: 9))
        }
    }
}
