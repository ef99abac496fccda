internal import Dispatch
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `TIFF through libvips` {
    private static func color(_ x: Int, _ y: Int, _ channel: Int) -> Int { (x * 3 + y * 5 + channel * 40) % 256 }

    struct Storage: CustomTestStringConvertible {
        var tile: (width: Int, height: Int)?
        var isPlanar = false
        var big = false
        var bigEndian = false
        var testDescription: String {
            [tile == nil ? "strips" : "tiles", isPlanar ? "planar" : "", big ? "BigTIFF" : "", bigEndian ? "MM" : "II"]
                .joined(separator: " ")
        }
    }

    // Tiles in separate planes are missing: libvips does not read them.
    static let storages: [Storage] = [(nil, false), (nil, true), ((32, 16), false)].flatMap { tile, isPlanar in
        [false, true].flatMap { big in
            [false, true].map { Storage(tile: tile, isPlanar: isPlanar, big: big, bigEndian: $0) }
        }
    }

    @Test(arguments: storages, [8, 16])
    func `Strips, tiles and planes are decoded exactly, in either byte order`(storage: Storage, bits: Int) throws {
        var page = TIFFFixture(width: 75, height: 41) { UInt64(Self.color($0, $1, $2) * (bits == 16 ? 257 : 1)) }
        page.bits = bits
        page.photometric = 2
        page.samplesPerPixel = 3
        page.tile = storage.tile
        page.isPlanar = storage.isPlanar
        let bytes = page.encoded(big: storage.big, bigEndian: storage.bigEndian)
        let image = try DecodedImage.throughVips(bytes)
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.difference(Self.color) == 0)
        let deep = try DecodedImage.throughVips(bytes) { $0.depth = .sixteen }
        #expect(deep.info.layout == PixelLayout(.rgb, bits == 16 ? .sixteen : .eight))
        #expect(deep.difference { Self.color($0, $1, $2) * (bits == 16 ? 257 : 1) } == 0)
    }

    @Test(arguments: [1, 2, 4, 8, 16, 32], [0, 1])
    func `Gray of every depth spans black to white, whichever is 0`(bits: Int, photometric: Int) throws {
        let top = Double(UInt64(1) << bits - 1)
        func position(_ x: Int) -> Double { Double(x) / 32 }
        var page = TIFFFixture(width: 33, height: 3) { x, _, _ in UInt64((position(x) * top).rounded()) }
        page.bits = bits
        page.photometric = photometric
        let image = try DecodedImage.throughVips(page.encoded())
        #expect(image.info.layout == PixelLayout(.gray))
        let difference = image.difference { x, y, _ in
            let value = Double(page.sample(x, y, 0)) / top * 255
            return Int((photometric == 0 ? 255 - value : value).rounded())
        }
        // libvips inverts the value before it is scaled, which can round the other way.
        #expect(difference <= (photometric == 0 && bits > 8 ? 1 : 0))
        #expect(Set(image.samples).isSuperset(of: [0, 255]))
    }

    @Test func `A palette becomes its colors`() throws {
        var page = TIFFFixture(width: 20, height: 10) { x, y, _ in UInt64((x + y) % 4) }
        page.photometric = 3
        let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [10, 20, 30]]
        page.tags[320] = .shorts(
            (0..<3).flatMap { channel in
                (0..<256).map { $0 < 4 ? colors[$0][channel] * 257 : 0 }
            })
        let image = try DecodedImage.throughVips(page.encoded())
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.difference { x, y, channel in colors[(x + y) % 4][channel] } == 0)
    }

    @Test(arguments: [false, true])
    func `Every page is found by its number`(big: Bool) throws {
        let pages = (1...4).map { number in
            TIFFFixture(width: 10 * number, height: 5) { _, _, _ in UInt64(number * 50) }
        }
        let bytes = TIFFFixture.encode(pages, big: big)
        for number in 1...4 {
            let image = try DecodedImage.throughVips(bytes) { $0.page = number }
            #expect(image.info.size == PixelSize(width: 10 * number, height: 5))
            #expect(image.difference { _, _, _ in number * 50 } == 0)
        }
        #expect {
            try DecodedImage.throughVips(bytes) { $0.page = 5 }
        } throws: { error in
            (error as? CodecError)?.code == .invalidRequest && "\(error)".contains("4 pages")
        }
    }

    @Test func `Each page has its own range, alpha and orientation`() throws {
        var first = TIFFFixture(width: 8, height: 4) { x, _, _ in UInt64(x * 100) }
        first.bits = 16
        var second = first
        second.tags = [341: .shorts([700]), 274: .shorts([6])]
        let bytes = TIFFFixture.encode([first, second])
        let dark = try DecodedImage.throughVips(bytes)
        #expect(dark.difference { x, _, _ in (x * 100 * 2 + 257) / 514 } == 0)
        let bright = try DecodedImage.throughVips(bytes) { $0.page = 2 }
        #expect(bright.info.size == PixelSize(width: 4, height: 8))
        #expect(bright.difference { _, y, _ in Int((Double(y * 100) * 255 / 700).rounded()) } == 0)
    }

    @Test(arguments: [8, 16])
    func `Premultiplied colors are divided by alpha, rounded to nearest`(bits: Int) throws {
        let top = bits == 8 ? 255 : 65535
        func stored(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            let alpha = x * top / 63
            return channel == 3 ? alpha : alpha * (y + channel) / 40
        }
        var page = TIFFFixture(width: 64, height: 38) { UInt64(stored($0, $1, $2)) }
        page.bits = bits
        page.photometric = 2
        page.samplesPerPixel = 4
        page.extraSamples = [1]
        let image = try DecodedImage.throughVips(page.encoded()) { $0.depth = .sixteen }
        #expect(image.info.layout == PixelLayout(.rgba, bits == 8 ? .eight : .sixteen))
        let difference = image.difference { x, y, channel in
            let alpha = stored(x, y, 3)
            guard channel < 3 else { return alpha }
            return alpha == 0 ? 0 : min(top, (stored(x, y, channel) * top * 2 + alpha) / (2 * alpha))
        }
        #expect(difference <= (bits == 8 ? 0 : 1))
    }

    @Test func `Channels not declared as transparency are ignored, with a warning`() throws {
        var page = TIFFFixture(width: 9, height: 9) { UInt64($2 == 3 ? 0 : Self.color($0, $1, $2)) }
        page.photometric = 2
        page.samplesPerPixel = 4
        page.extraSamples = [0]
        let image = try DecodedImage.throughVips(page.encoded())
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.difference(Self.color) == 0)
        #expect(image.warnings.count == 1)
    }

    @Test(arguments: [(64, 6), (64, 3), (16, 3)])
    func `Complex samples and floats of unusual size are unsupported, not damaged`(bits: Int, format: Int) throws {
        var page = TIFFFixture(width: 4, height: 4) { _, _, _ in 0 }
        page.bits = bits
        page.sampleFormat = format
        let error = try #require(throws: CodecError.self) { try DecodedImage.throughVips(page.encoded()) }
        #expect(error.code == .unsupported)
    }

    @Test func `Images opened at the same time do not mix up their errors`() async {
        // In a process of its own, because failures of other tests could mix in their texts.
        await #expect(processExitsWith: .success) {
            var page = TIFFFixture(width: 4, height: 4) { _, _, _ in 0 }
            page.bits = 64
            page.sampleFormat = 6
            let bytes = page.encoded()
            let codes = Locked<Set<CodecError.Code>>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                for _ in 0..<100 {
                    let isOdd = number % 2 == 1
                    let error = #expect(throws: CodecError.self) {
                        try DecodedImage.throughVips(isOdd ? bytes : Array("no image".utf8))
                    }
                    if let code = error?.code, isOdd { codes.withLock { _ = $0.insert(code) } }
                }
            }
            #expect(codes.withLock { $0 } == [.unsupported])
        }
    }

    @Test func `An unsupported compression is not reported as damage`() async {
        await #expect(processExitsWith: .success) {
            // 34712 is JPEG 2000, which libvips itself never writes with that tag.
            var bytes = TIFFFixture(width: 4, height: 4) { _, _, _ in 0 }.encoded()
            let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: [3, 1, 3, 0, 1, 0, 0, 0, 1, 0]) })
            bytes.replaceSubrange(entry + 8..<entry + 10, with: [0x98, 0x87])
            let error = try #require(throws: CodecError.self) { try DecodedImage.throughVips(bytes) }
            #expect(error.code == .unsupported)
            #expect(!error.message.contains("source input"))
        }
    }
}
