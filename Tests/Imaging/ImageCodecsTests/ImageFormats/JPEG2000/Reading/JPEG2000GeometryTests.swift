internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

/// Images anywhere on the reference grid, tiles anywhere, and subsampled components.
@Suite(.timeLimited) struct JPEG2000GeometryTests {
    private typealias Opening = JPEG2000Opening

    private static func fixture(
        _ width: Int, _ height: Int, sampling: [(across: Int, down: Int)] = [(1, 1)]
    ) -> OpenJPEGFixture {
        OpenJPEGFixture(width: width, height: height, sampling: sampling) { x, y, component in
            (x * 5 + y * 3 * (component + 1) + x * y % 7) % 256
        }
    }

    /// True when OpenJPEG 2.5 encodes the components in tiles: it takes their widths for those at the origin.
    private static func canEncodeTiles(_ fixture: OpenJPEGFixture) -> Bool {
        fixture.sampling.enumerated().allSatisfy { number, factors in
            let size = fixture.size(of: number)
            return size.width == (fixture.width - 1) / factors.across + 1
                && size.height == (fixture.height - 1) / factors.down + 1
        }
    }

    @Test(arguments: [(0, 0), (5, 128), (127, 62), (3097, 41)], [(0, 0), (3, 1)])
    func `an image that does not begin at the origin decodes exactly, in tiles or in one`(
        origin: (x: Int, y: Int), tileDistance: (x: Int, y: Int)
    ) throws {
        for channels in [1, 3] {
            var fixture = Self.fixture(203, 301, sampling: Array(repeating: (1, 1), count: channels))
            fixture.origin = origin
            for tile in [0, 64, 97, 1000] {
                fixture.tile = tile
                fixture.tileHeight = tile == 97 ? 150 : nil
                fixture.tileOrigin = (max(0, origin.x - tileDistance.x), max(0, origin.y - tileDistance.y))
                // A single tile begins where the image does.
                if tile == 0 { fixture.tileOrigin = (0, 0) }
                let bytes = try fixture.encoded()
                for whole in [true, false] {
                    let source = try Opening.source(bytes, whole: whole)
                    #expect(source.info.size == PixelSize(width: 203, height: 301))
                    let image = try DeliveredImage(source)
                    #expect(image.covers(301))
                    #expect(image.samples == fixture.interleaved, "tile \(tile), whole \(whole)")
                }
            }
        }
    }

    @Test(arguments: [(2, 2), (4, 4), (5, 3), (17, 7)], [(0, 0), (1, 160), (4, 9)])
    func `components that are subsampled alike give an image of their size`(
        sampling: (across: Int, down: Int), origin: (x: Int, y: Int)
    ) throws {
        for channels in [1, 3] {
            var fixture = Self.fixture(403, 301, sampling: Array(repeating: sampling, count: channels))
            fixture.origin = origin
            for tile in [0, 61, 210] where tile == 0 || Self.canEncodeTiles(fixture) {
                fixture.tile = tile
                fixture.tileOrigin = tile == 0 ? (0, 0) : (0, max(0, origin.y - 20))
                let (width, height) = fixture.size(of: 0)
                let bytes = try fixture.encoded()
                for whole in [true, false] {
                    let source = try Opening.source(bytes, whole: whole)
                    #expect(source.info.size == PixelSize(width: width, height: height))
                    #expect(try DeliveredImage(source).samples == fixture.interleaved, "tile \(tile), whole \(whole)")
                }
            }
        }
    }

    @Test(arguments: [(2, 1), (2, 2), (4, 1), (1, 2)], [(0, 0), (4, 8), (3, 5)])
    func `chroma at lower resolution is replicated, whether it is declared or not`(
        sampling: (across: Int, down: Int), origin: (x: Int, y: Int)
    ) throws {
        var fixture = Self.fixture(131, 270, sampling: [(1, 1), sampling, sampling])
        fixture.origin = origin
        let planes = (0..<3).map(fixture.samples)
        let width = fixture.size(of: 1).width
        func chroma(_ x: Int, _ y: Int) -> Int {
            let firstColumn = (origin.x + sampling.across - 1) / sampling.across
            let firstRow = (origin.y + sampling.down - 1) / sampling.down
            return max(0, (origin.y + y) / sampling.down - firstRow) * width
                + max(0, (origin.x + x) / sampling.across - firstColumn)
        }
        let expected = (0..<270).flatMap { y in
            (0..<131).flatMap { x in
                JPEG2000TIFFFixture.rgb(planes[0][y * 131 + x], planes[1][chroma(x, y)], planes[2][chroma(x, y)])
            }
        }
        // 45 is not a multiple of the factors: samples for the pixels of a tile then lie in the tile before it.
        for tile in [0, 64, 45] where tile == 0 || Self.canEncodeTiles(fixture) {
            fixture.tile = tile
            let codestream = try fixture.encoded()
            for bytes in [codestream, JP2Fixture(codestream, [JP2Fixture.color(18)]).bytes] {
                for whole in [true, false] {
                    let samples = try Opening.samples(bytes, whole: whole)
                    #expect(samples.count == expected.count)
                    // The factors of the conversion are rounded to 16 bits.
                    #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 }, "tile \(tile), whole \(whole)")
                }
            }
        }
    }

    @Test func `the first component is shown of three or more that differ in resolution without being chroma`() throws {
        var fixture = Self.fixture(90, 50, sampling: [(1, 1), (2, 1), (1, 2), (2, 2)])
        let source = try Opening.source(try fixture.encoded())
        #expect(source.info.layout.channels == .gray)
        #expect(source.warnings == ["channels that are neither color nor declared as transparency are left out."])
        #expect(try DeliveredImage(source).samples == fixture.samples(of: 0))
        fixture = Self.fixture(90, 50, sampling: [(4, 1), (1, 1)])
        let coarse = try Opening.source(try fixture.encoded())
        #expect(coarse.info.size == PixelSize(width: 23, height: 50))
        #expect(try DeliveredImage(coarse).samples == fixture.samples(of: 0))
    }

    @Test(arguments: [(0, 0), (8, 16), (3, 0)], [0, 64])
    func `a reduced resolution is served where it begins with the image`(origin: (x: Int, y: Int), tile: Int) throws {
        var fixture = Self.fixture(200, 120)
        fixture.sample = { x, y, _ in (x + y) / 2 % 256 }
        fixture.origin = origin
        fixture.tile = tile
        let source = try Opening.source(try fixture.encoded())
        for (level, size) in [(1, PixelSize(width: 100, height: 60)), (3, PixelSize(width: 25, height: 15))] {
            let reduced = try source.reduced(to: size)
            #expect((reduced != nil) == (origin.x != 3))
            guard let reduced else { continue }
            let samples = try DeliveredImage(reduced).samples
            #expect(samples.count == size.area)
            for index in samples.indices {
                let x = (index % size.width) << level
                let y = (index / size.width) << level
                #expect(abs(samples[index] - fixture.sample(x, y, 0)) <= 1 << level)
            }
        }
    }

    @Test func `tile-parts may be apart, and the first need not give their number`() throws {
        var fixture = Self.fixture(150, 90, sampling: [(1, 1), (1, 1), (1, 1)])
        fixture.tile = 64
        fixture.hasTileParts = true
        let bytes = try fixture.encoded()
        let parts = JPEG2000TileParts(bytes)
        #expect(parts.parts.count == 6 * 4)
        for isCounted in [true, false] {
            let file = parts.byResolution(isCounted: isCounted)
            let source = try Opening.source(file)
            #expect((source.plan == .tiles) == isCounted)
            #expect(try DeliveredImage(source).samples == fixture.interleaved)
            #expect(try Opening.samples(file, whole: false) == fixture.interleaved)
        }
    }

    @Test func `a missing tile is an error or gray, however the image is decoded`() throws {
        // Chroma for the pixels of a tile lies in the tile before it, so that tiles are not decoded one by one.
        for sampling in [(across: 1, down: 1), (across: 2, down: 2)] {
            var fixture = Self.fixture(135, 90, sampling: [(1, 1), sampling, sampling])
            fixture.sample = { _, _, component in component == 0 ? 200 : 128 }
            fixture.tile = 45
            let bytes = JPEG2000TileParts(try fixture.encoded()).without(tile: 4)
            for whole in [true, false] {
                let source = try Opening.source(bytes, whole: whole)
                let error = try #require(throws: CodecError.self) { try source.readBands { _ in } }
                #expect(error.message.contains("near row 46 of 90 (tile 1, 1)"), "\(error.message)")
                let lenient = try Opening.source(bytes, whole: whole) { $0.allowTruncated = true }
                let samples = try DeliveredImage(lenient).samples
                #expect(lenient.warnings.count == 1)
                let isColored = sampling.across == 2
                for y in 0..<90 {
                    for x in 0..<135 {
                        let isLost = (45..<90).contains(x) && y >= 45
                        let pixel = Array(samples[3 * (y * 135 + x)..<3 * (y * 135 + x) + 3])
                        let shown = isColored ? [200, 200, 200] : [200, 128, 128]
                        // Chroma of the missing tile is black in the pixels beside it.
                        guard isLost || !isColored || !(90...91).contains(x) && y != 45 else { continue }
                        #expect(pixel == (isLost ? [128, 128, 128] : shown))
                    }
                }
            }
        }
    }

    @Test func `HTJ2K is decoded as a whole or by tiles, never in bands`() throws {
        var fixture = Self.fixture(400, 300)
        func plan() throws -> JPEG2000DecodePlan {
            var bytes = try fixture.encoded()
            let style = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0x52]) })
            bytes[style + 12] |= 0x40
            return try Opening.source(bytes, whole: false).plan
        }
        #expect(try plan() == .whole)
        fixture.tile = 128
        #expect(try plan() == .tiles)
    }
}
