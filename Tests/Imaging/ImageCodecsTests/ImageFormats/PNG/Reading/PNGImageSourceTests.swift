internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs
@testable internal import ImageMetadata

@Suite(.timeLimited) struct PNGImageSourceTests {
    /// Options that change pixels; each is used for some of the small images.
    private static let changes: [@Sendable (inout DecodeOptions) -> Void] = [
        { _ in },
        { $0.depth = .sixteen },
        { $0.alpha = .flatten(.white) },
        {
            $0.alpha = .flatten(RGBColor(red: 200, green: 10, blue: 90))
            $0.depth = .sixteen
        },
        { $0.range = .values(40, 200) },
        { $0.range = .values(255, 0) },
        { $0.alpha = .flatten(RGBColor(red: 7, green: 7, blue: 7)) },
    ]

    @Test(arguments: PNGFixture.kinds.indices, [false, true])
    func `every color type, depth and transparency gives the pixels of libvips`(
        kind: Int, isInterlaced: Bool
    ) throws {
        let kind = PNGFixture.kinds[kind]
        for width in 1...9 {
            for height in 1...9 {
                let bytes = PNGFixture(kind, width: width, height: height, isInterlaced: isInterlaced).encoded()
                try DecodedImage.expectAsThroughVips(bytes, "\(kind) \(width)×\(height)")
                let change = Self.changes[(9 * width + height) % Self.changes.count]
                try DecodedImage.expectAsThroughVips(bytes, "\(kind) \(width)×\(height) with options", change)
            }
        }
    }

    @Test(arguments: PNGFixture.kinds.indices)
    func `all options give the pixels of libvips`(kind: Int) throws {
        for isInterlaced in [false, true] {
            let bytes = PNGFixture(PNGFixture.kinds[kind], width: 67, height: 33, isInterlaced: isInterlaced).encoded()
            for change in Self.changes { try DecodedImage.expectAsThroughVips(bytes, "\(kind)", change) }
        }
    }

    @Test(arguments: 0..<5)
    func `each filter is undone`(filter: Int) throws {
        for kind in PNGFixture.kinds {
            var fixture = PNGFixture(kind, width: 41, height: 9)
            fixture.filter = { _ in filter }
            try DecodedImage.expectAsThroughVips(fixture.encoded(), "\(kind)")
        }
    }

    @Test(arguments: [(2, 8, false), (6, 8, false), (0, 16, true), (3, 4, true), (2, 16, true)], [false, true])
    func `an image of many blocks has the same pixels on 1, 2 and 8 threads`(
        kind: (Int, Int, Bool), isInterlaced: Bool
    ) throws {
        var fixture = PNGFixture(kind, width: 1301, height: 1507, isInterlaced: isInterlaced)
        fixture.dataLength = 30_011
        let bytes = fixture.encoded()
        let theirs = try DecodedImage.throughVips(bytes)
        for threads in [1, 2, 8] {
            let ours = try DecodedImage.streamed(bytes) { $0.threads = threads }
            #expect(ours.info == theirs.info)
            #expect(ours.samples == theirs.samples, "\(threads) threads")
        }
    }

    @Test func `an interlaced image that does not fit into memory goes through a temporary file`() throws {
        let fixture = PNGFixture((2, 16, false), width: 1400, height: 1100, isInterlaced: true)
        #expect(fixture.width * fixture.height * 6 > PNGPassStore.memoryLimit)
        try DecodedImage.expectAsThroughVips(fixture.encoded()) { $0.depth = .sixteen }
    }

    @Test(arguments: [1, 2, 3, 7, 100, 8192])
    func `data in chunks of any length, and in empty ones, is read`(length: Int) throws {
        for isInterlaced in [false, true] {
            var fixture = PNGFixture((2, 8, false), width: 31, height: 17, isInterlaced: isInterlaced)
            fixture.dataLength = length
            let bytes = fixture.encoded()
            var parts = try PNGParts(bytes)
            let image = try DecodedImage.streamed(bytes)
            parts.chunks = parts.chunks.flatMap { $0.type == "IDAT" ? [("IDAT", []), $0, ("IDAT", [])] : [$0] }
            #expect(try DecodedImage.streamed(parts.file).samples == image.samples)
            try DecodedImage.expectAsThroughVips(bytes)
        }
    }

    @Test(arguments: Orientation.allCases)
    func `EXIF before the pixels gives the orientation`(orientation: Orientation) throws {
        let exif =
            Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0".utf8)
            + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
        var fixture = PNGFixture((2, 8, false), width: 13, height: 5)
        fixture.chunks = [("eXIf", exif)]
        let image = try DecodedImage(openImage(.bytes(fixture.encoded(), name: "fixture")))
        let theirs = try DecodedImage.throughVips(fixture.encoded())
        #expect(image.info == theirs.info)
        #expect(image.samples == theirs.samples)
        var parts = try PNGParts(fixture.encoded())
        parts.chunks.swapAt(1, 2)
        #expect(
            try PNGImageSource.open(.bytes(parts.file, name: "late"), options: DecodeOptions())?.orientation == .upright
        )
    }

    @Test func `an animated PNG shows its default image`() throws {
        let bytes = PNGFixture((2, 8, false), width: 13, height: 5).encoded()
        var parts = try PNGParts(bytes)
        parts.chunks.insert(("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), at: 1)
        parts.chunks.insert(("fdAT", [0, 0, 0, 1] + parts.chunks[2].data), at: 3)
        #expect(try DecodedImage.streamed(parts.file).samples == DecodedImage.streamed(bytes).samples)
    }

    @Test func `a PNG has one page`() throws {
        let bytes = PNGFixture((2, 8, false), width: 3, height: 2).encoded()
        for (page, text) in [
            (2, "it has one page; there is no page 2."), (0, "pages are counted from 1; there is no page 0."),
        ] {
            let error = try #require(throws: CodecError.self) { try DecodedImage.streamed(bytes) { $0.page = page } }
            #expect(error.message == text)
            #expect(error.code == .invalidRequest)
        }
    }

    @Test func `an error of whoever takes the bands ends the reading`() throws {
        struct Enough: Error {}
        let bytes = PNGFixture((2, 16, false), width: 900, height: 1200).encoded()
        for threads in [1, 2] {
            var options = DecodeOptions()
            options.threads = threads
            let source = try #require(try PNGImageSource.open(.bytes(bytes, name: "fixture"), options: options))
            #expect(throws: Enough.self) { try source.readBands { _ in throw Enough() } }
        }
    }

    // MARK: Profiles

    private static func image(_ profile: (type: String, data: [UInt8]), color: Int = 2) -> PNGFixture {
        var fixture = PNGFixture((color, 8, false), width: 13, height: 5)
        fixture.chunks = [profile]
        return fixture
    }

    @Test func `a profile that needs no conversion, and one that is kept, are read here`() throws {
        let sRGB = Self.image(PNGFixture.profile(ProfileFixture.sRGB.bytes)).encoded()
        try DecodedImage.expectAsThroughVips(sRGB)
        try DecodedImage.expectAsThroughVips(sRGB) { $0.keepProfile = true }
        let wide = Self.image(PNGFixture.profile(ProfileFixture.adobeRGB.bytes)).encoded()
        try DecodedImage.expectAsThroughVips(wide) { $0.keepProfile = true }
        #expect(try PNGImageSource.open(.bytes(wide, name: "wide"), options: DecodeOptions()) == nil)
        let gray = Self.image(PNGFixture.profile(ProfileFixture.gray.bytes), color: 0).encoded()
        try DecodedImage.expectAsThroughVips(gray) { $0.keepProfile = true }
        #expect(try PNGImageSource.open(.bytes(gray, name: "gray"), options: DecodeOptions()) == nil)
        let converted = try DecodedImage(openImage(.bytes(wide, name: "wide"))).samples
        let expected = try DecodedImage.throughVips(wide).samples
        #expect(zip(converted, expected).allSatisfy { abs($0 - $1) <= 1 })
        #expect(try converted != DecodedImage.throughVips(wide) { $0.keepProfile = true }.samples)
    }

    @Test func `a gray image with transparency keeps its profile on a gray background`() throws {
        var fixture = PNGFixture((4, 16, false), width: 13, height: 5)
        fixture.chunks = [PNGFixture.profile(ProfileFixture.gray.bytes)]
        try DecodedImage.expectAsThroughVips(fixture.encoded()) {
            $0.keepProfile = true
            $0.alpha = .flatten(RGBColor(red: 200, green: 10, blue: 90))
        }
    }

    @Test func `a profile of other colors in a gray image is ignored`() throws {
        try DecodedImage.expectAsThroughVips(
            Self.image(PNGFixture.profile(ProfileFixture.adobeRGB.bytes), color: 0).encoded())
    }

    static let damagedProfiles: [[UInt8]] = {
        let profile = ProfileFixture.adobeRGB.bytes
        let compressed = PNGFixture.deflated(profile)
        let name = Array("icc\0\0".utf8)
        return [
            [], Array("icc".utf8), name, name + [1, 2, 3], name + compressed.dropLast(20),
            name + PNGFixture.deflated(Array(profile.dropLast(100))),
            name + PNGFixture.deflated(Array(repeating: 0, count: 200)),
            name + PNGFixture.deflated(ProfileFixture.gray.bytes),
            // Twenty megabytes of zeros.
            name + PNGFixture.deflated(Array(repeating: 0, count: 20 << 20)),
        ]
    }()

    @Test(arguments: damagedProfiles.indices)
    func `a damaged profile is left out, with a warning`(index: Int) throws {
        let bytes = Self.image(("iCCP", Self.damagedProfiles[index])).encoded()
        for keeps in [false, true] {
            let image = try DecodedImage.streamed(bytes) { $0.keepProfile = keeps }
            #expect(image.info.profile == nil)
            #expect(
                image.warnings == [
                    "the embedded color profile is damaged or does not fit the image; sRGB is assumed."
                ])
        }
    }
}
