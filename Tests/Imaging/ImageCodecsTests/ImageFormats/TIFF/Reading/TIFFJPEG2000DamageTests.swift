internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

/// TIFFs whose JPEG 2000 tiles are damaged or do not match the page.
@Suite(.timeLimited) struct TIFFJPEG2000DamageTests {
    private typealias Fixture = JPEG2000TIFFFixture

    private static func open(_ file: [UInt8], allowTruncated: Bool = false) throws -> TIFFImageSource {
        var options = DecodeOptions()
        options.allowTruncated = allowTruncated
        return try #require(try TIFFImageSource.open(.bytes(file, name: "test.svs"), options: options))
    }

    /// A fault in a tile, and the words that report it.
    struct Flaw: Sendable {
        var name: String
        var words: String
        var change: @Sendable (inout JPEG2000TIFFFixture) -> Void

        init(_ name: String, _ words: String, _ change: @escaping @Sendable (inout JPEG2000TIFFFixture) -> Void) {
            self.name = name
            self.words = words
            self.change = change
        }

        /// Changes the bytes of the second tile.
        static func bytes(
            _ name: String, _ words: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void
        ) -> Flaw {
            Flaw(name, words) { $0.change = { number, bytes in if number == 1 { change(&bytes) } } }
        }

        /// Replaces some of its bytes from an offset on: the image size is at byte 8 of a codestream, the tile size at
        /// 24, and the components start at 42.
        static func put(_ name: String, _ words: String, _ bytes: [UInt8], at place: Int) -> Flaw {
            .bytes(name, words) { $0.replaceSubrange(place..<place + bytes.count, with: bytes) }
        }

        /// Encodes it in another way.
        static func made(
            _ name: String, _ words: String, _ change: @escaping @Sendable (inout OpenJPEGFixture) -> Void
        ) -> Flaw {
            Flaw(name, words) { $0.configureEncoder = { number, tile in if number == 1 { change(&tile) } } }
        }

        /// Moves the entry of a tile.
        static func moved(
            _ name: String, _ words: String, tile: Int = 1, offset: Int? = nil, size: Int? = nil
        ) -> Flaw {
            Flaw(name, words) { fixture in
                fixture.page.overrideEntry = { number, place, count in
                    if number == tile {
                        place = offset ?? place
                        count = size ?? count
                    }
                }
            }
        }
    }

    /// Faults of one of six tiles: of the second one, or of the last one for "too long".
    static let flaws: [Flaw] = [
        .bytes("cut short", "(tile 1, 0): ") { $0.removeLast($0.count / 3) },
        .bytes("noise", "it is not a JPEG 2000") { $0 = Array(repeating: 1, count: $0.count) },
        .bytes("header only", "its headers are invalid") { $0 = Array($0.prefix(60)) },
        .made("small", "it has 16×32 pixels where the page says 32×32") { $0.width = 16 },
        .put(
            "large", "pixels where the page says 32×32", [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF], at: 8),
        .made("gray", "it has 1 channels where the page says 3") { $0.sampling = [(1, 1)] },
        .made("deep", "its samples have 12 bits where the page says 8") { $0.bits = 12 },
        .put("signed", "its samples are signed", [0x87, 1, 1, 0x87, 1, 1, 0x87], at: 42),
        .made("coarse", "the resolutions of its channels are unsupported") { $0.sampling = [(1, 1), (3, 3), (3, 3)] },
        .made("uneven", "the resolutions of its channels are unsupported") { $0.sampling = [(1, 1), (2, 1), (1, 1)] },
        .put("many parts", "it has too many tiles, precincts or code-blocks", [0, 0, 0, 1, 0, 0, 0, 1], at: 24),
        .moved("beyond the end", "the file ends before row 1 of 64", offset: 1 << 30),
        .moved("too long", "the file ends before row 33 of 64", tile: 5, size: 1 << 30),
        .moved("absent", "its data at row 1 of 64 (tile 1, 0) was never written", offset: 0, size: 0),
    ]

    @Test(arguments: flaws.indices)
    func `a faulty tile is named in the error, or left gray`(flaw: Int) throws {
        var fixture = Fixture(width: 96, height: 64)
        let whole = fixture.samples
        Self.flaws[flaw].change(&fixture)
        let file = fixture.file()
        let isLast = Self.flaws[flaw].name == "too long"
        let error = try #require(throws: CodecError.self) { try DeliveredImage(try Self.open(file)) }
        #expect(error.file == "test.svs")
        #expect(error.message.contains(Self.flaws[flaw].words), "\(error.message)")
        #expect(error.message.contains(isLast ? "(tile 2, 1)" : "(tile 1, 0)"), "\(error.message)")

        let lenient = try Self.open(file, allowTruncated: true)
        let image = try DeliveredImage(lenient)
        #expect(image.covers(64))
        #expect(lenient.warnings.count == 1)
        for y in 0..<64 {
            for x in 0..<96 {
                let isLost = isLast ? x >= 64 && y >= 32 : (32..<64).contains(x) && y < 32
                let place = 3 * (y * 96 + x)
                #expect(image.samples[place] == (isLost ? 128 : whole[place]))
            }
        }
    }

    @Test func `millions of precincts and code-blocks are refused before memory is allocated`() throws {
        let kinds: [(precincts: [UInt8], block: UInt8)] = [(Array(repeating: 0, count: 6), 4), ([], 0)]
        for (precincts, block) in kinds {
            let tile = JPEG2000TileDecoder(
                size: PixelSize(width: 1024, height: 1024), bits: 8, channels: 3, isYCbCr: false)
            var header = JPEG2000HeaderFixture(width: 1024, height: 1024, tile: 1024, components: 3)
            header.block = block
            header.precincts = precincts
            let codestream = header.bytes
            var room = [UInt8](repeating: 0, count: tile.rowBytes * tile.size.height)
            let failure = try #require(throws: OpenJPEGDecoder.Failure.self) {
                try room.withUnsafeMutableBytes { room in
                    try tile.decode(codestream, name: "tile", into: try #require(room.baseAddress))
                }
            }
            #expect(failure.reason == "it has too many tiles, precincts or code-blocks")
        }
    }

    @Test func `damaged files give an error or an image, whatever the damage`() throws {
        let plain = Fixture(width: 96, height: 64)
        var colors = Fixture(width: 97, height: 50, compression: 33003)
        colors.sampling = (2, 2)
        let files = [plain.file(isDirectoryFirst: true), colors.file(isDirectoryFirst: true)]
        let starts = files.map { file in
            file.indices.filter { file[$0...].starts(with: [0xFF, 0x4F, 0xFF, 0x51]) }
        }
        let fuzzing = Fuzzing("TIFF of JPEG 2000", seed: 20_260_419)
        var decoded = 0
        try fuzzing.run(
            prepare: { number, damage in
                damage.damaged(files[number % 2], borders: [8, 100] + starts[number % 2].prefix(3))
            },
            isExpected: { $0 is CodecError }
        ) { file in
            for allowTruncated in [false, true] {
                var options = DecodeOptions()
                options.allowTruncated = allowTruncated
                guard
                    let source = try TIFFImageSource.open(.bytes(file, name: "test.svs"), options: options),
                    source.info.size.area < 1 << 20
                else { continue }
                decoded += allowTruncated ? 0 : 1
                try source.readBands { _ in }
            }
        }
        fuzzing.expect(reached: decoded, atLeast: 5)
    }
}
