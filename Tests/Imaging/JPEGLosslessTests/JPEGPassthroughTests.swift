import TestSupport
import Glibc
import PixelKernels
import TestLimits
import Testing
import TilePyramid

import ImageCodecs
import ImageMetadata
@testable import ImageSources
@testable import JPEGLossless

@Suite(.timeLimited) struct JPEGPassthroughTests {
    private static let storages = Libjpeg.Storage.all
    static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 32, height: 32), PixelSize(width: 33, height: 31),
        PixelSize(width: 97, height: 130), PixelSize(width: 250, height: 17),
    ]

    @Test(arguments: storages, sizes)
    func `every block of a tile has the image's own coefficients`(storage: Libjpeg.Storage, size: PixelSize) throws {
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        try PassthroughCollector.cut(jpeg, tileSize: 32).expectBlocks(of: jpeg, matching: storage)
    }

    @Test(arguments: storages, sizes)
    func `a tile decodes to the image's own pixels`(storage: Libjpeg.Storage, size: PixelSize) throws {
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        let cut = try PassthroughCollector.cut(jpeg, tileSize: 64)
        let whole = Libjpeg.samples(of: jpeg)
        let channels = whole.samples.count / (whole.width * whole.height)
        for index in cut.pyramid.indices where index.level == cut.pyramid.finestLevel.index {
            let tile = Libjpeg.samples(of: try #require(cut.tiles[index]))
            let rect = cut.pyramid.rect(of: index)
            #expect(PixelSize(width: tile.width, height: tile.height) == rect.size)
            let expected = rect.rows.flatMap { y -> ArraySlice<UInt8> in
                let start: Int = channels * (y * whole.width + rect.x)
                return whole.samples[start..<start + channels * rect.size.width]
            }
            #expect(tile.samples == expected)
        }
    }

    @Test(arguments: storages.filter { $0.isHalvedByLibjpeg && $0.isReadByLibjpeg }, sizes)
    func `the next level is what libjpeg decodes at half scale`(storage: Libjpeg.Storage, size: PixelSize) throws {
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        let cut = try PassthroughCollector.cut(jpeg, tileSize: 32)
        #expect(cut.half[0] == Libjpeg.samples(of: jpeg, denominator: 2).samples)
    }

    @Test(arguments: storages.filter { $0.quality > 50 })
    func `the next level has the means of four pixels, except for ringing`(storage: Libjpeg.Storage) throws {
        // Waves of many lengths, and bars with sharp edges.
        let jpeg = Libjpeg.encode(width: 320, height: 200, as: storage) { x, y, channel in
            let u = Double(x)
            let v = Double(y)
            let wave = sin(u * u / 900 + Double(channel)) + sin(v / 7 + u / 31)
            return UInt8(128 + 50 * wave + (x / 40 % 2 == 0 && y > 150 ? 25 : 0))
        }
        let half = try PassthroughCollector.cut(jpeg, tileSize: 32).half[0]
        let whole = Libjpeg.samples(of: jpeg)
        let channels = whole.samples.count / (whole.width * whole.height)
        var near = 0
        var squares = 0.0
        var worst = 0.0
        for (index, sample) in half.enumerated() {
            let x = index / channels % 160 * 2
            let y = index / channels / 160 * 2
            let channel = index % channels
            let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) { sum, offset in
                sum + Int(whole.samples[channels * ((y + offset.1) * whole.width + x + offset.0) + channel])
            }
            let difference = Double(sample) - Double(sum) / 4
            near += abs(difference) <= 2 ? 1 : 0
            squares += difference * difference
            worst = max(worst, abs(difference))
        }
        if !storage.isReadByLibjpeg, storage.sampling[0].across < 4 {
            // The means are exact; differences come from rounded samples and clipped colors.
            #expect(worst <= (channels == 1 ? 1.5 : 5))
            #expect(Double(near) >= 0.999 * Double(half.count))
        }
        #expect(Double(near) >= 0.97 * Double(half.count))
        #expect(10 * log10(255 * 255 * Double(half.count) / squares) >= 42)
    }

    @Test(arguments: sizes)
    func `planes of the next level have all samples, with chroma rounded up`(size: PixelSize) throws {
        let storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)])
        let jpeg = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        let half = try PassthroughCollector.cut(jpeg, tileSize: 32, asPlanes: true).half
        #expect(half[0].count == size.halved.area)
        #expect(half[1].count == size.halved.halved.area)
        #expect(half[2].count == size.halved.halved.area)
    }

    @Test func `at most a row of tiles and a quarter of the next one are in memory as coefficients`() throws {
        let storage = Libjpeg.Storage(
            name: "arithmetic 4:2:0", sampling: [(2, 2), (1, 1), (1, 1)], isArithmetic: true)
        let jpeg = Libjpeg.encode(width: 300, height: 1000, as: storage)
        let cut = try PassthroughCollector.cut(jpeg, tileSize: 128, asPlanes: true)
        // Each of the 8 rows except the last has to be written before the whole next one fits.
        #expect(cut.waits == 7)
    }

    @Test func `coefficients of several scans that libjpeg reads go to a file if they exceed the memory limit`() throws
    {
        let storage = Libjpeg.Storage(name: "progressive", sampling: [(2, 2), (1, 1), (1, 1)], isProgressive: true)
        let jpeg = Libjpeg.encode(width: 1808, height: 1600, as: storage)
        let collector = try PassthroughCollector(jpeg, tileSize: 256, allowTruncated: true)
        try collector.read()
        let source = try #require(collector.source as? JPEGImageSource)
        #expect(source.coefficientBytes > JPEGImageSource.coefficientLimit)
        #expect(source.decoder.spillFile != nil)
        try collector.expectBlocks(of: jpeg, matching: storage)
    }

    @Test func `a pyramid that needs other tiles gets the reason`() throws {
        let storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)])
        let jpeg = Libjpeg.encode(width: 100, height: 80, as: storage)
        let source = try #require(try openImage(.bytes(jpeg, name: "test.jpg")) as? any PassthroughTileSource)
        let size = source.info.size
        var png = TileEncoding()
        png.format = .png
        func passthroughBlocker(_ pyramid: Pyramid, _ encoding: TileEncoding = TileEncoding()) -> String? {
            source.passthroughBlocker(for: pyramid, encoding: encoding)
        }
        #expect(passthroughBlocker(Pyramid(size: size)) == nil)
        #expect(passthroughBlocker(Pyramid(size: size, tileSize: 16)) == nil)
        #expect(passthroughBlocker(Pyramid(size: size), png) == "the tiles are to be png")
        #expect(passthroughBlocker(Pyramid(size: size, overlap: 1)) == "the tiles are to overlap")
        #expect(
            passthroughBlocker(Pyramid(size: size, tileSize: 254))
                == "tiles of 254×254 pixels do not consist of whole MCUs of 16×16 pixels")
        var padded = PyramidShape()
        padded.padsTiles = true
        #expect(passthroughBlocker(Pyramid(size: size, shape: padded)) == nil)
        padded.origin = PixelOffset(x: 128, y: 0)
        #expect(passthroughBlocker(Pyramid(size: size, shape: padded)) == "the image begins inside its first tile")
    }
}
