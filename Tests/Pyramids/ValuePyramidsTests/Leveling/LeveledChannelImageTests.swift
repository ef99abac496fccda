import ChannelImages
import Concurrency
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileContainers
import TilePyramid
import ZarrArrays

@testable import ValuePyramids

/// Levels that a file has not, of images of 150×77 pixels and chunks of 16×16.
@Suite(.timeLimited) struct LeveledChannelImageTests {
    private let sizes = ["150×77", "75×39", "38×20", "19×10", "10×5"]

    /// Adds levels to an image; that of 19×10 pixels is sampled.
    private func leveled(_ file: any ChannelImage) -> LeveledChannelImage {
        LeveledChannelImage(file, pixelLimit: 200, chunkSide: 16)
    }

    /// The samples of a rectangle; nil for all of the level.
    private func samples(
        _ image: any ChannelImage, _ plane: ChannelPlane, _ rect: PixelRect? = nil
    ) throws -> [UInt8] {
        let size = image.description.levels[plane.level]
        let rect = rect ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var bytes = [UInt8](repeating: 9, count: rect.size.area * image.description.sampleType.byteCount)
        try bytes.withUnsafeMutableBytes { try image.read(rect, of: plane, into: $0) }
        return bytes
    }

    /// The sample in the middle of each square, row by row.
    private func middles(_ file: GeneratedChannelImage, halvings: Int, channel: Int = 0) throws -> [[UInt8]] {
        let all = try file.samples(of: ChannelPlane(channel: channel))
        let full = file.description.size
        let bytes = file.description.sampleType.byteCount
        let size = (0..<halvings).reduce(full) { size, _ in size.halved }
        return (0..<size.height).map { y in
            (0..<size.width).flatMap { x in
                let place = [(x, full.width), (y, full.height)].map { index, length in
                    min(index << halvings + 1 << (halvings - 1), length - 1)
                }
                let start = (place[1] * full.width + place[0]) * bytes
                return all[start..<start + bytes]
            }
        }
    }

    @Test func `levels are those of the file, and halves of the last one until one fits into a chunk`() {
        let image = leveled(GeneratedChannelImage(150, 77, .uint16))
        #expect(image.description.levels.map(\.description) == sizes)
        #expect(image.coarseLevels == 1..<5 && image.coarse.sampler.halvings == 3)
        #expect(image.blockSize(ofLevel: 0).width == 8 && image.blockSize(ofLevel: 1).width == 16)
        #expect(CoarseLevels.areNone(of: PixelSize(width: 256, height: 256)))
        #expect(!CoarseLevels.areNone(of: PixelSize(width: 20, height: 257)))
    }

    @Test(arguments: SampleType.allCases)
    func `levels finer than that of the samples have the means at once`(type: SampleType) throws {
        let file = GeneratedChannelImage(150, 77, type, channels: 2)
        let image = leveled(file)
        for channel in 0..<2 {
            let levels = try plainLevels(file, ChannelPlane(channel: channel), count: 3)
            for level in 1...2 {
                #expect(try samples(image, ChannelPlane(level: level, channel: channel)) == levels[level])
            }
        }
        // The last pixel, which has one column and two rows of the file, and parts of the others.
        let part = PixelRect(x: 60, y: 30, width: 15, height: 9)
        let plane = ChannelPlane(level: 1)
        let all = try samples(image, plane)
        let bytes = type.byteCount
        let expected = (30..<39).flatMap { y -> ArraySlice<UInt8> in
            let start = y * 75 + 60
            return all[start * bytes..<(start + 15) * bytes]
        }
        #expect(try samples(image, plane, part) == expected)
    }

    @Test func `rectangles that need too many blocks are the nearest samples`() throws {
        let file = GeneratedChannelImage(150, 77, .uint16, block: PixelSize(width: 150, height: 77))
        let chunk = PixelSize(width: 16, height: 16)
        let levels = CoarseLevels(of: file, pixelLimit: 200, chunk: chunk, reductionByteLimit: 150 * 77 * 2 - 1)
        try levels.sampler.sample([ChannelPlane()], isCancelled: { false }, onProgress: { _ in })
        let rows = try middles(file, halvings: 3)
        let found = try samples(levels, ChannelPlane(level: 0))
        var wrong = 0
        for y in 0..<39 {
            for x in 0..<75 {
                let place = (y * 75 + x) * 2
                let nearest = min(x / 4, 18) * 2
                if found[place..<place + 2] != rows[min(y / 4, 9)][nearest..<nearest + 2] { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [(8, 8), (150, 1), (150, 7), (150, 77), (64, 64)])
    func `a pass takes the sample in the middle of each square`(width: Int, height: Int) throws {
        for type in [SampleType.uint8, .uint16, .float32, .float64] {
            let file = GeneratedChannelImage(
                150, 77, type, channels: 2, block: PixelSize(width: width, height: height))
            let image = leveled(file)
            let planes = [ChannelPlane(channel: 1), ChannelPlane()]
            try image.coarse.sampler.sample(planes, isCancelled: { false }, onProgress: { _ in })
            for channel in 0..<2 {
                let rows = try middles(file, halvings: 3, channel: channel)
                #expect(try samples(image, ChannelPlane(level: 3, channel: channel)) == rows.flatMap(\.self))
                // Coarser ones are samples of these.
                let coarse = (0..<5).flatMap { y in
                    (0..<10).flatMap { x in
                        let start = min(2 * x + 1, 18) * type.byteCount
                        return rows[min(2 * y + 1, 9)][start..<start + type.byteCount]
                    }
                }
                #expect(try samples(image, ChannelPlane(level: 4, channel: channel)) == coarse)
            }
        }
    }

    @Test func `all of the image is there after a part of a pass, and becomes sharper`() throws {
        let file = GeneratedChannelImage(150, 77, .uint16)
        let image = leveled(file)
        let plane = ChannelPlane(level: 3)
        let rows = try middles(file, halvings: 3)
        image.coarse.sampler.add([ChannelPlane()])
        #expect(try samples(image, plane) == [UInt8](repeating: 0, count: 19 * 10 * 2))
        let parts = Locked<[Double]>([])
        let pictures = Locked<[[UInt8]]>([])
        try image.coarse.sampler.sample(
            [ChannelPlane()], isCancelled: { false },
            onProgress: { part in
                parts.withLock { $0.append(part) }
                let picture = try? samples(image, plane)
                pictures.withLock { $0.append(picture ?? []) }
            })
        #expect(parts.withLock(\.self) == [0.1, 0.2, 0.5, 1])
        let first = pictures.withLock { $0.first }
        #expect(first == Array(repeating: rows[0], count: 10).flatMap(\.self))
        // Rows 0 and 8; row 4 is as far from both.
        let second = pictures.withLock { $0[1] }
        #expect(second == (0..<10).flatMap { rows[$0 <= 4 ? 0 : 8] })
        #expect(pictures.withLock { $0.last } == rows.flatMap(\.self))
    }

    @Test func `numbers are spread over all from the beginning`() {
        #expect(SamplePass.spread(10) == [0, 8, 4, 2, 6, 1, 3, 5, 7, 9])
        #expect(SamplePass.spread(1) == [0] && SamplePass.spread(0).isEmpty)
    }

    @Test func `a plane that is read for the first time is sampled on a queue`() throws {
        let file = GeneratedChannelImage(150, 77, .uint16, channels: 3, sections: 2)
        let image = leveled(file)
        let changes = Locked(0)
        image.coarse.sampler.observe(isStopped: { false }, onChange: { changes.withLockAndNotify { $0 += 1 } })
        let expected = try (0..<3).map { try middles(file, halvings: 3, channel: $0).flatMap(\.self) }
        changes.wait { _ in
            let found = (0..<3).map { try? samples(image, ChannelPlane(level: 3, channel: $0)) }
            return found == expected ? () : nil
        }
    }

    @Test func `a damaged row ends a pass, and samples of the plane cannot be read`() throws {
        let file = GeneratedChannelImage(150, 77, .uint16, damagedRow: 44)
        let image = leveled(file)
        #expect(throws: CodecError.self) {
            try image.coarse.sampler.sample([ChannelPlane()], isCancelled: { false }, onProgress: { _ in })
        }
        let error = #expect(throws: CodecError.self) { try samples(image, ChannelPlane(level: 3)) }
        #expect(error.map { "\($0)" } == "image: row 44 is damaged.")
        // What is read of the file itself is there.
        #expect(try samples(image, ChannelPlane(), PixelRect(x: 0, y: 0, width: 8, height: 8)).count == 128)
    }

    @Test func `a canceled pass reads no further`() throws {
        let file = GeneratedChannelImage(150, 77, .uint16)
        let image = leveled(file)
        #expect(throws: CancellationError.self) {
            try image.coarse.sampler.sample([ChannelPlane()], isCancelled: { true }, onProgress: { _ in })
        }
        #expect(file.reads.isEmpty)
        // It has nothing to show, and is not a failure.
        #expect(try samples(image, ChannelPlane(level: 3)) == [UInt8](repeating: 0, count: 19 * 10 * 2))
    }

    @Test func `the mask of a file holds on all levels`() throws {
        let image = leveled(HalfMaskedImage())
        #expect(image.description.channels.count == 1 && image.coarse.description.channels.count == 2)
        #expect((0..<5).allSatisfy { image.alphaMeaning(ofLevel: $0) == .validity })
        // Level 1 is reduced; the samples of level 3 are taken before.
        try image.coarse.sampler.sample([ChannelPlane(channel: 1)], isCancelled: { false }, onProgress: { _ in })
        for (level, width, height, first) in [(0, 150, 77, 80), (1, 75, 39, 40), (3, 19, 10, 10)] {
            var alpha = [UInt8](repeating: 9, count: width * height)
            try alpha.withUnsafeMutableBytes {
                try image.readAlpha(
                    PixelRect(x: 0, y: 0, width: width, height: height), of: ChannelPlane(level: level), into: $0)
            }
            #expect(alpha == (0..<height).flatMap { _ in (0..<width).map { $0 < first ? 0 : 255 } })
        }
    }
}

/// An image of one channel whose pixels are valid from column 80 on.
private final class HalfMaskedImage: ChannelImage {
    let description = ChannelImageDescription(
        levels: [PixelSize(width: 150, height: 77)], sampleType: .uint16, channels: [ChannelDescription()])

    func blockSize(ofLevel _: Int) -> PixelSize { PixelSize(width: 8, height: 8) }

    func read(_ rect: PixelRect, of _: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        for index in 0..<2 * rect.size.area { target[index] = 7 }
    }

    func alphaMeaning(ofLevel _: Int) -> AlphaMeaning? { .validity }

    func readAlpha(_ rect: PixelRect, of _: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        var index = 0
        for _ in rect.rows {
            for x in rect.columns {
                target[index] = x < 80 ? 0 : 255
                index += 1
            }
        }
    }
}
