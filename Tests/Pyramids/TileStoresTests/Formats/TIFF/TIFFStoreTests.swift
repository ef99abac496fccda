import FilePyramids
import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TileContainers
import TilePyramid
import TileStores

@Suite(.timeLimited) struct TIFFStoreTests {
    /// The tiles of each level, the full size first: what the pages of a file hold.
    private func rows(_ pyramid: Pyramid) -> [[TileIndex]] {
        pyramid.levels.reversed().map { level in
            (0..<level.grid.count).map {
                TileIndex(level: level.index, column: $0 % level.grid.columns, row: $0 / level.grid.columns)
            }
        }
    }

    @Test func `a JPEG pyramid has a page per level, full size first`() throws {
        let fixture = try TIFFPyramidFixture()
        let file = ParsedTIFF(try fixture.make())
        #expect(!file.isBigTIFF && file.bytes.prefix(4) == [0x49, 0x49, 42, 0])
        #expect(file.pages.map { $0[256] } == [[40], [20], [10]])
        #expect(file.pages.map { $0[257] } == [[24], [12], [6]])
        #expect(file.pages.map { $0[254] } == [[0], [1], [1]])
        for page in file.pages {
            #expect(page[258] == [8, 8, 8] && page[277] == [3] && page[284] == [1])
            #expect(page[259] == [7] && page[262] == [6] && page[530] == [2, 2])
            #expect(page[532] == [0, 1, 255, 1, 128, 1, 255, 1, 128, 1, 255, 1])
            #expect(page[322] == [16] && page[323] == [16])
            #expect(page[282] == [1, 1] && page[283] == [1, 1] && page[296] == [1])
            #expect(page[317] == nil && page[347] == nil && page[270] == nil && page[34675] == nil)
        }
        #expect(file.text(305) == "TileKit")
        #expect(file.starts.allSatisfy { $0 % 8 == 0 })
        for (page, indices) in rows(fixture.pyramid).enumerated() {
            #expect(try indices.indices.map { file.tile($0, of: page) } == indices.map { try fixture.tile($0) })
        }
    }

    @Test(arguments: [TileEncoding.ChromaSubsampling.halved, .full], [PixelLayout.Channels.rgb, .gray])
    func `libtiff reads the colors of JPEG tiles`(
        chroma: TileEncoding.ChromaSubsampling, channels: PixelLayout.Channels
    ) throws {
        var fixture = try TIFFPyramidFixture()
        fixture.chroma = chroma
        fixture.layout = PixelLayout(channels)
        let file = ParsedTIFF(try fixture.make())
        #expect(file.pages[0][262] == [channels == .gray ? 1 : 6])
        #expect(file.pages[0][530] == (channels == .gray ? nil : chroma == .halved ? [2, 2] : [1, 1]))
        for (page, indices) in rows(fixture.pyramid).enumerated() {
            for (number, index) in indices.enumerated() {
                let samples = try #require(
                    LibTIFFReading.samples(of: fixture.path, page: page, tile: number))
                let expected = fixture.color(of: index)
                #expect(samples.enumerated().allSatisfy { abs(Int($1) - expected[$0 % expected.count]) <= 2 })
            }
        }
    }

    @Test(
        arguments: [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba], [PixelLayout.Depth.eight, .sixteen])
    func `PNG tiles become deflated samples with predictor 2, or plain ones, exactly`(
        channels: PixelLayout.Channels, depth: PixelLayout.Depth
    ) throws {
        for compresses in [true, false] {
            var fixture = try TIFFPyramidFixture(format: .png)
            fixture.layout = PixelLayout(channels, depth)
            fixture.target.tiff.compresses = compresses
            var random = SeededRandom(seed: 1)
            let pixels = (0..<16 * 16 * fixture.layout.bytesPerPixel).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let store = try fixture.store()
            let png = try fixture.encode(pixels, size: PixelSize(width: 16, height: 16))
            let index = TileIndex(level: 0, column: 0, row: 0)
            try store.write(png.span.bytes, format: .png, at: index)
            #expect(try store.read(index)?.bytes == png)
            try store.finish()
            let page = try #require(ParsedTIFF(try fixture.bytes()).pages.last)
            #expect(page[259] == [compresses ? 8 : 1] && page[317] == (compresses ? [2] : nil))
            #expect(page[262] == [channels.opaque == .gray ? 1 : 2])
            #expect(page[338] == (channels.hasAlpha ? [2] : nil))
            #expect(page[258] == Array(repeating: depth.rawValue, count: channels.rawValue))
            #expect(LibTIFFReading.samples(of: fixture.path, page: 2, tile: 0) == pixels)
        }
    }

    @Test func `WebP tiles are stored as they are, with alpha declared if one has it`() throws {
        var fixture = try TIFFPyramidFixture(format: .webp)
        fixture.layout = PixelLayout(.rgba)
        let store = try fixture.store()
        let size = PixelSize(width: 16, height: 16)
        let clear = try fixture.encode((0..<1024).map { UInt8($0 % 251) }, size: size)
        let opaque = try fixture.encode((0..<1024).map { $0 % 4 == 3 ? 255 : 90 }, size: size)
        let indices = Array(fixture.pyramid.indices)
        for index in indices {
            let tile = index.level == 1 ? clear : opaque
            try store.write(tile.span.bytes, format: .webp, at: index)
        }
        try store.finish()
        let file = ParsedTIFF(try fixture.bytes())
        #expect(file.pages.map { $0[259] } == [[50001], [50001], [50001]])
        #expect(file.pages.map { $0[277] } == [[4], [4], [4]] && file.pages[0][338] == [2])
        #expect(file.tile(0, of: 0) == opaque && file.tile(0, of: 1) == clear)
        let samples = try #require(LibTIFFReading.samples(of: fixture.path, page: 0, tile: 0))
        #expect(samples.enumerated().allSatisfy { abs(Int($1) - ($0 % 4 == 3 ? 255 : 90)) <= 2 })
    }

    @Test func `reduced images are SubIFDs of the first page if asked for`() throws {
        var fixture = try TIFFPyramidFixture()
        fixture.target.tiff.reducedImages = .subIFDs
        let file = ParsedTIFF(try fixture.make())
        #expect(file.pages.count == 1)
        let offsets = file.values(330)
        #expect(offsets.count == 2)
        let reduced = offsets.map { file.directory(at: $0) }
        #expect(reduced.map { $0.tags[256] } == [[20], [10]] && reduced.map(\.next) == [0, 0])
        let samples = try #require(
            LibTIFFReading.samples(of: fixture.path, page: 0, tile: 1, subIFD: UInt64(offsets[0])))
        let expected = fixture.color(of: TileIndex(level: 1, column: 1, row: 0))
        #expect(samples.enumerated().allSatisfy { abs(Int($1) - expected[$0 % 3]) <= 2 })
    }

    @Test func `equal tiles are stored once, and absent tiles have offset 0`() throws {
        var fixture = try TIFFPyramidFixture()
        fixture.isColorful = false
        let missing = TileIndex(level: 2, column: 1, row: 1)
        let file = ParsedTIFF(try fixture.make { $0 != missing })
        let offsets = (0..<3).flatMap { file.values(324, of: $0) }
        #expect(Set(offsets) == [16, 0] && offsets.firstIndex(of: 0) == 4)
        #expect(file.values(325)[4] == 0)
        let store = try fixture.store(.replacing())
        try fixture.write(missing, to: store)
        #expect(store.deduplication == DeduplicationStatistics())
        try fixture.write(TileIndex(level: 0, column: 0, row: 0), to: store)
        // Tiles are compared in their turn.
        try store.finish()
        #expect(store.deduplication == DeduplicationStatistics(tiles: 1, bytes: try fixture.tile(missing).count))
    }

    @Test func `a file that 32 bits cannot address is a BigTIFF`() throws {
        for isCloudOptimized in [false, true] {
            var fixture = try TIFFPyramidFixture()
            fixture.target.tiff.isCloudOptimized = isCloudOptimized
            let classic = try fixture.make()
            let big = ParsedTIFF(try copy(of: fixture).make(classicLimit: classic.count - 1))
            #expect(ParsedTIFF(classic).isBigTIFF == false && big.isBigTIFF)
            #expect(Array(big.bytes.prefix(8)) == [0x49, 0x49, 43, 0, 8, 0, 0, 0])
            for (page, indices) in rows(fixture.pyramid).enumerated() {
                #expect(try indices.indices.map { big.tile($0, of: page) } == indices.map { try fixture.tile($0) })
            }
        }
    }

    @Test func `the metadata of the image are written`() throws {
        var fixture = try TIFFPyramidFixture()
        fixture.target.micronsPerPixel = PyramidTarget.MicronsPerPixel(x: 0.25, y: 0.5)
        fixture.target.name = "Å slide"
        fixture.target.tiff.profile = [1, 2, 3, 4, 5]
        let file = ParsedTIFF(try fixture.make())
        #expect(file.pages.map { $0[282] } == [[40000, 1], [20000, 1], [10000, 1]])
        #expect(file.pages.map { $0[283] } == [[20000, 1], [10000, 1], [5000, 1]])
        #expect(file.pages.map { $0[296] } == [[3], [3], [3]])
        #expect(file.text(270) == "Å slide" && file.values(270, of: 1) == [])
        #expect(file.pages.map { $0[34675] } == Array(repeating: [1, 2, 3, 4, 5], count: 3))
        #expect([33550, 33922, 34735].allSatisfy { file.values($0) == [] })
    }

    @Test(arguments: [
        (
            GeoBounds.CoordinateReferenceSystem.webMercator,
            [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857, 3076, 0, 1, 9001]
        ),
        (.wgs84, [1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326, 2054, 0, 1, 9102]),
    ])
    func `an image with bounds is a GeoTIFF with the georeference on its full-size page only`(
        crs: GeoBounds.CoordinateReferenceSystem, keys: [Int]
    ) throws {
        var fixture = try TIFFPyramidFixture()
        let size = fixture.pyramid.size
        let bounds = GeoBounds(
            west: -20, south: 10, east: -20 + 0.5 * Double(size.width), north: 10 + 0.25 * Double(size.height),
            crs: crs)
        fixture.target.tiff.bounds = bounds
        let file = ParsedTIFF(try fixture.make())
        func doubles(_ tag: Int) -> [Double] {
            file.values(tag).map { Double(bitPattern: UInt64(UInt(bitPattern: $0))) }
        }
        #expect(doubles(33550) == [0.5, 0.25, 0])
        #expect(doubles(33922) == [0, 0, 0, -20, bounds.north, 0])
        #expect(file.values(34735) == [1, 1, 0, 4] + keys)
        #expect([33550, 33922, 34735].allSatisfy { file.values($0, of: 1) == [] })
        #expect(try GeoBounds.readGeoTIFF(.file(fixture.path)) == bounds)
        let property = try TIFFPyramidSource(opening: fixture.path).properties.last
        #expect(property == PyramidProperty("Bounds", "-20.0,10.0,\(bounds.east),\(bounds.north) (\(crs.rawValue))"))
    }

    @Test(arguments: [false, true])
    func `the place that a file states is kept as it is, on the full-size page only`(isCloudOptimized: Bool) throws {
        var fixture = try TIFFPyramidFixture()
        var tags = GeoTIFFTags(esriText: "PROJCS[\"a system\"]")
        tags.doubles = [0.1, 1e300]
        tags.transformation = [8, 3, 0, 500_000, 2.5, -7, 0, 5_600_000, 0, 0, 0, 0, 0, 0, 0, 1]
        tags.nodata = "0"
        fixture.target.tiff.geoTags = tags
        // The tags come before bounds.
        fixture.target.tiff.bounds = GeoBounds(west: 1, south: 2, east: 3, north: 4, crs: .wgs84)
        fixture.target.tiff.isCloudOptimized = isCloudOptimized
        let file = ParsedTIFF(try fixture.make())
        #expect([34264, 34735, 34737, 42113].allSatisfy { file.values($0, of: 1) == [] })
        let source = try TIFFPyramidSource(opening: fixture.path)
        var found = try #require(source.geoTags)
        #expect(found.unscaledBits == 8)
        found.unscaledBits = nil
        #expect(found == tags)
    }

    @Test func `a value of invalid pixels is not stated where alpha says which are valid`() throws {
        var fixture = try TIFFPyramidFixture(format: .png)
        fixture.layout = PixelLayout(.rgba)
        var tags = GeoTIFFTags(epsg: 25832, isGeographic: false)
        tags.tiepoints = [0, 0, 0, 1, 2, 0]
        tags.pixelScale = [1, 1, 0]
        tags.nodata = "255"
        fixture.target.tiff.geoTags = tags
        _ = try fixture.make()
        let found = try #require(try TIFFPyramidSource(opening: fixture.path).geoTags)
        #expect(found.nodata == nil && found.keys == tags.keys && found.tiepoints == tags.tiepoints)
    }

    @Test(arguments: [
        (TileFormat.avif, 16, "JPEG, PNG or WebP tiles, not avif"),
        (.jpeg, 20, "a multiple of 16 pixels a side, not 20"),
    ])
    func `formats that TIFF does not support are refused before anything is written`(
        format: TileFormat, tileSize: Int, words: String
    ) throws {
        var fixture = try TIFFPyramidFixture(format: format)
        fixture.pyramid = Pyramid(size: fixture.pyramid.size, tileSize: tileSize, shape: fixture.target.shape)
        let error = #expect(throws: StoreError.self) { try fixture.store() }
        #expect(error?.code == .cannotCreate && error?.message.contains(words) == true)
        #expect(fixture.folder.contents() == [])
    }

    @Test func `a tile that does not match the others is refused, and the run can go on`() throws {
        var fixture = try TIFFPyramidFixture()
        let store = try fixture.store()
        let indices = Array(fixture.pyramid.indices)
        try fixture.write(indices[0], to: store)
        let small = try fixture.tile(indices[1], size: PixelSize(width: 8, height: 16))
        #expect(storeError { try store.write(small.span.bytes, format: .jpeg, at: indices[1]) }?.code == .cannotCreate)
        fixture.layout = PixelLayout(.gray)
        let gray = try fixture.tile(indices[1])
        #expect(storeError { try store.write(gray.span.bytes, format: .jpeg, at: indices[1]) }?.code == .cannotCreate)
        let text = Array("no picture".utf8)
        #expect(storeError { try store.write(text.span.bytes, format: .jpeg, at: indices[1]) }?.code == .cannotCreate)
        try store.finish()
        let file = ParsedTIFF(try fixture.bytes())
        #expect((0..<3).map { file.values(325, of: $0).count { $0 > 0 } } == [0, 0, 1])
    }

    @Test func `a discarded file leaves nothing, and nothing has its final name before the end`() throws {
        for isCloudOptimized in [false, true] {
            var fixture = try TIFFPyramidFixture()
            fixture.target.tiff.isCloudOptimized = isCloudOptimized
            for end in [TIFFStore.suspend, TIFFStore.discard] {
                let store = try fixture.store()
                let index = TileIndex(level: 0, column: 0, row: 0)
                try fixture.write(index, to: store)
                #expect(fixture.folder.contents() == ["big.tif.partial"])
                #expect(try store.read(index)?.bytes == fixture.tile(index))
                try end(store)()
                #expect(fixture.folder.contents() == [])
            }
        }
    }

    /// A fixture with the same format and target, in a folder of its own.
    private func copy(of fixture: TIFFPyramidFixture) throws -> TIFFPyramidFixture {
        var copy = try TIFFPyramidFixture(format: fixture.format)
        copy.target = fixture.target
        return copy
    }
}
