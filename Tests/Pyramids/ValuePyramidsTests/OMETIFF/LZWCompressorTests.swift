import Compression
import TestLimits
import TestSupport
import Testing

@Suite(.timeLimited) struct LZWCompressorTests {
    /// Compresses bytes and decompresses the result.
    private func roundTrip(_ bytes: [UInt8], _ compressor: LZWCompressor) -> (bytes: [UInt8]?, count: Int) {
        var compressed = [UInt8](repeating: 0, count: LZWCompressor.bound(bytes.count) + LZWDecompressor.inputPadding)
        let count = compressed.withUnsafeMutableBytes { output in
            bytes.withUnsafeBytes { compressor.compress($0, into: output) }
        }
        var result = [UInt8](repeating: 0, count: bytes.count)
        let isComplete = compressed.withUnsafeBytes { input in
            result.withUnsafeMutableBytes { output in
                LZWDecompressor().decompress(UnsafeRawBufferPointer(rebasing: input[..<count]), into: output)
            }
        }
        return (isComplete ? result : nil, count)
    }

    @Test func `the example of a single byte has the clear code, the byte and the end`() {
        var output = [UInt8](repeating: 0, count: LZWCompressor.bound(1))
        let count = output.withUnsafeMutableBytes { output in
            [7].withUnsafeBytes { LZWCompressor().compress(UnsafeRawBufferPointer(rebasing: $0[..<1]), into: output) }
        }
        // 100000000 000000111 100000001 and five zeros.
        #expect(output[..<count] == [0x80, 0x01, 0xE0, 0x20])
    }

    @Test func `bytes around every length of code are decompressed`() {
        let compressor = LZWCompressor()
        var random = SeededRandom(seed: 3)
        let random4000 = (0..<8000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for middle in [1, 2, 3, 255, 511, 1023, 2047, 3837, 4096, 7990] {
            for count in max(1, middle - 3)...middle + 3 {
                let bytes = Array(random4000[..<count])
                #expect(roundTrip(bytes, compressor).bytes == bytes)
            }
        }
    }

    @Test func `repeated bytes become few, and several tables are used`() {
        let compressor = LZWCompressor()
        let zeros = [UInt8](repeating: 0, count: 100_000)
        let result = roundTrip(zeros, compressor)
        #expect(result.bytes == zeros)
        #expect(result.count < 1000)
        var random = SeededRandom(seed: 4)
        let few = (0..<100_000).map { _ in UInt8(random.next() % 5) }
        #expect(roundTrip(few, compressor).bytes == few)
    }
}
