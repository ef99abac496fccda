import ChannelImages
import TestLimits
import Testing
import TilePyramid

@testable import ValuePyramids

@Suite(.timeLimited) struct PlaneBandReaderTests {
    private func bands(_ width: Int, _ height: Int, _ type: SampleType, blockHeight: Int) -> [Range<Int>] {
        let image = GeneratedChannelImage(
            width, height, type, block: PixelSize(width: width, height: blockHeight))
        return PlaneBandReader(image, threads: 1).bands
    }

    @Test func `bands are whole rows of blocks, of at least 64 rows`() {
        #expect(bands(10, 200, .uint8, blockHeight: 1) == [0..<64, 64..<128, 128..<192, 192..<200])
        #expect(bands(10, 200, .uint8, blockHeight: 30) == [0..<90, 90..<180, 180..<200])
        #expect(bands(10, 200, .uint8, blockHeight: 100) == [0..<100, 100..<200])
        #expect(bands(10, 50, .uint8, blockHeight: 1 << 40) == [0..<50])
    }

    @Test func `bands with too many bytes are divided, and none crosses a row of blocks`() {
        // Rows of 8 MiB.
        #expect(bands(1 << 20, 14, .float64, blockHeight: 100) == [0..<4, 4..<8, 8..<12, 12..<14])
        let high = bands(1 << 20, 300, .float64, blockHeight: 101)
        #expect(high.contains(100..<101) && high.contains(101..<105))
        #expect(high.first?.lowerBound == 0 && high.last?.upperBound == 300)
        #expect(zip(high, high.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
}
