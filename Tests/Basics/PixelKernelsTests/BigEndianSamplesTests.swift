import PixelKernels
import TestLimits
import Testing

@Suite("Big-endian samples", .timeLimited)
struct BigEndianSamplesTests {
    @Test("writes samples of 16 bits with the high byte first, from any address")
    func bigEndian() {
        let bytes: [UInt8] = [0xEE, 0x02, 0x01, 0x00, 0xFF, 0xFF, 0x00]
        var output = [UInt8](repeating: 0, count: 6)
        output.withUnsafeMutableBytes { output in
            bytes.withUnsafeBytes { input in
                guard let source = input.baseAddress, let target = output.baseAddress else { return }
                copyBigEndian16(source + 1, count: 3, into: target)
            }
        }
        #expect(output == [0x01, 0x02, 0xFF, 0x00, 0x00, 0xFF])
    }
}
