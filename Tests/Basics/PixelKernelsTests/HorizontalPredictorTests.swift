import PixelKernels
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct HorizontalPredictorTests {
    @Test(arguments: [8, 16, 32, 64], 1...6)
    func `each sample has those before it added`(bits: Int, step: Int) {
        let mask = bits == 64 ? UInt64.max : UInt64(1) << UInt64(bits) - 1
        var random = SeededRandom(seed: UInt64(bits * 10 + step))
        for count in 0..<120 where count % step == 0 {
            let differences = (0..<count).map { _ in random.next() & mask }
            var sums = differences
            for index in sums.indices.dropFirst(step) { sums[index] = (sums[index] &+ sums[index - step]) & mask }
            func bytes(_ samples: [UInt64]) -> [UInt8] {
                samples.flatMap { sample in (0..<bits / 8).map { UInt8(truncatingIfNeeded: sample >> UInt64(8 * $0)) } }
            }
            for offset in [0, 1] {
                var row = [UInt8](repeating: 0xAB, count: offset) + bytes(differences) + [0xCD]
                row.withUnsafeMutableBytes { row in
                    guard let base = row.baseAddress else { return }
                    HorizontalPredictor.accumulate(base + offset, bits: bits, count: count, step: step)
                }
                #expect(row == [UInt8](repeating: 0xAB, count: offset) + bytes(sums) + [0xCD])
                var output = [UInt8](repeating: 0xAB, count: bytes(sums).count + 1)
                row.withUnsafeBytes { row in
                    output.withUnsafeMutableBytes { output in
                        guard let row = row.baseAddress, let output = output.baseAddress else { return }
                        HorizontalPredictor.subtract(row + offset, bits: bits, count: count, step: step, into: output)
                    }
                }
                #expect(output == bytes(differences) + [0xAB])
            }
        }
    }
}
