import PixelKernels
import TestLimits
import Testing

@Suite(.timeLimited) struct BoxDownsamplingNumbersTests {
    private func bytes(_ numbers: [UInt32], alpha: [UInt8]? = nil) -> [UInt8] {
        numbers.enumerated().flatMap { index, number in
            let color = [number >> 16, number >> 8, number].map { UInt8(truncatingIfNeeded: $0) }
            return color + (alpha.map { [$0[index]] } ?? [])
        }
    }

    private func halved(_ upper: [UInt8], _ lower: [UInt8]?, width: Int, hasAlpha: Bool = false, row: Int = 0)
        -> [UInt8]
    {
        var output = Array(repeating: UInt8(9), count: (width + 1) / 2 * (hasAlpha ? 4 : 3))
        if let lower {
            BoxDownsampling.makeNumberRow(
                upper: upper, lower: lower, width: width, hasAlpha: hasAlpha, into: &output, outputRow: row)
        } else {
            BoxDownsampling.makeNumberRow(
                upper: upper, lower: nil, width: width, hasAlpha: hasAlpha, into: &output, outputRow: row)
        }
        return output
    }

    @Test func `a mean is that of numbers, not of their bytes`() {
        #expect(
            halved(bytes([0x00FFFF, 0x010001, 7, 7, 0xFFFFFF]), bytes([0x00FFFF, 0x010001, 7, 7, 0xFFFFFF]), width: 5)
                == bytes([0x010000, 7, 0xFFFFFF]))
        #expect(halved(bytes([10, 20, 5]), nil, width: 3) == bytes([15, 5]))
    }

    @Test func `remainders are rounded up at as many positions as their fraction says`() {
        let row = bytes((0..<400).map { $0 % 2 })
        let zeros = bytes(Array(repeating: 0, count: 400))
        let sum = (0..<50).reduce(0) { sum, y in
            sum + halved(row, zeros, width: 400, row: y).enumerated().reduce(0) { $0 + ($1.0 % 3 == 2 ? Int($1.1) : 0) }
        }
        // A quarter of 10,000.
        #expect((2450...2550).contains(sum))
    }

    @Test func `transparent pixels do not count`() {
        let upper = bytes([100, 900, 1, 1], alpha: [255, 0, 0, 0])
        let lower = bytes([300, 900, 1, 1], alpha: [255, 0, 0, 0])
        #expect(halved(upper, lower, width: 4, hasAlpha: true) == bytes([200, 0], alpha: [255, 0]))
    }
}
