internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing

@testable internal import ImageCodecs

/// Images in PQ and HLG, beside colors that NumPy has computed by the formulas of BT.2100 and BT.2390.
@Suite(.timeLimited) struct `HDR images become SDR` {
    private static let colors = [
        [0, 0, 0], [64, 64, 64], [128, 128, 128], [148, 148, 148], [180, 180, 180], [255, 255, 255], [140, 120, 100],
        [90, 130, 60], [60, 80, 150], [180, 170, 90],
    ]
    private struct Case: Sendable {
        var transfer: UInt8
        var peak: Int?
        var expected: [[Int]]
    }
    private static let cases = [
        Case(
            transfer: 16,
            expected: [
                [0, 0, 0], [45, 45, 45], [181, 181, 181], [229, 229, 229], [254, 254, 254], [255, 255, 255],
                [245, 140, 91], [0, 196, 0], [0, 57, 243], [255, 212, 0],
            ]),
        Case(
            transfer: 16, peak: 4000,
            expected: [
                [0, 0, 0], [45, 45, 45], [171, 171, 171], [208, 208, 208], [244, 244, 244], [255, 255, 255],
                [224, 127, 83], [0, 183, 0], [0, 51, 221], [255, 203, 0],
            ]),
        Case(
            transfer: 18,
            expected: [
                [0, 0, 0], [62, 62, 62], [137, 137, 137], [165, 165, 165], [215, 215, 215], [255, 255, 255],
                [163, 126, 106], [62, 142, 50], [19, 82, 156], [228, 194, 79],
            ]),
        Case(
            transfer: 18, peak: 400,
            expected: [
                [0, 0, 0], [62, 62, 62], [137, 137, 137], [165, 165, 165], [226, 226, 226], [255, 255, 255],
                [163, 126, 106], [62, 142, 50], [19, 82, 156], [238, 203, 83],
            ]),
    ]

    private static func png(_ test: Case, bits: Int = 8, colorType: Int = 2) -> [UInt8] {
        var png = PNGFixture(width: colors.count, height: 1) { x, _, channel in
            let isAlpha = channel == 3 || (channel == 1 && colorType == 4)
            return (isAlpha ? 40 : colors[x][channel]) * (bits == 16 ? 257 : 1)
        }
        png.bits = bits
        png.colorType = colorType
        png.chunks = [("cICP", [9, test.transfer, 0, 1])]
        if let peak = test.peak {
            let number = (0..<4).map { UInt8(truncatingIfNeeded: (peak * 10_000) >> (24 - 8 * $0)) }
            png.chunks.append(("cLLI", number + [0, 0, 0, 0]))
        }
        return png.encoded()
    }

    private static func decode(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(openImage(.bytes(bytes, name: "fixture"), options: options))
    }

    private static func warning(_ name: String, _ peak: Int) -> [String] {
        ["its colors are HDR (\(name)); they are tone mapped to SDR, from a peak of \(peak) cd/m²."]
    }

    @Test(arguments: cases.indices, [8, 16])
    func `Colors are those of the formulas, within one step`(index: Int, bits: Int) throws {
        let test = Self.cases[index]
        for colorType in [2, 6] {
            let file = Self.png(test, bits: bits, colorType: colorType)
            let image = try Self.decode(file)
            #expect(image.info.layout == PixelLayout(colorType == 6 ? .rgba : .rgb) && image.info.profile == nil)
            #expect(image.warnings == Self.warning(test.transfer == 16 ? "PQ" : "HLG", test.peak ?? 1000))
            for (x, expected) in test.expected.enumerated() {
                let pixel = image.pixel(x, 0)
                #expect(zip(pixel, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(pixel) is near \(expected)")
                if colorType == 6 { #expect(pixel[3] == 40) }
            }
            let deep = try Self.decode(file) { $0.depth = .sixteen }
            let factor = bits == 16 ? 257 : 1
            #expect(zip(deep.samples, image.samples).allSatisfy { abs($0 - factor * $1) <= factor })
            let tile = try ScreenTile(file)
            #expect(
                tile.pixels
                    == ScreenTile(
                        width: Self.colors.count, height: 1, channels: image.info.layout.channels,
                        samples: image.samples.map(UInt8.init)
                    ).pixels)
        }
    }

    @Test(arguments: [8, 16])
    func `Colors brighter than the peak keep the ratio of their samples`(bits: Int) throws {
        let colors = [[215, 205, 195], [220, 215, 120], [205, 210, 200]]
        var png = PNGFixture(width: 3, height: 1) { x, _, channel in colors[x][channel] * (bits == 16 ? 257 : 1) }
        png.bits = bits
        png.chunks = [("cICP", [9, 16, 0, 1])]
        let image = try Self.decode(png.encoded())
        for (x, expected) in [[255, 212, 180], [255, 234, 0], [224, 255, 213]].enumerated() {
            #expect(zip(image.pixel(x, 0), expected).allSatisfy { abs($0 - $1) <= 1 }, "\(image.pixel(x, 0))")
        }
    }

    @Test(arguments: cases.indices)
    func `Grays are those of equal colors`(index: Int) throws {
        let test = Self.cases[index]
        for colorType in [0, 4] {
            let image = try Self.decode(Self.png(test, colorType: colorType))
            #expect(image.info.layout == PixelLayout(colorType == 4 ? .grayAlpha : .gray))
            for x in 0..<6 { #expect(abs(image.pixel(x, 0)[0] - test.expected[x][0]) <= 1) }
        }
    }

    @Test func `Kept pixels are tone mapped when they are read again`() throws {
        let file = Self.png(Self.cases[0])
        let kept = try Self.decode(file) { $0.keepProfile = true }
        #expect(kept.warnings.isEmpty && Array(kept.samples.prefix(18)) == Self.colors[..<6].flatMap { $0 })
        var fixture = PNGFixture(width: Self.colors.count, height: 1) { x, _, channel in Self.colors[x][channel] }
        fixture.chunks = [PNGFixture.profile(try #require(kept.info.profile))]
        #expect(try Self.decode(fixture.encoded()).samples == Self.decode(file).samples)
    }

    @Test func `Transparency is flattened after it`() throws {
        let file = Self.png(Self.cases[0], colorType: 6)
        let image = try Self.decode(file) { $0.alpha = .flatten(.white) }
        let expected = 255 - (255 - 181) * 40 / 255
        #expect(image.info.layout == PixelLayout(.rgb) && abs(image.pixel(2, 0)[0] - expected) <= 1)
    }

    @Test(.enabled(if: JPEGXLLibrary.functions != nil, "libjxl cannot be loaded"))
    func `PQ of JPEG XL has the peak of its intensity target`() throws {
        // Eight columns each of three colors, by cjxl with --intensity_target 1000 and without loss.
        let file: [UInt8] = [
            0xFF, 0x0A, 0x01, 0x84, 0x00, 0x02, 0xF2, 0xE8, 0x81, 0x1E, 0x03, 0x00, 0x00, 0x00, 0x40, 0x08, 0x02, 0x01,
            0x00, 0x94, 0x00, 0x4B, 0x18, 0x8B, 0x15, 0x00, 0x94, 0x65, 0xBC, 0xC8, 0xEB, 0x5D, 0x20, 0x06, 0x80, 0xC9,
            0xA9, 0x01, 0x80, 0x80, 0x79, 0x9C, 0x03, 0x0A, 0x91, 0x43, 0x86, 0x83, 0x9B, 0x38, 0x38, 0xF3, 0x81, 0x98,
            0xD9, 0x82, 0x30, 0x00,
        ]
        let image = try Self.decode(file)
        #expect(image.warnings == Self.warning("PQ", 1000))
        for (number, expected) in Self.cases[0].expected[6..<9].enumerated() {
            #expect(zip(image.pixel(8 * number + 4, 4), expected).allSatisfy { abs($0 - $1) <= 1 })
        }
        let tile = try ScreenTile(file)
        #expect(
            tile.pixels
                == ScreenTile(width: 24, height: 8, channels: .rgb, samples: image.samples.map(UInt8.init)).pixels)
    }
}
