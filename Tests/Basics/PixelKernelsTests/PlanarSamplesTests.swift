import PixelKernels
import TestLimits
import Testing

/// The conversion of planes of 32-bit numbers to samples.
@Suite(.timeLimited) struct PlanarSamplesTests {
    private static let numbers: [Int32] = [-70_000, -1, 0, 1, 127, 254, 255, 256, 4095, 65_535, 65_536, .min, .max]

    @Test(arguments: [1, 2, 3, 4], [Int32(1), 255, 256, 4095, 65_535])
    func `channels are interleaved, and scaled to their range`(channels: Int, greatest: Int32) throws {
        let count = Self.numbers.count
        let planes = (0..<channels).map { channel in Self.numbers.map { $0 &- Int32(channel) } }
        let bytes = greatest < 256 ? 1 : 2
        var target = [UInt8](repeating: 0, count: channels * count * bytes)
        Array(planes.joined()).withUnsafeBufferPointer { source in
            target.withUnsafeMutableBytes { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                PlanarSamples.interleave(
                    (0..<channels).map { source + $0 * count }, count: count, greatest: greatest, into: target)
            }
        }
        for x in Self.numbers.indices {
            for channel in 0..<channels {
                let offset = (x * channels + channel) * bytes
                let sample = Int32(target[offset]) | (bytes == 2 ? Int32(target[offset + 1]) << 8 : 0)
                #expect(sample == min(max(planes[channel][x], 0), greatest))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func `a number is repeated for each pixel of its factor, the last for the remaining pixels`(factor: Int) {
        for count in 1...(Self.numbers.count * factor) {
            var target = [UInt8](repeating: 77, count: count + 1)
            Self.numbers.withUnsafeBufferPointer { source in
                target.withUnsafeMutableBufferPointer { target in
                    guard let source = source.baseAddress, let target = target.baseAddress else { return }
                    PlanarSamples.upsample(source, factor: factor, count: count, into: target)
                }
            }
            #expect(target.last == 77)
            for x in 0..<count {
                #expect(Int32(target[x]) == min(max(Self.numbers[x / factor], 0), 255))
            }
        }
    }
}
