import ChannelImages
import TestLimits
import Testing
import TilePyramid

@testable import ValuePyramids

@Suite(.timeLimited) struct ValuePyramidLayoutTests {
    private let chunk = PixelSize(width: 256, height: 256)

    @Test func `levels are halved and rounded up until one fits into a chunk`() {
        func sizes(_ width: Int, _ height: Int) -> [String] {
            ValuePyramidLayout.levelSizes(of: PixelSize(width: width, height: height), chunk: chunk).map(\.description)
        }
        #expect(sizes(256, 256) == ["256×256"])
        #expect(sizes(1, 1) == ["1×1"])
        #expect(sizes(257, 1) == ["257×1", "129×1"])
        #expect(sizes(1001, 515) == ["1001×515", "501×258", "251×129"])
    }

    @Test func `cells at the edges have the chunks that lie within the level`() {
        let sizes = [PixelSize(width: 1300, height: 520)]
        let layout = ValuePyramidLayout(sizes: sizes, chunk: chunk, cells: [PixelSize(width: 4, height: 2)])
        let level = layout.levels[0]
        #expect(level.chunks == PixelSize(width: 6, height: 3))
        #expect(level.cells == PixelSize(width: 2, height: 2))
        #expect(level.chunkCount(ofCell: 0, 0) == 8)
        #expect(level.chunkCount(ofCell: 1, 0) == 4)
        #expect(level.chunkCount(ofCell: 0, 1) == 4)
        #expect(level.chunkCount(ofCell: 1, 1) == 2)
    }

    @Test func `a row of chunks of each level is open`() {
        for width in 1...70 {
            let size = PixelSize(width: width, height: 2)
            let chunk = PixelSize(width: 4, height: 3)
            let sizes = ValuePyramidLayout.levelSizes(of: size, chunk: chunk)
            let layout = ValuePyramidLayout(sizes: sizes, chunk: chunk)
            let chunks = sizes.reduce(0) { $0 + ($1.width + 3) / 4 }
            #expect(layout.openChunkCount == chunks)
            #expect(layout.openByteCount(.uint16) == chunks * 4 * 3 * 2)
        }
        let huge = PixelSize(width: 1 << 40, height: 1 << 20)
        #expect(ValuePyramidLayout(sizes: [huge], chunk: huge).openByteCount(.float64) == .max)
    }

    @Test func `a pyramid has the channels that are chosen`() {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 600, height: 300)], sampleType: .uint8,
            channels: ["r", "g", "b", "x"].map { ChannelDescription(name: $0) })
        description.isColorPicture = true
        let chosen = description.pyramid(chunk: chunk, channels: [3, 0])
        #expect(chosen.channels.map(\.name) == ["x", "r"])
        #expect(!chosen.isColorPicture)
        #expect(chosen.levels.count == 3)
        #expect(description.pyramid(chunk: chunk).isColorPicture)
    }
}
