import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import ValuePyramids

@Suite(.timeLimited) struct ChannelImageComparisonTests {
    private func image(
        _ width: Int = 50, _ height: Int = 140, _ type: SampleType = .uint16, channels: Int = 3, sections: Int = 2,
        block: Int = 16, changed: (channel: Int, x: Int, y: Int)? = nil
    ) -> GeneratedChannelImage {
        GeneratedChannelImage(
            width, height, type, channels: channels, sections: sections,
            block: PixelSize(width: block, height: block), changed: changed)
    }

    @Test(arguments: [1, 4]) func `equal values are equal, whatever the blocks are`(threads: Int) throws {
        for type in SampleType.allCases {
            let comparison = ChannelImageComparison(image(50, 140, type), image(50, 140, type, block: 100))
            #expect(try comparison.difference(threads: threads) == nil)
            #expect(try comparison.difference(.all, threads: threads) == nil)
        }
    }

    @Test(arguments: [1, 4]) func `the first value that differs is found`(threads: Int) throws {
        for (x, y) in [(0, 0), (49, 139), (17, 80)] {
            let comparison = ChannelImageComparison(image(), image(changed: (1, x, y)))
            let difference = try comparison.difference(threads: threads)
            #expect(difference == .value(ChannelPlane(channel: 1), x: x, y: y))
        }
        let text = try ChannelImageComparison(image(), image(changed: (1, 4, 5))).difference(threads: threads)
        #expect(
            text?.description
                == "the values of channel 1, section 0, time 0 differ on level 0 at column 4, row 5")
    }

    @Test func `other types, planes and sizes are differences`() throws {
        func difference(_ other: GeneratedChannelImage) throws -> ChannelImageComparison.Difference? {
            try ChannelImageComparison(image(), other).difference(threads: 1)
        }
        #expect(try difference(image(50, 140, .int16)) == .sampleType(.uint16, .int16))
        #expect(try difference(image(channels: 2)) == .planes)
        #expect(try difference(image(sections: 1)) == .planes)
        #expect(try difference(image(51)) == .size(level: 0))
    }

    @Test func `damage and cancellation end a comparison`() {
        let damaged = GeneratedChannelImage(50, 140, .uint16, channels: 3, sections: 2, damagedRow: 100)
        #expect(throws: CodecError.self) { try ChannelImageComparison(image(), damaged).difference(threads: 2) }
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) {
            try ChannelImageComparison(image(), image()).difference(threads: 2, cancellation: cancellation)
        }
    }
}
