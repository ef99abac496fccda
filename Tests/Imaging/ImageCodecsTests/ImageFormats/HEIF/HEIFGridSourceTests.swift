internal import ImageMetadata
internal import ImageSources
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs
@testable internal import ImageMetadata

@Suite(.timeLimited) struct `HEIF and AVIF in grids` {
    private static func open(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> HEIFGridSource? {
        var options = DecodeOptions()
        change(&options)
        return try HEIFGridSource.open(.bytes(bytes, name: "a.heic"), options: options)
    }

    private static func decode(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        try DecodedImage(#require(try open(bytes, change)))
    }

    @Test(arguments: ["hevc", "av1"], [(128, 64), (64, 128), (130, 70), (192, 128), (200, 190)])
    func `Pixels are those of libheif decoding the whole image`(
        compression: String, size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        let bytes = try HEIFGridFixture(size: size, compression: compression).encoded()
        let image = try Self.decode(bytes)
        let expected = try DecodedImage.throughVips(bytes)
        #expect(image.info == expected.info && image.info.size == size)
        #expect(image.samples == expected.samples)
        #expect(image.warnings == expected.warnings)
        #expect(image.difference(HEIFGridFixture.sample) < 200)
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt8], [nil, 0, 1] as [UInt8?])
    func `Images are rotated and mirrored as libheif does`(turns: UInt8, axis: UInt8?) throws {
        var fixture = HEIFGridFixture(size: PixelSize(width: 150, height: 100))
        fixture.properties = [HEIFGridFixture.property("irot", turns)]
        if let axis { fixture.properties.append(HEIFGridFixture.property("imir", axis)) }
        let bytes = try fixture.encoded()
        let image = try Self.decode(bytes)
        let expected = try DecodedImage.throughVips(bytes)
        #expect(image.info == expected.info)
        #expect(image.samples == expected.samples)
    }

    @Test(arguments: ["hevc", "av1"])
    func `A profile is converted to sRGB, or kept`(compression: String) throws {
        var fixture = HEIFGridFixture(size: PixelSize(width: 100, height: 120), compression: compression)
        fixture.profile = ProfileFixture.adobeRGB.bytes
        let bytes = try fixture.encoded()
        let converted = try DecodedImage(openImage(.bytes(bytes, name: "a.heic")))
        let expected = try DecodedImage.throughVips(bytes)
        #expect(converted.info == expected.info)
        #expect(zip(converted.samples, expected.samples).allSatisfy { abs($0 - $1) <= 1 })
        let kept = try Self.decode(bytes) { $0.keepProfile = true }
        #expect(kept.info.profile == ProfileFixture.adobeRGB.bytes)
        #expect(try kept.samples == DecodedImage.throughVips(bytes) { $0.keepProfile = true }.samples)
        #expect(kept.samples != converted.samples)
    }

    @Test func `No band is higher than a row of tiles`() throws {
        let bytes = try HEIFGridFixture(size: PixelSize(width: 64, height: 320)).encoded()
        var bands = 0
        try #require(try Self.open(bytes)).readBands { band in
            #expect(band.rows.lowerBound / 64 == (band.rows.upperBound - 1) / 64)
            bands += 1
        }
        #expect(bands >= 5)
    }

    @Test func `A truncated image is an error, or has gray rows`() throws {
        let fixture = HEIFGridFixture(size: PixelSize(width: 100, height: 190))
        let bytes = try fixture.encoded()
        let whole = try Self.decode(bytes)
        // The last tile is cut off.
        let part = Array(bytes.dropLast(20))
        #expect(
            throws: CodecError(
                .truncated, file: "a.heic",
                "the file ends before the data of row 129 of 190. Get a complete copy, or cut what there is.")
        ) { try Self.decode(part) }
        let image = try Self.decode(part) { $0.allowTruncated = true }
        #expect(image.samples.prefix(128 * 300) == whole.samples.prefix(128 * 300))
        #expect(image.samples.dropFirst(128 * 300).allSatisfy { $0 == 128 })
        #expect(
            image.warnings == ["the file ends before the data of row 129 of 190; what is missing is gray."])

        var turned = fixture
        turned.properties = [HEIFGridFixture.property("irot", 1)]
        let turnedPart = Array(try turned.encoded().dropLast(20))
        let turnedImage = try Self.decode(turnedPart) { $0.allowTruncated = true }
        // The right column of tiles becomes the upper rows.
        #expect(turnedImage.samples.prefix(36 * 190 * 3).allSatisfy { $0 == 128 })
        #expect(!turnedImage.samples.dropFirst(36 * 190 * 3).allSatisfy { $0 == 128 })
        #expect(
            turnedImage.warnings == ["the file ends before the data of column 65 of 100; what is missing is gray."])
    }

    @Test func `A damaged tile is an error, or its row is gray`() throws {
        let bytes = try HEIFGridFixture(size: PixelSize(width: 64, height: 192)).encoded()
        let whole = try Self.decode(bytes)
        let items = try #require(HEIFItems(ImageBytes(.bytes(bytes, name: ""))))
        let range = try #require(items.locations[3]?.ranges.first)
        var damaged = bytes
        damaged.replaceSubrange(range, with: repeatElement(0, count: range.count))
        let error = #expect(throws: CodecError.self) { try Self.decode(damaged) }
        #expect(error?.code == .damaged)
        #expect(error?.message.hasPrefix("the data is damaged near row 65 of 192. ") ?? false)
        let image = try Self.decode(damaged) { $0.allowTruncated = true }
        #expect(image.samples[..<(64 * 192)] == whole.samples[..<(64 * 192)])
        #expect(image.samples[(64 * 192)..<(128 * 192)].allSatisfy { $0 == 128 })
        #expect(image.samples[(128 * 192)...] == whole.samples[(128 * 192)...])
        #expect(image.warnings == ["the data is damaged near row 65 of 192; what cannot be read is gray."])
    }

    @Test func `Unusual grids are left to libvips`() throws {
        func isRead(_ change: (inout HEIFGridFixture) -> Void) throws -> Bool {
            var fixture = HEIFGridFixture(size: PixelSize(width: 100, height: 64))
            change(&fixture)
            return try Self.open(fixture.encoded()) != nil
        }
        #expect(try isRead { _ in })
        #expect(try !isRead { $0.size.width = 60 })
        #expect(try !isRead { $0.tileProperties = [HEIFGridFixture.property("irot", 1)] })
        #expect(try !isRead { $0.properties = [HEIFGridFixture.property("clap", 0)] })
        let bytes = try HEIFGridFixture(size: PixelSize(width: 100, height: 64)).encoded()
        #expect(try Self.open(bytes) { $0.page = 2 } == nil)
        #expect(try Self.open(VipsFixture.quadrants(64, 64).encoded("heifsave_buffer")) == nil)
        #expect(try Self.open([1, 2, 3]) == nil)
    }

    @Test func `Grids that contradict themselves are left to libvips`() throws {
        let bytes = try HEIFGridFixture(size: PixelSize(width: 150, height: 100)).encoded()
        let grid = try #require(bytes.indices.first { bytes[$0...].starts(with: "idat".utf8) }) + 4
        // Rows, columns, width, height of the grid.
        for (offset, value) in [(2, 0), (2, 7), (3, 1), (3, 255), (5, 1), (7, 250), (9, 9), (11, 255)] {
            var changed = bytes
            changed[grid + offset] = UInt8(value)
            #expect(try Self.open(changed) == nil, "\(offset)")
        }
    }
}
