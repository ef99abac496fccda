internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

/// Palettes, channel definitions, alpha, and samples of any precision and sign.
@Suite(.timeLimited) struct JPEG2000ChannelTests {
    private typealias Opening = JPEG2000Opening

    /// An image of some components with the top value `top`.
    private static func fixture(_ components: Int, bits: Int = 8, top: Int? = nil) -> OpenJPEGFixture {
        let count = top ?? (1 << bits)
        var fixture = OpenJPEGFixture(
            width: 70, height: 45, sampling: Array(repeating: (1, 1), count: components)
        ) { x, y, component in (x * 7 + y * 5 * (component + 1) + x * y % 3) % count }
        fixture.bits = bits
        return fixture
    }

    // MARK: Palettes

    /// Entries of 16 colors.
    private static let entries = (0..<16).map { [$0 * 17, 255 - $0 * 17, $0 * $0] }

    @Test(arguments: [0, 32], [true, false])
    func `a palette gives its colors, whatever the precision of the indices`(tile: Int, whole: Bool) throws {
        for bits in [4, 8, 12] {
            var fixture = Self.fixture(1, bits: bits, top: 16)
            fixture.tile = tile
            let boxes = [
                JP2Fixture.color(16), JP2Fixture.palette(bits: [8, 8, 8], Self.entries),
                JP2Fixture.mapping([(0, 0), (0, 1), (0, 2)]),
            ]
            let source = try Opening.source(JP2Fixture(try fixture.encoded(), boxes).bytes, whole: whole)
            #expect(source.info.layout == PixelLayout(.rgb, .eight))
            #expect(try DeliveredImage(source).samples == fixture.samples(of: 0).flatMap { Self.entries[$0] })
            #expect(source.warnings.isEmpty)
            // Averages of indices mean nothing.
            #expect(try source.reduced(to: PixelSize(width: 35, height: 23)) == nil)
        }
    }

    @Test func `a palette may have alpha, deep entries, or be only one of the channels`() throws {
        let deep = (0..<16).map { [$0 * 4369, 65535 - $0 * 4369, $0 * 100] }
        let one = Self.fixture(1, top: 16)
        var file = JP2Fixture(
            try one.encoded(),
            [
                JP2Fixture.color(16), JP2Fixture.palette(bits: [16, 16, 16], deep),
                JP2Fixture.mapping([(0, 0), (0, 1), (0, 2)]),
            ])
        #expect(try Opening.samples(file.bytes) == one.samples(of: 0).flatMap { deep[$0] })

        file.boxes[1] = JP2Fixture.palette(bits: [8, 8, 8, 8], Self.entries.map { $0 + [$0[0] / 2] })
        file.boxes[2] = JP2Fixture.mapping([(0, 0), (0, 1), (0, 2), (0, 3)])
        file.boxes.append(JP2Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 0)]))
        let alpha = try Opening.source(file.bytes)
        #expect(alpha.info.layout.channels == .rgba)
        let expected = one.samples(of: 0).flatMap { Self.entries[$0] + [Self.entries[$0][0] / 2] }
        #expect(try DeliveredImage(alpha).samples == expected)

        let two = Self.fixture(2, top: 16)
        let mixed = JP2Fixture(
            try two.encoded(),
            [
                JP2Fixture.color(17), JP2Fixture.palette(bits: [8], Self.entries.map { [$0[0]] }),
                JP2Fixture.mapping([(0, 0), (1, nil)]), JP2Fixture.definitions([(0, 0, 1), (1, 1, 0)]),
            ])
        let planes = (0..<2).map(two.samples)
        #expect(
            try Opening.samples(mixed.bytes) == planes[0].indices.flatMap { [planes[0][$0] * 17, planes[1][$0]] })
    }

    @Test func `indices beyond the palette are its last color, and a missing mapping is that of the columns`() throws {
        let fixture = Self.fixture(1)
        let colors = fixture.samples(of: 0).flatMap { Self.entries[min($0, 15)] }
        let palette = JP2Fixture.palette(bits: [8, 8, 8], Self.entries)
        var file = JP2Fixture(try fixture.encoded(), [JP2Fixture.color(16), palette])
        #expect(try Opening.samples(file.bytes) == colors)
        file.later = [JP2Fixture.mapping([(0, nil), (0, nil), (0, nil)])]
        #expect(try Opening.samples(file.bytes) == colors)
    }

    // MARK: Channel definitions

    @Test func `channels are put in the order of the colors`() throws {
        let fixture = Self.fixture(3)
        let file = JP2Fixture(
            try fixture.encoded(),
            [JP2Fixture.color(16), JP2Fixture.definitions([(0, 0, 3), (1, 0, 1), (2, 0, 2)])])
        let planes = (0..<3).map(fixture.samples)
        #expect(
            try Opening.samples(file.bytes)
                == planes[0].indices.flatMap { [planes[1][$0], planes[2][$0], planes[0][$0]] })
    }

    @Test(arguments: [1, 3], [8, 16])
    func `alpha is kept, or laid over a color`(colors: Int, bits: Int) throws {
        let fixture = Self.fixture(colors + 1, bits: bits)
        let definitions = (0..<colors).map { ($0, 0, $0 + 1) } + [(colors, 1, 0)]
        let file = JP2Fixture(
            try fixture.encoded(),
            [JP2Fixture.color(colors == 1 ? 17 : 16), JP2Fixture.definitions(definitions)])
        let source = try Opening.source(file.bytes)
        #expect(source.info.layout == PixelLayout(colors == 1 ? .grayAlpha : .rgba, bits == 8 ? .eight : .sixteen))
        #expect(try DeliveredImage(source).samples == fixture.interleaved)
        #expect(try source.reduced(to: PixelSize(width: 35, height: 23)) == nil)

        let flat = try Opening.source(file.bytes) { $0.alpha = .flatten(.white) }
        #expect(flat.info.layout.channels == (colors == 1 ? .gray : .rgb))
        let full = (1 << bits) - 1
        let planes = (0...colors).map(fixture.samples)
        let expected = planes[0].indices.flatMap { index in
            (0..<colors).map { channel in
                let alpha = planes[colors][index]
                return (planes[channel][index] * alpha + full * (full - alpha) + full / 2) / full
            }
        }
        #expect(try DeliveredImage(flat).samples == expected)
    }

    @Test func `premultiplied colors are divided by alpha`() throws {
        var fixture = Self.fixture(4)
        fixture.sample = { x, y, component in component == 3 ? (x * 3 + y) % 256 : (x * 3 + y) % 256 * component / 3 }
        let file = JP2Fixture(
            try fixture.encoded(),
            [JP2Fixture.color(16), JP2Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 2, 0)])])
        let planes = (0..<4).map(fixture.samples)
        let expected = planes[0].indices.flatMap { index in
            let alpha = planes[3][index]
            return (0..<3).map { alpha == 0 ? 0 : (planes[$0][index] * 255 + alpha / 2) / alpha } + [alpha]
        }
        #expect(try Opening.samples(file.bytes) == expected)
    }

    @Test(arguments: [2, 4, 5, 257])
    func `channels of undeclared meaning are left out, with a warning`(components: Int) throws {
        var fixture = Self.fixture(components)
        fixture.width = 9
        fixture.height = 5
        fixture.resolutions = 1
        let source = try Opening.source(try fixture.encoded())
        #expect(source.info.layout.channels == (components == 2 ? .gray : .rgb))
        let shown = components == 2 ? 1 : 3
        let planes = (0..<shown).map(fixture.samples)
        #expect(try DeliveredImage(source).samples == planes[0].indices.flatMap { index in planes.map { $0[index] } })
        #expect(source.warnings == ["channels that are neither color nor declared as transparency are left out."])
    }

    // MARK: Samples

    @Test(arguments: [1, 2, 5, 8, 10, 12, 16], [false, true])
    func `samples of any precision and sign span black to white`(bits: Int, isSigned: Bool) throws {
        var fixture = Self.fixture(1, bits: bits)
        let top = (1 << bits) - 1
        let least = isSigned ? 1 << (bits - 1) : 0
        let sample = fixture.sample
        fixture.sample = { sample($0, $1, $2) - least }
        fixture.isSigned = isSigned
        let bytes = try fixture.encoded()
        for (depth, full) in [(PixelLayout.Depth.eight, 255), (.sixteen, bits > 8 ? 65535 : 255)] {
            let samples = try Opening.samples(bytes) { $0.depth = depth }
            let expected = fixture.samples(of: 0).map { (2 * ($0 + least) * full + top) / (2 * top) }
            #expect(samples == expected)
        }
        guard bits > 1 else { return }
        let low = 1 - least
        let high = top - 1 - least
        let ranged = try Opening.samples(bytes) {
            $0.range = .values(Double(low), Double(high))
            $0.depth = .eight
        }
        #expect(
            ranged
                == fixture.samples(of: 0).map { value in
                    let clipped = min(max(value, low), high) - low
                    return (2 * clipped * 255 + high - low) / (2 * (high - low))
                })
    }

    @Test func `of samples with more than 16 bits the highest 16 are kept, with a warning`() throws {
        var fixture = Self.fixture(1, bits: 16)
        let sample = fixture.sample
        fixture.bits = 20
        fixture.sample = { sample($0, $1, $2) * 16 + 9 }
        let source = try Opening.source(try fixture.encoded())
        #expect(try DeliveredImage(source).samples == fixture.samples(of: 0).map { $0 / 16 })
        #expect(source.warnings == ["its samples have 20 bits, of which the highest 16 are kept."])
    }

    @Test func `channels may differ in precision`() throws {
        var fixture = Self.fixture(4, bits: 5)
        fixture.depths = [5, 6, 5, 1]
        let sample = fixture.sample
        fixture.sample = { x, y, component in component == 3 ? (x + y) % 2 : sample(x, y, component) }
        let file = JP2Fixture(
            try fixture.encoded(),
            [JP2Fixture.color(16), JP2Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 0)])])
        let planes = (0..<4).map(fixture.samples)
        let expected = planes[0].indices.flatMap { index in
            (0..<4).map { channel in
                let top = (1 << fixture.depths[channel]) - 1
                return (2 * planes[channel][index] * 255 + top) / (2 * top)
            }
        }
        #expect(try Opening.samples(file.bytes) == expected)
    }

    // MARK: Damage

    @Test func `boxes that contradict the image are errors, or are ignored`() throws {
        let fixture = Self.fixture(1)
        let codestream = try fixture.encoded()
        let palette = JP2Fixture.palette(bits: [8, 8, 8], Self.entries)
        let faults: [([(kind: String, content: [UInt8])], String)] = [
            (
                [JP2Fixture.palette(bits: [4], [[3], [127]])],
                "an entry of its palette (pclr) is 127, which does not fit"
            ),
            ([("pclr", Array(palette.content.dropLast()))], "its palette (pclr) is cut short"),
            ([("pclr", [0, 0, 3])], "its palette (pclr) has no entries, or too many"),
            (
                [palette, JP2Fixture.mapping([(0, 0), (0, 1), (0, 2), (1, nil)])],
                "its component mapping (cmap) names component 1, which is missing"
            ),
            (
                [palette, JP2Fixture.mapping([(0, 0), (0, 1), (0, 2), (0, 3)])],
                "its component mapping (cmap) names column 3 of the palette, which is missing"
            ),
            ([("cdef", [0, 2, 0, 0, 0, 0, 0, 1])], "its channel definitions (cdef) are cut short"),
            (
                [JP2Fixture.definitions([(0, 0, 1), (7, 1, 0)])],
                "its channel definitions (cdef) name channel 7, and it has only channels 0 to 0"
            ),
            ([JP2Fixture.definitions([(0, 1, 0)])], "its channel definitions (cdef) leave no color channel"),
        ]
        for (boxes, words) in faults {
            let bytes = JP2Fixture(codestream, [JP2Fixture.color(17)] + boxes).bytes
            let error = try #require(throws: CodecError.self) { try Opening.source(bytes) }
            #expect(error.code == .damaged && error.message.contains(words), "\(error.message)")
            let lenient = try Opening.source(bytes) { $0.allowTruncated = true }
            #expect(lenient.warnings.first?.contains(words) == true, "\(lenient.warnings)")
            #expect(lenient.info.size == PixelSize(width: 70, height: 45))
        }
    }
    @Test func `the meaning of many channels is found among many definitions`() throws {
        // Each pair of a channel and a definition took a step: billions.
        let mapped: [UInt8] = [0, 0, 1, 0]
        let boxes = [
            JP2Fixture.color(17), JP2Fixture.palette(bits: [8], [[3], [7]]),
            (kind: "cmap", content: Array([[UInt8]](repeating: mapped, count: 100_000).joined())),
            JP2Fixture.definitions((0..<65535).map { ($0, $0 == 9 ? 0 : 1, $0 == 9 ? 1 : 2) }),
        ]
        let fixture = Self.fixture(1, top: 2)
        let source = try Opening.source(JP2Fixture(try fixture.encoded(), boxes).bytes)
        #expect(try DeliveredImage(source).samples == fixture.samples(of: 0).map { [3, 7][$0] })
        #expect(source.warnings == ["channels that are neither color nor declared as transparency are left out."])
    }

    @Test func `a box inside the header box ends with it`() throws {
        var file = JP2Fixture(try Self.fixture(1).encoded(), [JP2Fixture.color(17)])
        // Each color specification claims all the rest of the file as its profile.
        let colors: [UInt8] = [0, 16, 0, 0] + Array("colr".utf8) + [2, 0, 0, 1]
        file.later = Array(repeating: (kind: "jp2h", content: colors), count: 900)
        let boxes = JPEG2000HeaderBoxes(try ImageBytes(.bytes(file.bytes, name: "test.jp2")))
        #expect(boxes.colors == [.enumerated(17)] + Array(repeating: .profile([1]), count: 900))
    }
}
