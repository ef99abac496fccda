import Foundation
import ImageCodecs
import PixelKernels
import TestSupport
import Testing
import TilePyramid
import TileStores

@Suite struct TIFFStoreTests {
    /// The tiles of each level, the full size first: what the pages of a file hold.
    private func rows(_ pyramid: Pyramid) -> [[TileIndex]] {
        pyramid.levels.reversed().map { level in
            (0..<level.grid.count).map {
                TileIndex(level: level.index, column: $0 % level.grid.columns, row: $0 / level.grid.columns)
            }
        }
    }

    @Test func `a JPEG pyramid is a page for each level, the full size first`() throws {
        let place = try TIFFPlace()
        let file = ParsedTIFF(try place.make())
        #expect(!file.isBig && file.bytes.prefix(4) == [0x49, 0x49, 42, 0])
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
        for (page, indices) in rows(place.pyramid).enumerated() {
            #expect(try indices.indices.map { file.tile($0, of: page) } == indices.map { try place.tile($0) })
        }
    }

    @Test(arguments: [TileEncoding.Chroma.halved, .full], [PixelLayout.Channels.rgb, .gray])
    func `libtiff reads the colors of JPEG tiles`(chroma: TileEncoding.Chroma, channels: PixelLayout.Channels) throws {
        var place = try TIFFPlace()
        place.chroma = chroma
        place.layout = PixelLayout(channels)
        let file = ParsedTIFF(try place.make())
        #expect(file.pages[0][262] == [channels == .gray ? 1 : 6])
        #expect(file.pages[0][530] == (channels == .gray ? nil : chroma == .halved ? [2, 2] : [1, 1]))
        for (page, indices) in rows(place.pyramid).enumerated() {
            for (number, index) in indices.enumerated() {
                let samples = try #require(
                    LibTIFFReading.samples(of: place.path, page: page, tile: number))
                let expected = place.color(of: index)
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
            var place = try TIFFPlace(format: .png)
            place.layout = PixelLayout(channels, depth)
            place.target.tiff.compresses = compresses
            var random = SeededRandom(seed: 1)
            let pixels = (0..<16 * 16 * place.layout.bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            let store = try place.store()
            let png = try place.encode(pixels, size: PixelSize(width: 16, height: 16))
            let index = TileIndex(level: 0, column: 0, row: 0)
            try store.write(png.span.bytes, format: .png, at: index)
            #expect(try store.read(index)?.bytes == png)
            try store.finish()
            let page = try #require(ParsedTIFF(try place.bytes()).pages.last)
            #expect(page[259] == [compresses ? 8 : 1] && page[317] == (compresses ? [2] : nil))
            #expect(page[262] == [channels.opaque == .gray ? 1 : 2])
            #expect(page[338] == (channels.hasAlpha ? [2] : nil))
            #expect(page[258] == Array(repeating: depth.rawValue, count: channels.rawValue))
            #expect(LibTIFFReading.samples(of: place.path, page: 2, tile: 0) == pixels)
        }
    }

    @Test func `WebP tiles are kept as they are, with alpha in all if one has it`() throws {
        var place = try TIFFPlace(format: .webp)
        place.layout = PixelLayout(.rgba)
        let store = try place.store()
        let size = PixelSize(width: 16, height: 16)
        let clear = try place.encode((0..<1024).map { UInt8($0 % 251) }, size: size)
        let opaque = try place.encode((0..<1024).map { $0 % 4 == 3 ? 255 : 90 }, size: size)
        let indices = Array(place.pyramid.indices)
        for index in indices {
            let tile = index.level == 1 ? clear : opaque
            try store.write(tile.span.bytes, format: .webp, at: index)
        }
        try store.finish()
        let file = ParsedTIFF(try place.bytes())
        #expect(file.pages.map { $0[259] } == [[50001], [50001], [50001]])
        #expect(file.pages.map { $0[277] } == [[4], [4], [4]] && file.pages[0][338] == [2])
        #expect(file.tile(0, of: 0) == opaque && file.tile(0, of: 1) == clear)
        let samples = try #require(LibTIFFReading.samples(of: place.path, page: 0, tile: 0))
        #expect(samples.enumerated().allSatisfy { abs(Int($1) - ($0 % 4 == 3 ? 255 : 90)) <= 2 })
    }

    @Test func `reduced images belong to the first page where that is asked for`() throws {
        var place = try TIFFPlace()
        place.target.tiff.reducedImages = .subIFDs
        let file = ParsedTIFF(try place.make())
        #expect(file.pages.count == 1)
        let places = file.values(330)
        #expect(places.count == 2)
        let reduced = places.map { file.directory(at: $0) }
        #expect(reduced.map { $0.tags[256] } == [[20], [10]] && reduced.map(\.next) == [0, 0])
        let samples = try #require(
            LibTIFFReading.samples(of: place.path, page: 0, tile: 1, subIFD: UInt64(places[0])))
        let expected = place.color(of: TileIndex(level: 1, column: 1, row: 0))
        #expect(samples.enumerated().allSatisfy { abs(Int($1) - expected[$0 % 3]) <= 2 })
    }

    @Test func `equal tiles are in the file once, and tiles that are not written are at 0`() throws {
        var place = try TIFFPlace()
        place.isColorful = false
        let missing = TileIndex(level: 2, column: 1, row: 1)
        let file = ParsedTIFF(try place.make { $0 != missing })
        let offsets = (0..<3).flatMap { file.values(324, of: $0) }
        #expect(Set(offsets) == [16, 0] && offsets.firstIndex(of: 0) == 4)
        #expect(file.values(325)[4] == 0)
        let store = try place.store(.replacing())
        try place.write(missing, to: store)
        #expect(store.sharing == TileSharing())
        try place.write(TileIndex(level: 0, column: 0, row: 0), to: store)
        #expect(store.sharing == TileSharing(tiles: 1, bytes: try place.tile(missing).count))
        try store.discard()
    }

    @Test func `a file that 32 bits cannot address is a BigTIFF`() throws {
        for isCloudOptimized in [false, true] {
            var place = try TIFFPlace()
            place.target.tiff.isCloudOptimized = isCloudOptimized
            let classic = try place.make()
            let big = ParsedTIFF(try copy(of: place).make(classicLimit: classic.count - 1))
            #expect(ParsedTIFF(classic).isBig == false && big.isBig)
            #expect(Array(big.bytes.prefix(8)) == [0x49, 0x49, 43, 0, 8, 0, 0, 0])
            for (page, indices) in rows(place.pyramid).enumerated() {
                #expect(try indices.indices.map { big.tile($0, of: page) } == indices.map { try place.tile($0) })
            }
        }
    }

    @Test func `what is known of the picture is written`() throws {
        var place = try TIFFPlace()
        place.target.micronsPerPixel = (0.25, 0.5)
        place.target.name = "Å slide"
        place.target.tiff.profile = [1, 2, 3, 4, 5]
        let file = ParsedTIFF(try place.make())
        #expect(file.pages.map { $0[282] } == [[40000, 1], [20000, 1], [10000, 1]])
        #expect(file.pages.map { $0[283] } == [[20000, 1], [10000, 1], [5000, 1]])
        #expect(file.pages.map { $0[296] } == [[3], [3], [3]])
        #expect(file.text(270) == "Å slide" && file.values(270, of: 1) == [])
        #expect(file.pages.map { $0[34675] } == Array(repeating: [1, 2, 3, 4, 5], count: 3))
        #expect([33550, 33922, 34735].allSatisfy { file.values($0) == [] })
    }

    @Test(arguments: [
        (WorldBounds.CoordinateSystem.webMercator, [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857, 3076, 0, 1, 9001]),
        (.degrees, [1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326, 2054, 0, 1, 9102]),
    ])
    func `a picture with bounds is a GeoTIFF whose full size alone says where it lies`(
        system: WorldBounds.CoordinateSystem, keys: [Int]
    ) throws {
        var place = try TIFFPlace()
        let size = place.pyramid.size
        let bounds = WorldBounds(
            west: -20, south: 10, east: -20 + 0.5 * Double(size.width), north: 10 + 0.25 * Double(size.height),
            system: system)
        place.target.tiff.bounds = bounds
        let file = ParsedTIFF(try place.make())
        func doubles(_ tag: Int) -> [Double] {
            file.values(tag).map { Double(bitPattern: UInt64(UInt(bitPattern: $0))) }
        }
        #expect(doubles(33550) == [0.5, 0.25, 0])
        #expect(doubles(33922) == [0, 0, 0, -20, bounds.north, 0])
        #expect(file.values(34735) == [1, 1, 0, 4] + keys)
        #expect([33550, 33922, 34735].allSatisfy { file.values($0, of: 1) == [] })
        #expect(try WorldBounds.ofGeoTIFF(.file(place.path)) == bounds)
        let property = try TIFFPyramidSource(opening: place.path).properties.last
        #expect(property == PyramidProperty("Bounds", "-20.0,10.0,\(bounds.east),\(bounds.north) (\(system.rawValue))"))
    }

    @Test(arguments: [
        (TileFormat.avif, 16, "JPEG, PNG or WebP tiles, not avif"),
        (.jpeg, 20, "a multiple of 16 pixels a side, not 20"),
    ])
    func `what TIFF cannot hold is refused before anything is written`(
        format: TileFormat, tileSize: Int, words: String
    ) throws {
        var place = try TIFFPlace(format: format)
        place.pyramid = Pyramid(size: place.pyramid.size, tileSize: tileSize, shape: place.target.shape)
        let error = #expect(throws: StoreError.self) { try place.store() }
        #expect(error?.code == .cannotCreate && error?.message.contains(words) == true)
        #expect(place.folder.contents() == [])
    }

    @Test func `a tile that does not fit the others is refused, and the rest goes on`() throws {
        var place = try TIFFPlace()
        let store = try place.store()
        let indices = Array(place.pyramid.indices)
        try place.write(indices[0], to: store)
        let small = try place.tile(indices[1], size: PixelSize(width: 8, height: 16))
        #expect(storeError { try store.write(small.span.bytes, format: .jpeg, at: indices[1]) }?.code == .cannotCreate)
        place.layout = PixelLayout(.gray)
        let gray = try place.tile(indices[1])
        #expect(storeError { try store.write(gray.span.bytes, format: .jpeg, at: indices[1]) }?.code == .cannotCreate)
        let text = Array("no picture".utf8)
        #expect(storeError { try store.write(text.span.bytes, format: .jpeg, at: indices[1]) }?.code == .cannotCreate)
        try store.finish()
        let file = ParsedTIFF(try place.bytes())
        #expect((0..<3).map { file.values(325, of: $0).count { $0 > 0 } } == [0, 0, 1])
    }

    @Test func `nothing is left of a file that is given up, and nothing has its name before the end`() throws {
        for isCloudOptimized in [false, true] {
            var place = try TIFFPlace()
            place.target.tiff.isCloudOptimized = isCloudOptimized
            for end in [TIFFStore.suspend, TIFFStore.discard] {
                let store = try place.store()
                let index = TileIndex(level: 0, column: 0, row: 0)
                try place.write(index, to: store)
                #expect(place.folder.contents() == ["big.tif.partial"])
                #expect(try store.read(index)?.bytes == place.tile(index))
                try end(store)()
                #expect(place.folder.contents() == [])
            }
        }
    }

    /// The same place in a folder of its own.
    private func copy(of place: TIFFPlace) throws -> TIFFPlace {
        var copy = try TIFFPlace(format: place.format)
        copy.target = place.target
        return copy
    }
}
