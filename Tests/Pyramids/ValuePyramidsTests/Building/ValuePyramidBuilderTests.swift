import ChannelImages
import ImageMetadata
import ImageSources
import TestLimits
import Testing
import TilePyramid

@testable import ValuePyramids

/// The values of all levels.
@Suite(.timeLimited) struct ValuePyramidBuilderTests {
    private let chunk = PixelSize(width: 4, height: 3)

    /// Writes an image, and checks all values of all levels.
    private func check(_ image: GeneratedChannelImage, cell: PixelSize, threads: Int = 1) throws {
        let sink = MemorySink(image, chunk: chunk, cell: cell)
        let counts = try ValuePyramidBuilder(image, threads: threads).write(to: sink)
        let result = sink.result
        #expect(result.isFinished && !result.isDiscarded)
        #expect(counts.finishedChunks == counts.totalChunks)
        #expect(Set(result.order).count == result.order.count)
        for plane in planes(of: image.description) {
            let levels = try plainLevels(image, plane, count: sink.layout.levels.count)
            for (level, samples) in levels.enumerated() {
                var plane = plane
                plane.level = level
                #expect(sink.samples(of: plane) == samples, "\(image.description.size), \(plane)")
            }
        }
    }

    @Test(arguments: SampleType.allCases)
    func `every level of every small size has the means of the finer one`(type: SampleType) throws {
        for width in 1...9 {
            for height in 1...9 {
                try check(GeneratedChannelImage(width, height, type), cell: PixelSize(width: 1, height: 1))
            }
        }
    }

    @Test func `shards of several chunks are complete, at the edges as well`() throws {
        for cell in [PixelSize(width: 2, height: 2), PixelSize(width: 3, height: 1), PixelSize(width: 1, height: 4)] {
            try check(GeneratedChannelImage(61, 47, .uint16), cell: cell, threads: 2)
        }
    }

    @Test func `all channels, sections and times are written`() throws {
        let image = GeneratedChannelImage(21, 14, .int16, channels: 3, sections: 2, times: 2)
        try check(image, cell: PixelSize(width: 2, height: 2), threads: 3)
    }

    @Test func `values of no data are left out of means`() throws {
        let nodata = try #require(NodataValue("7"))
        let image = GeneratedChannelImage(64, 50, .uint8, nodata: nodata)
        try check(image, cell: PixelSize(width: 1, height: 1))
    }

    @Test func `blocks of any size are read`() throws {
        let blocks = [
            PixelSize(width: 1, height: 1), PixelSize(width: 70, height: 1), PixelSize(width: 16, height: 16),
            PixelSize(width: 1000, height: 1000), PixelSize(width: 7, height: 200),
        ]
        for block in blocks {
            for threads in [1, 3] {
                let image = GeneratedChannelImage(70, 150, .uint16, block: block)
                try check(image, cell: PixelSize(width: 4, height: 4), threads: threads)
            }
        }
    }

    @Test func `chosen channels are written in their order`() throws {
        let image = GeneratedChannelImage(10, 10, .uint16, channels: 4)
        let sink = MemorySink(image, chunk: chunk, channels: [2, 0])
        try ValuePyramidBuilder(image, channels: [2, 0], threads: 1).write(to: sink)
        #expect(sink.samples(of: ChannelPlane(channel: 0)) == (try image.samples(of: ChannelPlane(channel: 2))))
        #expect(sink.samples(of: ChannelPlane(channel: 1)) == (try image.samples(of: ChannelPlane(channel: 0))))
    }

    @Test func `many threads store the same cells in the same order as one`() throws {
        let image = GeneratedChannelImage(300, 200, .uint16, channels: 3, sections: 2)
        func run(_ threads: Int) throws -> MemorySink.State {
            let sink = MemorySink(image, chunk: PixelSize(width: 16, height: 16), cell: PixelSize(width: 2, height: 2))
            try ValuePyramidBuilder(image, threads: threads).write(to: sink)
            return sink.result
        }
        let plain = try run(1)
        for threads in [2, 3, 8] {
            let result = try run(threads)
            #expect(result.order == plain.order)
            #expect(result.cells == plain.cells)
        }
        // Sections follow each other.
        let sections = plain.order.map(\.plane.section)
        #expect(sections == sections.sorted())
    }

    @Test func `cells in any order are the same cells`() throws {
        let image = GeneratedChannelImage(200, 100, .float32)
        func run(_ threads: Int, storesInOrder: Bool) throws -> [PlaneGridIndex: [[UInt8]?]] {
            let sink = MemorySink(
                image, chunk: PixelSize(width: 16, height: 16), cell: PixelSize(width: 2, height: 2),
                storesInOrder: storesInOrder)
            try ValuePyramidBuilder(image, threads: threads).write(to: sink)
            return sink.result.cells
        }
        let expected = try run(1, storesInOrder: true)
        #expect(try run(4, storesInOrder: false) == expected)
    }

    @Test func `interleaved channels are read side by side, others one after the other`() throws {
        func reads(isInterleaved: Bool) throws -> [String] {
            let image = GeneratedChannelImage(
                40, 130, .uint16, channels: 3, block: PixelSize(width: 40, height: 64), isInterleaved: isInterleaved)
            try ValuePyramidBuilder(image, threads: 1).write(to: MemorySink(image, chunk: chunk))
            return image.reads.map { "\($0.channel) \($0.row)" }
        }
        #expect(
            try reads(isInterleaved: true)
                == ["0 0", "1 0", "2 0", "0 64", "1 64", "2 64", "0 128", "1 128", "2 128"])
        #expect(
            try reads(isInterleaved: false)
                == ["0 0", "0 64", "0 128", "1 0", "1 64", "1 128", "2 0", "2 64", "2 128"])
    }

    @Test func `the memory of chunks follows the width of the image, and few wait if they are large`() {
        func memory(_ width: Int, chunk side: Int, _ type: SampleType = .uint16, threads: Int = 2) -> Int {
            let image = GeneratedChannelImage(width, width == 15_000 ? width : 1, type, channels: 30)
            let chunk = PixelSize(width: side, height: side)
            let sizes = ValuePyramidLayout.levelSizes(of: image.description.size, chunk: chunk)
            return ValuePyramidBuilder(image, threads: threads).pool(
                ValuePyramidLayout(sizes: sizes, chunk: chunk), planes: 1
            ).limitBytes
        }
        // The chunks of a row of each level, and of one more row.
        #expect(memory(15_000, chunk: 256) == (59 + 30 + 15 + 8 + 4 + 2 + 1 + 59) * 256 * 256 * 2)
        #expect(memory(100, chunk: 256) == (1 + 4 * 2) * 256 * 256 * 2)
        // 256 MiB wait, or a chunk for each thread.
        #expect(memory(10_000_000, chunk: 16) - 256 << 20 < ValuePyramidBuilder.openByteLimit)
        #expect(memory(8192, chunk: 8192, .float64, threads: 3) == (1 + 3) * 8192 * 8192 * 8)
    }

    @Test(arguments: [0, 1000], [1, 4])
    func `chunks that wait in temporary files are the same`(waitingBytes: Int, threads: Int) throws {
        let image = GeneratedChannelImage(200, 150, .uint16, channels: 3, isInterleaved: true)
        func run(_ waitingByteLimit: Int, threads: Int) throws -> MemorySink.State {
            let sink = MemorySink(image, chunk: PixelSize(width: 8, height: 8), cell: PixelSize(width: 4, height: 2))
            try ValuePyramidBuilder(image, threads: threads, waitingByteLimit: waitingByteLimit).write(to: sink)
            return sink.result
        }
        let expected = try run(.max, threads: 1)
        let result = try run(waitingBytes, threads: threads)
        #expect(result.cells == expected.cells)
        #expect(result.order == expected.order)
    }
}
