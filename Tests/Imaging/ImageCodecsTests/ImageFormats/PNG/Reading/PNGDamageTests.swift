internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs
@testable internal import ImageMetadata

@Suite(.timeLimited) struct PNGDamageTests {
    private static func fixture(isInterlaced: Bool = false) -> PNGFixture {
        var fixture = PNGFixture((2, 8, true), width: 23, height: 19, isInterlaced: isInterlaced)
        fixture.dataLength = 300
        fixture.chunks += [("pHYs", [0, 0, 16, 0, 0, 0, 16, 0, 1]), ("tEXt", Array("Title\0none".utf8))]
        return fixture
    }

    /// Expects what libvips makes of a file: the same pixels, or an error.
    private func expectAsThroughVips(_ bytes: [UInt8], _ comment: String) throws {
        let theirs = Result { try DecodedImage.throughVips(bytes) { $0.autorotate = false } }
        let ours = Result { try DecodedImage.streamed(bytes) }
        switch (ours, theirs) {
        case (.success(let ours), .success(let theirs)):
            #expect(ours.info.size == theirs.info.size && ours.samples == theirs.samples, "\(comment)")
        case (.failure(let error), .failure):
            #expect(
                [.damaged, .truncated, .unsupported].contains((error as? CodecError)?.code), "\(comment): \(error)")
        case (.success, .failure(let error)): Issue.record("\(comment): only libvips fails: \(error)")
        case (.failure(let error), .success): Issue.record("\(comment): only libvips succeeds: \(error)")
        }
    }

    @Test(arguments: [false, true])
    func `a file that ends anywhere is an error where it is one for libvips`(isInterlaced: Bool) throws {
        let bytes = Self.fixture(isInterlaced: isInterlaced).encoded()
        for count in 8..<bytes.count { try expectAsThroughVips(Array(bytes[..<count]), "\(count) bytes") }
    }

    @Test(arguments: [false, true])
    func `a wrong byte anywhere is an error where it is one for libvips`(isInterlaced: Bool) throws {
        let bytes = Self.fixture(isInterlaced: isInterlaced).encoded()
        for index in 8..<bytes.count {
            for mask in [0xFF, 1] as [UInt8] {
                var damaged = bytes
                damaged[index] ^= mask
                try expectAsThroughVips(damaged, "byte \(index) ^ \(mask)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `data that is damaged behind right checksums is an error, or the pixels of libvips`(isInterlaced: Bool) throws
    {
        var fixture = Self.fixture(isInterlaced: isInterlaced)
        fixture.dataLength = .max
        let parts = try PNGParts(fixture.encoded())
        let index = try #require(parts.chunks.firstIndex { $0.type == "IDAT" })
        for byte in parts.chunks[index].data.indices {
            for mask in [0xFF, 0x10] as [UInt8] {
                var damaged = parts
                damaged.chunks[index].data[byte] ^= mask
                let theirs = try? DecodedImage.throughVips(damaged.file)
                do {
                    let ours = try DecodedImage.streamed(damaged.file)
                    if let theirs { #expect(ours.samples == theirs.samples, "byte \(byte)") }
                } catch let error as CodecError {
                    #expect(theirs == nil && error.code == .damaged, "byte \(byte): \(error)")
                }
            }
        }
    }

    @Test func `the rows before the end of a file are delivered, and those after it are black`() throws {
        var fixture = PNGFixture((2, 8, false), width: 23, height: 19)
        fixture.dataLength = 300
        let bytes = fixture.encoded()
        let whole = try DecodedImage.streamed(bytes)
        var seen = Set<Int>()
        for count in 42..<bytes.count - 12 {
            for threads in [1, 2] {
                let image = try DecodedImage.streamed(Array(bytes[..<count])) {
                    $0.allowTruncated = true
                    $0.threads = threads
                }
                let good = zip(image.samples, whole.samples).prefix { $0 == $1 }.count / 69
                #expect(image.samples[(69 * good)...].allSatisfy { $0 == 0 }, "\(count) bytes")
                #expect(
                    image.warnings == [
                        "the image is damaged or incomplete (it ends before its last row); some of its pixels are missing "
                            + "or wrong."
                    ])
                seen.insert(good)
            }
        }
        #expect(seen.count > 15 && seen.contains(0) && seen.contains(19))
    }

    @Test(arguments: PNGFixture.kinds.indices)
    func `missing rows are transparent where there is alpha, and have the background where there is none`(
        kind: Int
    ) throws {
        let kind = PNGFixture.kinds[kind]
        var bytes = PNGFixture(kind, width: 23, height: 19).encoded()
        let data = try #require(try PNGParts(bytes).chunks.first { $0.type == "IDAT" }).data
        bytes.removeLast(PNGFixture.chunk("IEND", []).count + 4 + data.count / 2)
        let kept = try DecodedImage.streamed(bytes) { $0.allowTruncated = true }
        #expect(kept.samples.suffix(kept.info.layout.channels.rawValue).allSatisfy { $0 == 0 })
        let flat = try DecodedImage.streamed(bytes) {
            $0.allowTruncated = true
            $0.alpha = .flatten(.white)
        }
        #expect(flat.samples.last == (kept.info.layout.channels.hasAlpha ? 255 : 0))
    }

    @Test func `an interlaced image that ends early has the colors of the passes that are there`() throws {
        var fixture = PNGFixture((2, 8, false), width: 40, height: 24, isInterlaced: true)
        fixture.compress = PNGFixture.stored
        let bytes = fixture.encoded()
        // The first pass: 3 rows of 5 pixels, after 33 bytes of header, 8 of the chunk and 7 of the stream.
        let image = try DecodedImage.streamed(Array(bytes[..<(33 + 8 + 7 + 3 * 16)])) { $0.allowTruncated = true }
        #expect(image.difference { x, y, channel in fixture.sample(x / 8 * 8, y / 8 * 8, channel) } == 0)
        #expect(image.warnings.count == 1)
        // With the second pass too.
        let more = try DecodedImage.streamed(Array(bytes[..<(33 + 8 + 7 + 6 * 16)])) { $0.allowTruncated = true }
        #expect(more.difference { x, y, channel in fixture.sample(x / 4 * 4, y / 8 * 8, channel) } == 0)
        // With nothing.
        let none = try DecodedImage.streamed(Array(bytes[..<48])) { $0.allowTruncated = true }
        #expect(none.samples.allSatisfy { $0 == 0 })
    }

    @Test func `a row with an unknown filter is an error, or black and not used for the next`() throws {
        var fixture = PNGFixture((2, 8, false), width: 5, height: 6)
        fixture.compress = { rows in
            var rows = rows
            rows[3 * 16] = 7
            return PNGFixture.stored(rows)
        }
        let error = try #require(throws: CodecError.self) { try DecodedImage.streamed(fixture.encoded()) }
        #expect(error.message == "the image is damaged (a row has an unknown filter). Get an intact copy of it.")
        let image = try DecodedImage.streamed(fixture.encoded()) { $0.allowTruncated = true }
        #expect(image.difference { x, y, channel in y == 3 ? 0 : fixture.sample(x, y, channel) } == 0)
        #expect(
            image.warnings == [
                "the image is damaged or incomplete (a row has an unknown filter); some of its pixels are missing or wrong."
            ])
    }

    // MARK: What is damage

    /// A file's change, and the message for it; nil where the pixels are as before.
    typealias Case = (name: String, message: String?, change: @Sendable (inout PNGParts) -> Void)

    static let cases: [Case] = [
        ("Adler-32 is wrong", nil, { $0.chunks[1].data[$0.chunks[1].data.count - 1] ^= 1 }),
        ("Adler-32 is missing", nil, { $0.chunks[1].data.removeLast(4) }),
        ("there are bytes after the stream", nil, { $0.chunks[1].data += [1, 2, 3] }),
        ("there are more rows", nil, { $0.chunks[1].data = recompressed($0) { $0 + $0 } }),
        ("the window is declared too small", nil, { $0.chunks[1].data.replaceSubrange(0..<2, with: [0x18, 0x19]) }),
        (
            "the window is too large", "its data is not a zlib stream",
            { $0.chunks[1].data.replaceSubrange(0..<2, with: [0x88, 0x1C]) }
        ),
        (
            "the method is unknown", "its data is not a zlib stream",
            { $0.chunks[1].data.replaceSubrange(0..<2, with: [0x79, 0x9B]) }
        ),
        (
            "the stream needs a dictionary", "its data is not a zlib stream",
            { $0.chunks[1].data.replaceSubrange(0..<2, with: [0x78, 0x20]) }
        ),
        (
            "a row is missing", "it has fewer rows than its header says",
            { $0.chunks[1].data = recompressed($0) { $0.dropLast(16) } }
        ),
        (
            "no chunk follows a stream that has not ended", "it has fewer rows than its header says",
            { $0.chunks[1].data.removeLast(20) }
        ),
        (
            "another chunk is between the data", "it has fewer rows than its header says",
            {
                let data = $0.chunks[1].data
                $0.chunks.replaceSubrange(
                    1...1, with: [("IDAT", Array(data[..<20])), ("tIME", []), ("IDAT", Array(data[20...]))])
            }
        ),
        ("there are no pixels", "it has no pixels", { $0.chunks.remove(at: 1) }),
        ("there are two headers", "it has two headers", { $0.chunks.insert($0.chunks[0], at: 0) }),
        ("the header is long", "its header is invalid", { $0.chunks[0].data.append(0) }),
        ("the header is not first", "its header is invalid", { $0.chunks.swapAt(0, 1) }),
        ("the width is 0", "its header is invalid", { $0.chunks[0].data[3] = 0 }),
        ("the depth is unknown", "its header is invalid", { $0.chunks[0].data[8] = 3 }),
        ("a chunk has no letters", "a chunk is invalid", { $0.chunks.insert(("a1cd", []), at: 1) }),
        ("the palette is missing", "it has no palette", { $0.chunks[0].data[9] = 3 }),
        (
            "the palette is not a multiple of 3", "its palette is invalid",
            {
                $0.chunks[0].data[9] = 3
                $0.chunks.insert(("PLTE", [1, 2, 3, 4]), at: 1)
            }
        ),
        ("tRNS has another length", nil, { $0.chunks.insert(("tRNS", [0, 1, 0]), at: 1) }),
        ("an unknown chunk that need not be known", nil, { $0.chunks.insert(("abCd", [1]), at: 1) }),
        ("a critical chunk follows the pixels", nil, { $0.chunks.insert(("ABCD", [1]), at: 2) }),
        ("the end is missing", nil, { $0.chunks.removeLast() }),
    ]

    /// The data of an image after a change of its rows, compressed again.
    private static func recompressed(_ parts: PNGParts, _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        PNGFixture.deflated(change(image.filteredRows()))
    }

    private static var image: PNGFixture { PNGFixture((2, 8, false), width: 5, height: 6) }

    @Test(arguments: cases.indices)
    func `what is damaged is named, and what does no harm is read`(index: Int) throws {
        let (name, message, change) = Self.cases[index]
        let bytes = Self.image.encoded()
        var parts = try PNGParts(bytes)
        change(&parts)
        if let message {
            let error = try #require(throws: CodecError.self, "\(name)") { try DecodedImage.streamed(parts.file) }
            #expect(error.message == "the image is damaged (\(message)). Get an intact copy of it.", "\(name)")
            #expect(error.code == .damaged)
        } else {
            let image = try DecodedImage.streamed(parts.file)
            #expect(image.samples == (try DecodedImage.streamed(bytes)).samples, "\(name)")
            #expect(image.warnings.isEmpty)
        }
    }

    @Test func `an unknown critical chunk before the pixels is refused`() throws {
        var parts = try PNGParts(Self.image.encoded())
        parts.chunks.insert(("ABCD", []), at: 1)
        let error = try #require(throws: CodecError.self) { try DecodedImage.streamed(parts.file) }
        #expect(error.code == .unsupported)
        #expect(error.message == "this PNG has a critical chunk of unknown type. Convert it to a standard PNG.")
    }

    // MARK: Hostile headers

    @Test(arguments: [UInt8(0), 1])
    func `a small file of an enormous image is an error before memory is taken`(interlaced: UInt8) throws {
        var parts = try PNGParts(Self.image.encoded())
        for start in [0, 4] { parts.chunks[0].data.replaceSubrange(start..<start + 4, with: [0, 0x98, 0x96, 0x80]) }
        parts.chunks[0].data[12] = interlaced
        let error = try #require(throws: CodecError.self) { try DecodedImage.streamed(parts.file) }
        #expect(error.code == .truncated)
        #expect(error.message == "the image ends before its last row. Get a complete copy of it.")
        parts.chunks[0].data[3] = 0x81
        let tooLarge = try #require(throws: CodecError.self) { try DecodedImage.streamed(parts.file) }
        #expect(tooLarge.code == .unsupported)
    }

    @Test func `text is not decompressed, and a chunk that claims gigabytes is not taken`() throws {
        let bytes = Self.image.encoded()
        var parts = try PNGParts(bytes)
        parts.chunks.insert(
            ("zTXt", Array("a\0\0".utf8) + PNGFixture.deflated(Array(repeating: 0, count: 8 << 20))), at: 1)
        #expect(try DecodedImage.streamed(parts.file).samples == DecodedImage.streamed(bytes).samples)
        for type in ["tEXt", "iCCP", "eXIf", "PLTE"] {
            let claim = Array(bytes[..<33]) + [0x7F, 0xFF, 0xFF, 0xFF] + Array(type.utf8) + [0, 0, 0]
            let error = try #require(throws: CodecError.self) { try DecodedImage.streamed(claim) }
            #expect(error.code == .truncated)
        }
    }
}
