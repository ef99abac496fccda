import Glibc
import TestLimits
import Testing

@testable import JPEGLossless

@Suite(.timeLimited) struct BitReaderTests {
    @Test func `bits are read without touching memory past the bytes ahead`() throws {
        // A page that may not be touched follows the data.
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = try #require(
            mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, 2 * page) }
        try #require(mprotect(memory + page, page, PROT_NONE) == 0)
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        for index in 0..<page {
            bytes[index] = UInt8(truncatingIfNeeded: index &* 151 &+ index >> 5)
        }
        let end = 8 * (page - BitReader.bytesAhead)
        for start in 0..<16 {
            for step in [1, 2, 5, 7, 8, 11, 26, 31] {
                var reader = BitReader(bytes, at: start)
                var differences = 0
                while reader.position + step <= end {
                    reader.refill()
                    let position = reader.position
                    let expected = (0..<step).reduce(0) { value, bit in
                        let offset = position + bit
                        return value << 1 | Int(bytes[offset >> 3] >> UInt8(7 - offset & 7)) & 1
                    }
                    differences += reader.next(step) == expected ? 0 : 1
                    reader.skip(step)
                }
                // Bits may be looked up at the end, too.
                reader.refill()
                #expect(differences == 0)
            }
        }
    }
}
