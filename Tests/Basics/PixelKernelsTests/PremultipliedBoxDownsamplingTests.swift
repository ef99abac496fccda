import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct PremultipliedBoxDownsamplingTests {
    @Test func `the fast loop gives the same bytes as the plain loop, and writes no others`() throws {
        for width in 1...41 {
            let upper = SeededPixels(width, seed: width)
            let lower = SeededPixels(width, seed: -width & 99)
            let above = UnsafePointer(try #require(upper.memory.baseAddress))
            let below = UnsafePointer(try #require(lower.memory.baseAddress))
            let room = Array(repeating: UInt32(0), count: (width + 1) / 2)
            #expect(
                written(room) {
                    PremultipliedBoxDownsampling.makeRow(upper: above, lower: below, width: width, into: $0)
                }
                    == written(room) {
                        PremultipliedBoxDownsampling.makeRowScalar(upper: above, lower: below, width: width, into: $0)
                    })
        }
    }

    @Test func `means are rounded half up, and an odd last column counts twice`() throws {
        let upper = SeededPixels([0x0000_00FF, 0x0000_0000, 0xFF04_0201])
        let lower = SeededPixels([0x0000_0000, 0x0000_00FF, 0xFF05_0301])
        let above = UnsafePointer(try #require(upper.memory.baseAddress))
        let below = UnsafePointer(try #require(lower.memory.baseAddress))
        let actual = written([0, 0]) {
            PremultipliedBoxDownsampling.makeRow(upper: above, lower: below, width: 3, into: $0)
        }
        #expect(actual == [0x0000_0080, 0xFF05_0301])
    }
}
