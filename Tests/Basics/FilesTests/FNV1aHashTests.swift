import Files
import TestLimits
import Testing

@Suite(.timeLimited) struct FNV1aHashTests {
    /// The vectors of http://www.isthe.com/chongo/src/fnv/test_fnv.c.
    @Test(arguments: [
        ("", 0xCBF2_9CE4_8422_2325 as UInt64), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ])
    func `the published hashes are reproduced, in one part or in several`(text: String, hash: UInt64) {
        #expect(FNV1aHash.hash(text.utf8) == hash)
        #expect(FNV1aHash.hash(AnySequence(text.utf8)) == hash)
        var parts = FNV1aHash()
        for byte in text.utf8 { parts.append([byte]) }
        #expect(parts.value == hash)
    }
}
