import FilePyramids
import Foundation
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

@Suite(.timeLimited) struct TIFFPyramidSourceTests {
    private let fixture: TIFFPyramidFixture
    /// A tile of one color for each of the levels 0 to 2 of ``fixture``.
    private let jpegs: [[UInt8]]

    init() throws {
        let fixture = try TIFFPyramidFixture()
        self.fixture = fixture
        jpegs = try (0...2).map { try fixture.tile(TileIndex(level: $0, column: 0, row: 0)) }
    }

    /// Three pages of 40×24, 20×12 and 10×6 pixels, all tiles of a page the same.
    private func handmade(_ edit: (inout HandmadeTIFF) -> Void = { _ in }) -> HandmadeTIFF {
        var tiff = HandmadeTIFF(pages: [
            .init(jpeg: Array(repeating: jpegs[2], count: 6), width: 40, height: 24),
            .init(jpeg: Array(repeating: jpegs[1], count: 2), width: 20, height: 12, isReduced: true),
            .init(jpeg: [jpegs[0]], width: 10, height: 6, isReduced: true),
        ])
        edit(&tiff)
        return tiff
    }

    private func open(_ bytes: [UInt8]) throws -> TIFFPyramidSource {
        try fixture.folder.write(Data(bytes), to: "made.tif")
        return try TIFFPyramidSource(opening: fixture.folder.path("made.tif"))
    }

    private func recognized(_ bytes: [UInt8]) throws -> OpenedPyramid? {
        try fixture.folder.write(Data(bytes), to: "made.tif")
        return try Pyramids.openBlocking(fixture.folder.path("made.tif"))
    }

    /// Whether all pixels of a tile are nearly of the color that tiles of a level begin with.
    private func hasColor(_ tile: EncodedTile?, of level: Int) throws -> Bool {
        let tile = try #require(tile)
        let color = fixture.color(of: TileIndex(level: level, column: 0, row: 0))
        return try TileDecoder().decode(tile.bytes, name: "tile") { opened in
            var pixels = [UInt32](repeating: 0, count: opened.size.area)
            try pixels.withUnsafeMutableBufferPointer { _ = try opened.write(to: $0) }
            return opened.size == PixelSize(width: 16, height: 16)
                && pixels.allSatisfy { pixel in
                    (0..<3).allSatisfy { abs(Int(pixel >> UInt32(16 - 8 * $0) & 255) - color[$0]) <= 3 }
                }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `classic TIFF and BigTIFF are read in both byte orders`(isBigTIFF: Bool, isBigEndian: Bool) throws {
        let source = try open(
            handmade {
                $0.isBigTIFF = isBigTIFF
                $0.isBigEndian = isBigEndian
            }.encoded())
        #expect(source.pyramid == fixture.pyramid && source.format == .jpeg)
        for index in source.pyramid.indices {
            #expect(try source.read(index) == EncodedTile(bytes: jpegs[index.level], format: .jpeg))
            #expect(try source.storedTile(index)?.byteCount == jpegs[index.level].count)
        }
        #expect(try source.read(TileIndex(level: 3, column: 0, row: 0)) == nil)
        var count = 0
        try source.forEachStoredTile { _, _ in count += 1 }
        #expect(count == 9)
        var issues: [ValidationIssue] = []
        try source.inspectFiles { issues.append($0) }
        #expect(issues == [])
    }

    @Test func `reduced images are found in the SubIFDs of the first page`() throws {
        let tiff = handmade {
            $0.pages[0].subIFDs = Array($0.pages[1...])
            $0.pages.removeLast(2)
        }
        let source = try open(tiff.encoded())
        #expect(source.pyramid == fixture.pyramid)
        #expect(try source.read(TileIndex(level: 0, column: 0, row: 0))?.bytes == jpegs[0])
        #expect(try recognized(tiff.encoded())?.format == .tiff)
    }

    @Test func `the JPEG tables of a page are inserted into its tiles`() throws {
        let tiff = handmade { tiff in
            for page in 0...2 {
                let (tables, tile) = withoutTables(jpegs[2 - page])
                tiff.pages[page].bytes[347] = tables
                tiff.pages[page].tiles = tiff.pages[page].tiles?.map { _ in tile }
            }
        }
        let source = try open(tiff.encoded())
        for index in source.pyramid.indices {
            #expect(try hasColor(source.read(index), of: index.level))
        }
    }

    @Test func `RGB JPEGs get an Adobe marker, which replaces one that contradicts it`() throws {
        // A page that lies about its colors shows whether decoders believe it: libtiff does.
        var fixture = try TIFFPyramidFixture()
        fixture.chroma = .full
        let jpeg = try fixture.tile(TileIndex(level: 0, column: 0, row: 0))
        let tiff = handmade {
            for page in 0...2 { $0.pages[page].shorts[262] = [2] }
            $0.pages[2].tiles = [jpeg]
        }
        let source = try open(tiff.encoded())
        let tile = try #require(try source.read(TileIndex(level: 0, column: 0, row: 0))).bytes
        let mark: [UInt8] = [0xFF, 0xD8, 0xFF, 0xEE, 0, 14, 65, 100, 111, 98, 101, 0, 100, 0, 0, 0, 0, 0]
        #expect(tile.starts(with: mark) && tile.count == jpeg.count + 16 - 18)
        let libtiff = try #require(LibTIFFReading.samples(of: source.path, page: 2, tile: 0))
        let pixel = try TileDecoder().decode(tile, name: "tile") { opened in
            var pixels = [UInt32](repeating: 0, count: opened.size.area)
            try pixels.withUnsafeMutableBufferPointer { _ = try opened.write(to: $0) }
            return pixels[0]
        }
        #expect([16, 8, 0].map { UInt8(pixel >> UInt32($0) & 255) } == Array(libtiff[0..<3]))
    }

    @Test(arguments: [TileFormat.jpeg, .webp], [false, true])
    func `tiles written by the store are read back byte for byte`(format: TileFormat, isCloudOptimized: Bool) throws {
        var fixture = try TIFFPyramidFixture(PixelSize(width: 77, height: 130), format: format)
        fixture.target.tiff.isCloudOptimized = isCloudOptimized
        let missing = TileIndex(level: 3, column: 2, row: 1)
        _ = try fixture.make { $0 != missing }
        let source = try TIFFPyramidSource(opening: fixture.path)
        #expect(source.pyramid == fixture.pyramid && source.format == format)
        for index in fixture.pyramid.indices {
            let expected = index == missing ? nil : EncodedTile(bytes: try fixture.tile(index), format: format)
            #expect(try source.read(index) == expected)
            #expect(try (source.storedTile(index) == nil) == (index == missing))
        }
    }

    @Test(arguments: [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba], [PixelLayout.Depth.eight, .sixteen])
    func `deflated and plain samples become PNGs with the same pixels`(
        channels: PixelLayout.Channels, depth: PixelLayout.Depth
    ) throws {
        for compresses in [true, false] {
            var fixture = try TIFFPyramidFixture(format: .png)
            fixture.layout = PixelLayout(channels, depth)
            fixture.target.tiff.compresses = compresses
            _ = try fixture.make()
            let pyramid = try #require(try Pyramids.openBlocking(fixture.path))
            #expect(pyramid.format == .tiff && pyramid.source.format == .png)
            for index in fixture.pyramid.indices {
                #expect(try pyramid.source.read(index) == EncodedTile(bytes: try fixture.tile(index), format: .png))
            }
        }
    }

    @Test(arguments: [false, true])
    func `plain samples of 16 bits are read in either byte order`(isBigEndian: Bool) throws {
        func page(_ factor: Int) -> TIFFFixture {
            var page = TIFFFixture(width: 40 / factor, height: 24 / factor) { x, y, channel in
                UInt64(x * factor * 700 + y * factor * 900 + channel * 5)
            }
            page.bits = 16
            page.samplesPerPixel = 3
            page.photometric = 2
            page.tile = (16, 16)
            return page
        }
        let source = try open(TIFFFixture.encode([page(1), page(2)], bigEndian: isBigEndian))
        #expect(source.pyramid.levels.map(\.size) == [20, 40].map { PixelSize(width: $0, height: $0 * 3 / 5) })
        let tile = try #require(try source.read(TileIndex(level: 1, column: 1, row: 0)))
        let image = try openImage(.bytes(tile.bytes, name: "tile"), options: deep)
        #expect(image.info.layout == PixelLayout(.rgb, .sixteen))
        var samples: [Int] = []
        try image.readBands { band in
            for row in band.rows {
                samples += (0..<48).map { Int(band.row(row).loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) }
            }
        }
        let expected = (0..<16).flatMap { y in
            (16..<32).flatMap { x in (0..<3).map { x * 700 + y * 900 + $0 * 5 } }
        }
        #expect(samples == expected)
    }

    private var deep: DecodeOptions {
        var options = DecodeOptions()
        options.depth = .sixteen
        return options
    }

    @Test func `a slide's thumbnail, label and masks are ignored, and levels of other scales are used`() throws {
        let tiff = handmade { tiff in
            var thumbnail = HandmadeTIFF.Page(jpeg: [jpegs[0]], width: 20, height: 12)
            thumbnail.longs[273] = [8]
            thumbnail.longs[279] = [10]
            thumbnail.longs[322] = nil
            thumbnail.longs[323] = nil
            thumbnail.tiles = nil
            var mask = HandmadeTIFF.Page(jpeg: Array(repeating: jpegs[1], count: 2), width: 20, height: 12)
            mask.longs[254] = [4]
            let label = HandmadeTIFF.Page(jpeg: [jpegs[0]], width: 12, height: 14)
            let fourth = HandmadeTIFF.Page(jpeg: [jpegs[0]], width: 13, height: 8)
            tiff.pages = [tiff.pages[0], thumbnail, fourth, label, mask]
        }
        let pyramid = try #require(try recognized(tiff.encoded()))
        #expect(pyramid.source.pyramid.levels.map(\.size.width) == [13, 40])
        #expect(pyramid.source.pyramid.levels[0].horizontalDownsample == 40.0 / 13)
        #expect(pyramid.source.pyramid.levels[0].verticalDownsample == 3)
    }

    @Test func `an image that is only tiled, in strips or rotated is not a pyramid`() throws {
        #expect(try recognized(handmade { $0.pages.removeLast(2) }.encoded()) == nil)
        #expect(try recognized(handmade { $0.pages[0].shorts[274] = [6] }.encoded())?.source.pyramid.levels.count == 2)
        #expect(try recognized(handmade { for page in 0...2 { $0.pages[page].shorts[274] = [6] } }.encoded()) == nil)
        #expect(
            try recognized(handmade { for page in 0...2 { $0.pages[page].shorts[259] = [33007] } }.encoded()) == nil)
        #expect(try recognized(TIFFFixture(width: 40, height: 24) { _, _, _ in 1 }.encoded()) == nil)
        #expect(try recognized(Array("II*\0".utf8)) == nil)
    }

    @Test(arguments: [(33003, 1), (33005, 1), (34712, 1), (33005, 2)])
    func `tiles in JPEG 2000 become PNGs with the same pixels`(compression: Int, bytes: Int) throws {
        let pages = [(70, 40), (35, 20)].map { width, height in
            JPEG2000TIFFFixture(
                width: width, height: height, bits: 8 * bytes, compression: compression)
        }
        let pyramid = try #require(try recognized(TIFFFixture.encode(pages.map { $0.encodedPage() })))
        #expect(pyramid.format == .tiff && pyramid.source.format == .png)
        #expect(pyramid.source.pyramid.levels.map(\.size.width) == [35, 70])
        for index in pyramid.source.pyramid.indices {
            let page = pages[1 - index.level].page
            let tile = try #require(try pyramid.source.read(index))
            var options = DecodeOptions()
            options.depth = .sixteen
            let source = try openImage(.bytes(tile.bytes, name: "tile"), options: options)
            #expect(source.info.layout == PixelLayout(.rgb, bytes == 2 ? .sixteen : .eight))
            var samples: [Int] = []
            try source.readBands { band in
                for row in band.rows {
                    samples += UnsafeRawBufferPointer(start: band.row(row), count: 96 * bytes).map { Int($0) }
                }
            }
            var expected: [Int] = []
            for y in 0..<32 {
                for x in 0..<32 {
                    let column = min(index.column * 32 + x, page.width - 1)
                    let row = min(index.row * 32 + y, page.height - 1)
                    let pixel = (0..<3).map { Int(page.sample(column, row, $0)) }
                    let colors = compression == 33003 ? JPEG2000TIFFFixture.rgb(pixel[0], pixel[1], pixel[2]) : pixel
                    expected += colors.flatMap { bytes == 1 ? [$0] : [$0 & 255, $0 >> 8] }
                }
            }
            #expect(samples.count == expected.count)
            #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= (compression == 33003 ? 1 : 0) })
        }
    }

    @Test func `a damaged JPEG 2000 tile throws an error, and one without bytes is absent`() throws {
        var page = JPEG2000TIFFFixture(width: 70, height: 20)
        page.page.overrideEntry = { number, offset, size in
            if number == 1 {
                offset = 0
                size = 0
            }
        }
        page.change = { number, bytes in if number == 2 { bytes.removeLast(bytes.count / 2) } }
        let source = try open(page.file())
        #expect(try source.read(TileIndex(level: 0, column: 0, row: 0)) != nil)
        #expect(try source.read(TileIndex(level: 0, column: 1, row: 0)) == nil)
        let error = try #require(throws: StoreError.self) {
            try source.read(TileIndex(level: 0, column: 2, row: 0))
        }
        #expect(error.code == .malformed && error.message.contains("the tile is damaged ("), "\(error.message)")
    }

    @Test func `an image of one tile is a pyramid if TileKit wrote it`() throws {
        let fixture = try TIFFPyramidFixture(PixelSize(width: 1, height: 1))
        _ = try fixture.make()
        #expect(try Pyramids.openBlocking(fixture.path)?.source.pyramid == fixture.pyramid)
    }

    @Test func `the metadata are listed`() throws {
        let tiff = handmade {
            $0.pages[0].texts = [270: "A slide", 305: "Scanner 1"]
            $0.pages[0].bytes[34675] = [1, 2, 3]
            $0.pages[0].longs[282] = [400]
            $0.pages[0].shorts[296] = [3]
        }
        #expect(
            try open(tiff.encoded()).properties == [
                PyramidProperty("ImageDescription", "A slide"), PyramidProperty("Software", "Scanner 1"),
                PyramidProperty("XResolution", "400.0 per centimeter"), PyramidProperty("Compression", "jpeg"),
                PyramidProperty("ICCProfile", "3 bytes"),
            ])
    }

    @Test func `equal tiles have one blob ID`() throws {
        var fixture = try TIFFPyramidFixture()
        fixture.isColorful = false
        _ = try fixture.make()
        var blobIDs: Set<UInt64?> = []
        try TIFFPyramidSource(opening: fixture.path).forEachStoredTile { blobIDs.insert($1.sharedBlobID) }
        #expect(blobIDs == [16])
    }
}
