internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs
@testable internal import ImageMetadata

/// Colors by code points, chromaticities and gamma.
@Suite(.timeLimited) struct `Colors that files state without a profile` {
    /// Colors, and what they are in sRGB when they are in Display P3 and in linear light.
    private static let colors = [[200, 100, 50], [80, 160, 90], [128, 128, 128]]
    private static let fromP3 = [[215, 93, 31], [38, 162, 81], [128, 128, 128]]
    private static let fromLinear = [[229, 168, 122], [152, 208, 160], [188, 188, 188]]

    private static func bytes(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    }

    private typealias Chunk = (type: String, data: [UInt8])
    private static let p3Points: Chunk = ("cICP", [12, 13, 0, 1])
    private static let p3Primaries: Chunk = (
        "cHRM", bytes([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])
    )
    private static func gamma(_ value: Int) -> Chunk { ("gAMA", bytes([value])) }

    private static func png(_ chunks: [Chunk], bits: Int = 8, colorType: Int = 2) -> [UInt8] {
        var png = PNGFixture(width: 3, height: 2) { x, _, channel in
            channel == 3 ? 40 : colors[x][channel] * (bits == 16 ? 257 : 1)
        }
        png.bits = bits
        png.colorType = colorType
        png.chunks = chunks
        return png.encoded()
    }

    private static func decode(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(openImage(.bytes(bytes, name: "fixture"), options: options))
    }

    private static func pixels(_ image: DecodedImage, width: Int = 3) -> [[Int]] {
        (0..<width).map { Array(image.pixel($0, 0).prefix(3)) }
    }

    // MARK: PNG

    @Test func `The statement with the highest precedence counts`() throws {
        let adobe = PNGFixture.profile(ProfileFixture.adobeRGB.bytes)
        let plain = try Self.decode(Self.png([]))
        let cases: [([Chunk], [[Int]])] = [
            ([Self.p3Points], Self.fromP3), ([Self.p3Primaries], Self.fromP3),
            ([Self.gamma(45455), Self.p3Primaries], Self.fromP3), ([Self.gamma(100_000)], Self.fromLinear),
            ([Self.gamma(100_000), Self.p3Points, adobe, ("sRGB", [0])], Self.fromP3),
            ([("sRGB", [0]), Self.gamma(100_000), Self.p3Primaries], Self.colors),
            ([("cICP", [1, 13, 0, 1]), adobe], Self.colors), ([Self.gamma(45455)], Self.colors),
            ([("cICP", [2, 2, 0, 1])], Self.colors),
        ]
        for (chunks, expected) in cases {
            let image = try Self.decode(Self.png(chunks))
            #expect(Self.pixels(image) == expected, "\(chunks.map(\.type))")
            #expect(image.warnings.isEmpty && image.info.layout == plain.info.layout && image.info.profile == nil)
        }
        let profiled = try Self.decode(Self.png([adobe]))
        let others: [Chunk] = [("sRGB", [0]), Self.gamma(100_000)]
        for first in others {
            #expect(try Self.decode(Self.png([first, adobe])).samples == profiled.samples)
        }
    }

    @Test func `Deep samples, alpha and tiles are converted alike`() throws {
        for colorType in [2, 6] {
            let deep = try Self.decode(Self.png([Self.p3Points], bits: 16, colorType: colorType)) {
                $0.depth = .sixteen
            }
            #expect(deep.info.layout == PixelLayout(colorType == 6 ? .rgba : .rgb, .sixteen))
            for (pixel, expected) in zip(Self.pixels(deep), Self.fromP3) {
                #expect(zip(pixel, expected).allSatisfy { abs($0 - 257 * $1) <= 129 })
            }
            let file = Self.png([Self.p3Points], colorType: colorType)
            let tile = try ScreenTile(file)
            let image = try Self.decode(file)
            let expected = ScreenTile(
                width: 3, height: 2, channels: image.info.layout.channels, samples: image.samples.map(UInt8.init))
            #expect(tile.pixels == expected.pixels)
            if colorType == 6 { #expect(image.pixel(1, 1) == Self.fromP3[1] + [40]) }
        }
        #expect(try ScreenTile(Self.png([Self.gamma(45455)])).pixels == ScreenTile(Self.png([])).pixels)
    }

    @Test func `Gray and palettes follow gamma, too`() throws {
        var gray = PNGFixture(width: 3, height: 1) { x, _, _ in [0, 128, 255][x] }
        gray.colorType = 0
        gray.chunks = [Self.gamma(100_000)]
        #expect(try Self.decode(gray.encoded()).samples == [0, 188, 255])
        #expect(try ScreenTile(gray.encoded()).pixels == [0xFF00_0000, 0xFFBC_BCBC, 0xFFFF_FFFF])
        var palette = PNGFixture(width: 3, height: 1) { x, _, _ in x }
        palette.bits = 2
        palette.colorType = 3
        palette.chunks = [Self.p3Points, ("PLTE", Self.colors.flatMap { $0.map(UInt8.init) })]
        #expect(try Self.pixels(Self.decode(palette.encoded())) == Self.fromP3)
    }

    @Test func `Samples of narrow range become those of full range`() throws {
        var png = PNGFixture(width: 3, height: 1) { x, _, _ in [16, 126, 235][x] }
        png.chunks = [("cICP", [1, 13, 0, 0])]
        #expect(try Self.pixels(Self.decode(png.encoded())).map { $0[0] } == [0, 128, 255])
    }

    @Test func `The colors are kept as a profile`() throws {
        let image = try Self.decode(Self.png([Self.p3Points])) { $0.keepProfile = true }
        #expect(Self.pixels(image) == Self.colors)
        #expect(image.info.profile.flatMap(ICCProfile.init)?.name == "Display P3")
        var fixture = PNGFixture(width: 3, height: 2) { x, _, channel in Self.colors[x][channel] }
        fixture.chunks = [PNGFixture.profile(try #require(image.info.profile))]
        #expect(try Self.pixels(Self.decode(fixture.encoded())) == Self.fromP3)
    }

    @Test func `Chunks without sense are named`() throws {
        let reserved = try Self.decode(Self.png([("cICP", [77, 13, 0, 1])]))
        #expect(Self.pixels(reserved) == Self.colors)
        #expect(
            reserved.warnings == ["its colors have code points without a meaning (primaries 77); sRGB is assumed."])
        #expect(
            try Self.decode(Self.png([("gAMA", [1])])).warnings
                == ["the chunk gAMA, which is about its colors, is damaged and left out."])
    }

    // MARK: HEIF and AVIF

    /// A file of an image of even colors with more properties.
    private static func heif(_ boxes: [[UInt8]], compression: String = "av1", tiles: Int = 1) throws -> [UInt8] {
        let fixture = VipsFixture(192, 64, bands: 3) { x, _, channel in colors[x / 64][channel] }
        let file = try fixture.encoded(
            "heifsave_buffer", ["compression": compression, "lossless": "true", "effort": "0"])
        let items = try #require(HEIFItems(ImageBytes(.bytes(file, name: "tile"))))
        let item = try #require(items.primary)
        let tile = HEIFPartFile.Tile(
            properties: (items.properties[item] ?? []).filter { $0.box.type != "colr" },
            data: try #require(items.data(of: item, limit: 1 << 20)))
        let part = HEIFPartFile(
            tileType: try #require(items.types[item]), tiles: Array(repeating: tile, count: tiles), columns: 1,
            size: PixelSize(width: 192, height: 64 * tiles),
            properties: boxes.flatMap { ISOBox.boxes(in: $0[...]) }.map { .init(box: $0, isEssential: false) })
        return try #require(part.bytes())
    }

    private static func nclx(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8) -> [UInt8] {
        [0, 0, 0, 19] + Array("colrnclx".utf8) + [0, primaries, 0, transfer, 0, matrix, 0x80]
    }

    private static func near(_ image: DecodedImage, _ expected: [[Int]]) -> Bool {
        zip([32, 96, 160], expected).allSatisfy { x, color in
            zip(image.pixel(x, 20), color).allSatisfy { abs($0 - $1) <= 3 }
        }
    }

    @Test(arguments: ["av1", "hevc"], [1, 2])
    func `Code points of HEIF and AVIF are converted, in grids, too`(compression: String, tiles: Int) throws {
        let plain = try Self.decode(Self.heif([], compression: compression, tiles: tiles))
        #expect(Self.near(plain, Self.colors) && plain.warnings.isEmpty)
        let file = try Self.heif([Self.nclx(12, 13, 6)], compression: compression, tiles: tiles)
        let image = try Self.decode(file)
        #expect(Self.near(image, Self.fromP3) && image.warnings.isEmpty && image.info.profile == nil)
        let kept = try Self.decode(file) { $0.keepProfile = true }
        #expect(Self.near(kept, Self.colors))
        #expect(kept.info.profile.flatMap(ICCProfile.init)?.name == "Display P3")
        #expect(try Self.near(Self.decode(file) { $0.range = .full }, Self.fromP3))
    }

    /// A file whose coded image says other code points; nil where the encoder has written none.
    private static func recoded(_ points: [Int], compression: String, tiles: Int) throws -> [UInt8]? {
        let file = try heif([], compression: compression, tiles: tiles)
        var bits = file.flatMap { byte in (0..<8).reversed().map { byte >> UInt8($0) & 1 } }
        let items = try #require(HEIFItems(ImageBytes(.bytes(file, name: "file"))))
        let tile = try #require(items.references("dimg", from: items.primary ?? 0).first)
        let stated =
            items.property("hvcC", of: tile).flatMap { HEVCColorDescription.codePoints(inConfiguration: $0.content) }
            ?? AV1ColorDescription.codePoints(inUnits: items.head(of: tile, count: 4096))
        guard let stated else { return nil }
        func pattern(_ numbers: [Int]) -> [UInt8] {
            numbers.flatMap { number in (0..<8).reversed().map { UInt8(number >> $0 & 1) } }
        }
        let old = pattern([stated.primaries, stated.transfer, stated.matrix])
        let new = pattern(points)
        var count = 0
        for start in 0..<(bits.count - old.count) where bits[start] == old[0] {
            guard bits[start..<start + old.count].elementsEqual(old) else { continue }
            bits.replaceSubrange(start..<start + old.count, with: new)
            count += 1
        }
        return count == 0
            ? nil
            : stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(0) { $0 << 1 | $1 } }
    }

    @Test(arguments: [1, 2])
    func `Code points in the coded image count where there are no others`(tiles: Int) throws {
        let file = try #require(try Self.recoded([12, 13, 6], compression: "av1", tiles: tiles))
        let image = try Self.decode(file)
        #expect(Self.near(image, Self.fromP3) && image.warnings.isEmpty && image.info.profile == nil)
    }

    @Test func `A tile of a pyramid is converted, too`() throws {
        let tile = try ScreenTile(Self.heif([Self.nclx(12, 13, 6)]))
        let image = try Self.decode(Self.heif([Self.nclx(12, 13, 6)]))
        #expect(
            tile.pixels
                == ScreenTile(width: 192, height: 64, channels: .rgb, samples: image.samples.map(UInt8.init)).pixels)
    }

    @Test func `A matrix that is not decoded is an error, unless it may be lost`() throws {
        let file = try Self.heif([Self.nclx(9, 16, 14)])
        let error = #expect(throws: CodecError.self) { try Self.decode(file) }
        #expect(
            error?.message
                == "its colors are coded with matrix coefficients 14, which cannot be decoded. Convert it to another "
                + "format. Or allow its loss: color.")
        let image = try Self.decode(file) { $0.allowedLoss = [.color] }
        #expect(
            image.warnings.contains(
                "its colors are coded with matrix coefficients 14, which cannot be decoded. They are wrong."))
    }

    // MARK: JPEG

    /// A JPEG of even colors with a segment before all others.
    private static func jpeg(_ marker: UInt8, _ content: [UInt8]) throws -> [UInt8] {
        let file = try VipsFixture(192, 64, bands: 3) { x, _, channel in colors[x / 64][channel] }
            .encoded("jpegsave_buffer", ["Q": "100", "subsample-mode": "off", "strip": "true"])
        let length = content.count + 2
        return [0xFF, 0xD8, 0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content + file.dropFirst(2)
    }

    /// EXIF with a ColorSpace and an interoperability index.
    private static func exif(_ colorSpace: Int, _ index: String) -> [UInt8] {
        func entry(_ tag: Int, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
            [UInt8(tag >> 8), UInt8(tag & 255), 0, type, 0, 0, 0, count] + value
        }
        let space = [UInt8(colorSpace >> 8), UInt8(colorSpace & 255), 0, 0]
        return Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + [0, 1] + entry(0x8769, 4, 1, [0, 0, 0, 26]) + [0, 0, 0, 0]
            + [0, 2] + entry(0xA001, 3, 1, space) + entry(0xA005, 4, 1, [0, 0, 0, 56]) + [0, 0, 0, 0]
            + [0, 1] + entry(1, 2, 4, Array(index.utf8) + [0]) + [0, 0, 0, 0]
    }

    @Test func `Adobe RGB of EXIF counts as a profile`() throws {
        let plain = try Self.jpeg(0xE1, Self.exif(1, "R98"))
        #expect(try Self.near(Self.decode(plain), Self.colors))
        #expect(try Self.near(Self.decode(Self.jpeg(0xE1, Self.exif(0xFFFF, "R98"))), Self.colors))
        let file = try Self.jpeg(0xE1, Self.exif(0xFFFF, "R03"))
        let profiled = JPEGSegments.inserting(profile: ProfileFixture.adobeRGB.bytes, into: plain)
        let image = try Self.decode(file)
        let expected = try Self.decode(profiled)
        #expect(zip(image.samples, expected.samples).allSatisfy { abs($0 - $1) <= 1 })
        #expect(!Self.near(image, Self.colors) && image.warnings.isEmpty)
        let kept = try Self.decode(file) { $0.keepProfile = true }
        #expect(kept.info.profile.flatMap(ICCProfile.init)?.name == "Adobe RGB (1998)")
    }

    private static let segments: [(UInt8, String, Bool)] = [
        (0xE2, "urn:iso:std:iso:ts:21496:-1\0\0\0", true),
        (0xE1, "http://ns.adobe.com/xap/1.0/\0<a xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"/>", true),
        (0xE1, "http://ns.adobe.com/xap/1.0/\0<a/>", false), (0xE2, "urn:iso", false),
    ]

    @Test(arguments: segments)
    func `A gain map that is left out is named`(marker: UInt8, content: String, isGainMap: Bool) throws {
        let image = try Self.decode(Self.jpeg(marker, Array(content.utf8)))
        #expect(Self.near(image, Self.colors))
        #expect(
            image.warnings
                == (isGainMap ? ["its gain map for HDR displays is left out; the SDR image is shown."] : []))
    }

    /// Two JPEGs one after the other; the first lists both, and the second is what its XMP says.
    private static func pictures(_ type: String, isBigEndian: Bool, listed: Bool = true) throws -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        func first(_ offset: Int) throws -> [UInt8] {
            let entries =
                number(0x0003_0000, 4) + number(1000, 4) + number(0, 8)
                + number(0, 4) + number(500, 4) + number(offset, 4) + number(0, 4)
            let list =
                Array(isBigEndian ? "MM".utf8 : "II".utf8) + number(42, 2) + number(8, 4) + number(1, 2)
                + number(listed ? 0xB002 : 0xB003, 2) + number(7, 2) + number(entries.count, 4) + number(26, 4)
                + number(0, 4) + entries
            return try jpeg(0xE2, Array("MPF\0".utf8) + list)
        }
        let xmp = "http://ns.adobe.com/xap/1.0/\0<a apdi:AuxiliaryImageType=\"\(type)\"/>"
        // The list counts from its own header, which follows the start of the image, the marker, the length and the name.
        return try first(first(0).count - 10) + jpeg(0xE1, Array(xmp.utf8))
    }

    @Test(arguments: [false, true])
    func `A gain map of an iPhone, in a second image of the file, is named`(isBigEndian: Bool) throws {
        let type = "urn:com:apple:photo:2020:aux:hdrgainmap"
        let image = try Self.decode(Self.pictures(type, isBigEndian: isBigEndian))
        #expect(Self.near(image, Self.colors) && image.info.size == PixelSize(width: 192, height: 64))
        #expect(image.warnings == ["its gain map for HDR displays is left out; the SDR image is shown."])
        let matte = "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
        #expect(try Self.decode(Self.pictures(matte, isBigEndian: isBigEndian)).warnings.isEmpty)
        #expect(try Self.decode(Self.pictures(type, isBigEndian: isBigEndian, listed: false)).warnings.isEmpty)
    }

    @Test func `Lists of images that are damaged name nothing`() throws {
        for content in ["MPF\0", "MPF\0II*\0", "MPF\0MM\0*\0\0\0\u{8}", "MPF\0MM\0*\u{7F}\u{7F}\u{7F}\u{7F}"] {
            let image = try Self.decode(Self.jpeg(0xE2, Array(content.utf8)))
            #expect(Self.near(image, Self.colors) && image.warnings.isEmpty)
        }
    }

    // MARK: TIFF

    @Test func `Chromaticities and transfer functions of TIFF are used`() throws {
        var page = TIFFFixture(width: 3, height: 2) { x, _, channel in UInt64(Self.colors[x][channel]) }
        page.photometric = 2
        page.samplesPerPixel = 3
        let plain = try Self.decode(page.encoded())
        #expect(Self.pixels(plain) == Self.colors)
        page.tags[318] = .floats([0.3127, 0.3290])
        page.tags[319] = .floats([0.64, 0.33, 0.3, 0.6, 0.15, 0.06])
        #expect(try Self.decode(page.encoded()).samples == plain.samples)
        page.tags[319] = .floats([0.68, 0.32, 0.265, 0.69, 0.15, 0.06])
        let image = try Self.decode(page.encoded())
        #expect(Self.pixels(image) == Self.fromP3 && image.warnings.isEmpty)
        page.tags[318] = nil
        #expect(try Self.decode(page.encoded()).samples == plain.samples, "both are needed")
        page.tags[319] = nil
        page.tags[301] = .shorts((0..<256).map { 257 * $0 })
        #expect(try Self.pixels(Self.decode(page.encoded())) == Self.fromLinear)
    }
}
