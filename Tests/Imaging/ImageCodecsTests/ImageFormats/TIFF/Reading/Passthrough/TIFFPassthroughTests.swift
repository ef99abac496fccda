import ImageMetadata
import ImageSources
import TestSupport
import CTIFF
import Glibc
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs
@testable import JPEGLossless

@Suite(.timeLimited) struct TIFFPassthroughTests {
    static let storages = Libjpeg.Storage.tiled
    static let sizes = [
        PixelSize(width: 96, height: 64), PixelSize(width: 97, height: 66), PixelSize(width: 1, height: 1),
        PixelSize(width: 63, height: 33), PixelSize(width: 80, height: 100),
    ]

    private func open(_ file: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> any PassthroughTileSource {
        try #require(try openImage(.bytes(file, name: "test.tif"), options: options) as? any PassthroughTileSource)
    }

    private func fixture(_ storage: Libjpeg.Storage, _ size: PixelSize) -> TiledJPEGFixture {
        var fixture = TiledJPEGFixture(width: size.width, height: size.height)
        fixture.storage = storage
        fixture.hasSharedTables = !storage.isProgressive
        return fixture
    }

    @Test(arguments: storages, sizes)
    func `every tile has the pixels and the blocks of the stored one`(
        storage: Libjpeg.Storage, size: PixelSize
    ) throws {
        let fixture = fixture(storage, size)
        let source = try open(fixture.file())
        let pyramid = Pyramid(size: size, tileSize: 32)
        #expect(source.passthroughBlocker(for: pyramid, encoding: TileEncoding()) == nil)
        #expect(source.isLossless(pyramid))
        let copies = try TIFFTileCollector(source)
        #expect(copies.encoded.isEmpty)
        #expect(copies.tiles.count == fixture.columns * fixture.rows)
        for (index, tile) in copies.tiles {
            let own = fixture.jpeg(index.row * fixture.columns + index.column)
            let whole = Libjpeg.samples(of: own)
            let part = Libjpeg.samples(of: tile)
            let shown = pyramid.rect(of: index).size
            #expect(PixelSize(width: part.width, height: part.height) == shown)
            let channels = storage.sampling.count
            let expected = (0..<shown.height).flatMap { y in
                whole.samples[y * 32 * channels..<(y * 32 + shown.width) * channels]
            }
            #expect(part.samples == expected)
            for (component, copy) in zip(Libjpeg.coefficients(of: own), Libjpeg.coefficients(of: tile)) {
                #expect(copy.quantization == component.quantization)
                #expect(copy.blocks == component.part(columns: 0..<copy.columns, rows: 0..<copy.rows))
            }
        }
    }

    @Test(arguments: storages, sizes)
    func `larger tiles are divided into tiles that have their blocks`(
        storage: Libjpeg.Storage, size: PixelSize
    ) throws {
        var fixture = fixture(storage, size)
        fixture.tile = PixelSize(width: 64, height: 32)
        let source = try open(fixture.file())
        let pyramid = Pyramid(size: size, tileSize: 32)
        let isDivided = storage.hasOneSequentialScan
        #expect((source.passthroughBlocker(for: pyramid, encoding: TileEncoding()) == nil) == isDivided)
        guard isDivided else { return }
        #expect(source.isLossless(pyramid))
        let copies = try TIFFTileCollector(source)
        #expect(copies.encoded.isEmpty)
        #expect(Set(copies.tiles.keys) == Set(pyramid.indices.filter { $0.level == pyramid.finestLevel.index }))
        for (index, tile) in copies.tiles {
            let stored = fixture.jpeg(index.row * fixture.columns + index.column / 2)
            let part = Libjpeg.samples(of: tile)
            #expect(PixelSize(width: part.width, height: part.height) == pyramid.rect(of: index).size)
            let most = storage.sampling.map(\.across).max() ?? 1
            for (number, (component, copy)) in zip(Libjpeg.coefficients(of: stored), Libjpeg.coefficients(of: tile))
                .enumerated()
            {
                let left = index.column % 2 * 4 * Int(storage.sampling[number].across) / Int(most)
                #expect(copy.quantization == component.quantization)
                #expect(
                    copy.blocks == component.part(columns: left..<left + copy.columns, rows: 0..<copy.rows))
            }
        }
    }

    @Test func `tiles that are divided have the profile, and not other Huffman tables`() throws {
        var fixture = TiledJPEGFixture(width: 100, height: 70)
        fixture.tile = PixelSize(width: 64, height: 64)
        var encoding = TileEncoding()
        encoding.optimizesHuffman = true
        let pyramid = Pyramid(size: PixelSize(width: 100, height: 70), tileSize: 32)
        #expect(
            try open(fixture.file()).passthroughBlocker(for: pyramid, encoding: encoding)
                == "the image's tiles are divided, and keep their Huffman tables")
        encoding.optimizesHuffman = false
        encoding.profile = Array(repeating: 7, count: 70_000)
        let tiles = try TIFFTileCollector(open(fixture.file()), encoding: encoding).tiles
        #expect(tiles.count == 4 * 3)
        for tile in tiles.values {
            let own = try #require(try JPEGImageSource.open(.bytes(tile, name: "tile"), options: keepingProfile()))
            #expect(own.info.profile == encoding.profile)
        }
    }

    @Test func `a damaged tile that is divided is an error, or its part is gray`() throws {
        var fixture = TiledJPEGFixture(width: 128, height: 64)
        fixture.tile = PixelSize(width: 64, height: 64)
        fixture.change = { number, tile in
            if number == 1 { tile.removeLast(tile.count / 2) }
        }
        let file = fixture.file()
        #expect(throws: CodecError.self) { try TIFFTileCollector(try open(file)) }
        var options = DecodeOptions()
        options.allowTruncated = true
        let copies = try TIFFTileCollector(try open(file, options))
        #expect(copies.tiles.count == 8)
        #expect(copies.encoded.count == 4 && copies.encoded.allSatisfy { $0.column >= 2 })
        let gray = try #require(copies.tiles.first { $0.key.column == 3 }).value
        #expect(Libjpeg.samples(of: gray).samples.allSatisfy { abs(Int($0) - 128) <= 1 })
    }

    @Test func `tiles within the image are copied bit by bit`() throws {
        var fixture = TiledJPEGFixture(width: 96, height: 64)
        fixture.hasSharedTables = false
        for (index, tile) in try TIFFTileCollector(try open(fixture.file())).tiles {
            #expect(tile == fixture.stored(index.row * 3 + index.column))
        }
        fixture.hasSharedTables = true
        let tables = Array(fixture.tables.dropFirst(2).dropLast(2))
        for (index, tile) in try TIFFTileCollector(try open(fixture.file())).tiles {
            #expect(tile == [0xFF, 0xD8] + tables + fixture.stored(index.row * 3 + index.column).dropFirst(2))
        }
    }

    @Test func `each tile declares the page's color space`() throws {
        var fixture = TiledJPEGFixture(width: 32, height: 32)
        fixture.storage = Libjpeg.Storage(name: "RGB", sampling: [(1, 1), (1, 1), (1, 1)], isRGB: true)
        // Tiles whose components have the identifiers of YCbCr, and no marker that declares RGB.
        fixture.change = { _, tile in
            guard let frame = tile.indices.first(where: { tile[$0] == 0xFF && tile[$0 + 1] == 0xC0 }) else { return }
            for component in 0..<3 { tile[frame + 10 + 3 * component] = UInt8(component + 1) }
            guard let scan = tile.indices.first(where: { tile[$0] == 0xFF && tile[$0 + 1] == 0xDA }) else { return }
            for component in 0..<3 { tile[scan + 5 + 2 * component] = UInt8(component + 1) }
        }
        let tile = try #require(try TIFFTileCollector(try open(fixture.file())).tiles.values.first)
        #expect(Array(tile[2..<18]) == [0xFF, 0xEE, 0, 14, 65, 100, 111, 98, 101, 0, 100, 0, 0, 0, 0, 0])
        #expect(Libjpeg.samples(of: tile).samples == Libjpeg.samples(of: fixture.jpeg(0)).samples)
    }

    @Test func `a kept profile is written into every tile`() throws {
        var encoding = TileEncoding()
        encoding.profile = Array(repeating: 7, count: 70_000)
        for width in [32, 31] {
            let source = try open(TiledJPEGFixture(width: width, height: 32).file())
            let tile = try #require(try TIFFTileCollector(source, encoding: encoding).tiles.values.first)
            let profile = try #require(try JPEGImageSource.open(.bytes(tile, name: "tile"), options: keepingProfile()))
            #expect(profile.info.profile == encoding.profile)
        }
    }

    private func keepingProfile() -> DecodeOptions {
        var options = DecodeOptions()
        options.keepProfile = true
        return options
    }

    /// Every kind as pixels, and 4:2:0 as planes.
    private static let halfScaleCases =
        storages.map { ($0, false) }
        + storages.filter { $0.sampling.count == 3 && $0.sampling[0] == (2, 2) }.map { ($0, true) }

    @Test(arguments: halfScaleCases)
    func `the half-scale level is close to the mean of four pixels`(
        storage: Libjpeg.Storage, asPlanes: Bool
    ) throws {
        var fixture = TiledJPEGFixture(width: 317, height: 201)
        fixture.tile = PixelSize(width: 64, height: 64)
        fixture.storage = storage
        fixture.hasSharedTables = !storage.isProgressive
        fixture.sample = { x, y, channel in
            let u = Double(x)
            let v = Double(y)
            let wave = sin(u * u / 900 + Double(channel)) + sin(v / 7 + u / 31)
            return UInt8(128 + 50 * wave + (x / 40 % 2 == 0 && y > 150 ? 25 : 0))
        }
        let source = try open(fixture.file())
        try #require(!asPlanes || source.hasHalfScalePlanes)
        let half = try TIFFTileCollector(source, tileSize: 64, asPlanes: asPlanes).half[0]
        let size = source.info.size
        let channels = asPlanes ? 1 : storage.sampling.count
        // The image assembled from tiles that are decoded separately.
        var whole = [UInt8](repeating: 0, count: size.area * channels)
        for number in 0..<fixture.columns * fixture.rows {
            let jpeg = fixture.jpeg(number)
            let tile = asPlanes ? try Self.luma(of: jpeg) : Libjpeg.samples(of: jpeg).samples
            for y in 0..<64 {
                for x in 0..<64 {
                    let column = number % fixture.columns * 64 + x
                    let row = number / fixture.columns * 64 + y
                    guard column < size.width, row < size.height else { continue }
                    for channel in 0..<channels {
                        let place = (row * size.width + column) * channels + channel
                        whole[place] = tile[(y * 64 + x) * channels + channel]
                    }
                }
            }
        }
        var near = 0
        var squares = 0.0
        let width = size.halved.width
        #expect(half.count == size.halved.area * channels)
        for (place, sample) in half.enumerated() {
            let x = place / channels % width * 2
            let y = place / channels / width * 2
            let channel = place % channels
            let offsets = [(0, 0), (1, 0), (0, 1), (1, 1)].filter { x + $0.0 < size.width && y + $0.1 < size.height }
            let sum = offsets.reduce(0) { sum, offset in
                sum + Int(whole[channels * ((y + offset.1) * size.width + x + offset.0) + channel])
            }
            let difference = Double(sample) - Double(sum) / Double(offsets.count)
            near += abs(difference) <= 2 ? 1 : 0
            squares += difference * difference
            // The padding of tiles at the edges does not bleed into the image.
            if x + 2 >= size.width || y + 2 >= size.height { #expect(abs(difference) <= 2) }
        }
        #expect(Double(near) >= 0.97 * Double(half.count))
        #expect(10 * log10(255 * 255 * Double(half.count) / squares) >= 42)
    }

    private static func luma(of jpeg: [UInt8]) throws -> [UInt8] {
        let source = try #require(try JPEGImageSource.open(.bytes(jpeg, name: "tile"), options: DecodeOptions()))
        var samples: [UInt8] = []
        try source.readPlanes { band in
            for y in band.planes[0].rows {
                samples += UnsafeRawBufferPointer(start: band.planes[0].row(y), count: source.info.size.width)
            }
        }
        return samples
    }

    @Test func `nothing is decoded when no half-scale level is wanted`() throws {
        var fixture = TiledJPEGFixture(width: 96, height: 64)
        fixture.change = { number, tile in
            // No decoder accepts half a scan.
            if number == 2 { tile.removeLast(tile.count / 2) }
        }
        let source = try open(fixture.file())
        let copies = try TIFFTileCollector(source, wantsHalfScale: false)
        #expect(copies.tiles.count == 6)
        #expect(copies.half == [[], [], []])
        #expect(throws: CodecError.self) { try TIFFTileCollector(try open(fixture.file())) }
    }

    @Test func `at most two rows of tiles are in memory`() throws {
        let copies = try TIFFTileCollector(try open(TiledJPEGFixture(width: 64, height: 320).file()))
        #expect(copies.waits == 4)
    }

    @Test(.enabled(if: TIFFIsCODECConfigured(UInt16(COMPRESSION_WEBP)) != 0, "libtiff lacks WebP"))
    func `WebP tiles are copied, and re-encoded at the edges`() throws {
        var page = LibTIFFFixture(width: 80, height: 64)
        page.compression = Int(COMPRESSION_WEBP)
        page.tile = (32, 32)
        let source = try open(page.file())
        var encoding = TileEncoding()
        encoding.format = .webp
        #expect(
            source.passthroughBlocker(for: Pyramid(size: source.info.size, tileSize: 32), encoding: encoding) == nil)
        let copies = try TIFFTileCollector(source, encoding: encoding)
        #expect(copies.encoded.count == 2)
        for (index, tile) in copies.tiles {
            let image = try openImage(.bytes(tile, name: "tile"))
            #expect(image.info.size == PixelSize(width: index.column == 2 ? 16 : 32, height: 32))
        }
        #expect(copies.half[0].count == 40 * 32 * 3)
    }

    @Test func `the reason against passthrough is reported`() throws {
        let source = try open(TiledJPEGFixture(width: 100, height: 80).file())
        let size = source.info.size
        var png = TileEncoding()
        png.format = .png
        func passthroughBlocker(_ pyramid: Pyramid, _ encoding: TileEncoding = TileEncoding()) -> String? {
            source.passthroughBlocker(for: pyramid, encoding: encoding)
        }
        #expect(passthroughBlocker(Pyramid(size: size, tileSize: 32)) == nil)
        #expect(
            passthroughBlocker(Pyramid(size: size, tileSize: 32), png)
                == "the image's tiles are jpg, and png is asked for")
        #expect(passthroughBlocker(Pyramid(size: size, tileSize: 32, overlap: 1)) == "the tiles are to overlap")
        #expect(
            passthroughBlocker(Pyramid(size: size)) == "the image's tiles are of 32×32 pixels, and not of 256×256")
        let strips = try open(LibTIFFFixture(width: 30, height: 30).file())
        #expect(
            strips.passthroughBlocker(for: Pyramid(size: strips.info.size), encoding: TileEncoding())
                == "the image is not stored in tiles")
        var deflated = LibTIFFFixture(width: 64, height: 64)
        deflated.compression = Int(COMPRESSION_ADOBE_DEFLATE)
        deflated.tile = (32, 32)
        let other = try open(deflated.file())
        #expect(
            other.passthroughBlocker(for: Pyramid(size: other.info.size, tileSize: 32), encoding: TileEncoding())
                == "the image's tiles are neither JPEG nor WebP")
    }
}
