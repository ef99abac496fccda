import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct MaskInterpolationTests {
    private func interpolated(_ rows: [[UInt8]], x: UInt32, y: UInt32) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: rows[0].count - 1)
        rows[0].withUnsafeBufferPointer { upper in
            rows[1].withUnsafeBufferPointer { lower in
                result.withUnsafeMutableBufferPointer { target in
                    guard let upper = upper.baseAddress, let lower = lower.baseAddress, let target = target.baseAddress
                    else { return }
                    MaskInterpolation.interpolate(
                        upper: upper + 1, lower: lower + 1, x: x, y: y, count: rows[0].count - 1, into: target)
                }
            }
        }
        return result
    }

    @Test func `each pixel is the weighted mean of four, rounded to nearest`() {
        var random = SeededRandom(seed: 1)
        for count in [1, 3, 16, 17, 40] {
            let rows = (0..<2).map { _ in (0...count).map { _ in UInt8.random(in: 0...255, using: &random) } }
            for (x, y) in [(0, 0), (256, 256), (128, 0), (0, 128), (1, 255), (77, 200)] {
                let expected = (1...count).map { index -> UInt8 in
                    let below = Int(rows[1][index]) * (256 - x) + Int(rows[1][index - 1]) * x
                    let above = Int(rows[0][index]) * (256 - x) + Int(rows[0][index - 1]) * x
                    return UInt8((below * (256 - y) + above * y + 32768) / 65536)
                }
                #expect(interpolated(rows, x: UInt32(x), y: UInt32(y)) == expected)
            }
        }
    }

    @Test func `a mask that is 255 everywhere stays so`() {
        let full = [UInt8](repeating: 255, count: 33)
        for (x, y) in [(0, 0), (256, 256), (100, 3)] as [(UInt32, UInt32)] {
            #expect(interpolated([full, full], x: x, y: y).allSatisfy { $0 == 255 })
        }
    }
}
