import TestLimits
import TestSupport
import Testing
import ZarrArrays

@Suite(.timeLimited) struct CRC32CTests {
    private static let known: [(hex: String, checksum: UInt32)] = [
        ("", 0), ("313233343536373839", 0xE306_9283), (String(repeating: "00", count: 32), 0x8A91_36AA),
    ]

    @Test(arguments: known) func `checksums are those of the specification`(hex: String, expected: UInt32) {
        #expect([UInt8](hex: hex).withUnsafeBytes(CRC32C.checksum) == expected)
    }

    @Test func `words and single bits give the same checksum at every length`() {
        var random = SeededRandom(seed: 44)
        for count in 0..<70 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let plain = bytes.reduce(~UInt32(0)) { value, byte in
                (0..<8).reduce(value ^ UInt32(byte)) { value, _ in
                    value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1
                }
            }
            #expect(bytes.withUnsafeBytes(CRC32C.checksum) == ~plain)
        }
    }

    @Test func `a checksum after bytes is removed only if it is theirs`() {
        var bytes: [UInt8] = [1, 2, 3]
        CRC32C.append(to: &bytes)
        #expect(bytes.count == 7)
        #expect(bytes.withUnsafeBytes { CRC32C.removed(from: $0).map(Array.init) } == [1, 2, 3])
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(damaged.withUnsafeBytes { CRC32C.removed(from: $0) == nil })
        }
        #expect([UInt8]([1, 2, 3]).withUnsafeBytes { CRC32C.removed(from: $0) == nil })
    }
}
