internal import Compression
internal import Foundation
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import Testing
internal import TestSupport
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Every format through libvips` {
    struct Kind: CustomTestStringConvertible {
        var name: String
        var saver: String
        var options: [String: String] = [:]
        /// The tolerance of a decoded sample.
        var tolerance: Int
        var testDescription: String { "\(name) \(options.sorted { $0.key < $1.key })" }
    }

    static let kinds: [Kind] = [
        Kind(name: "JPEG", saver: "jpegsave_buffer", options: ["Q": "95"], tolerance: 3),
        Kind(name: "JPEG", saver: "jpegsave_buffer", options: ["Q": "95", "interlace": "true"], tolerance: 3),
        Kind(name: "PNG", saver: "pngsave_buffer", tolerance: 0),
        Kind(name: "PNG", saver: "pngsave_buffer", options: ["interlace": "true"], tolerance: 0),
        Kind(name: "PNG", saver: "pngsave_buffer", options: ["palette": "true"], tolerance: 0),
        Kind(name: "TIFF", saver: "tiffsave_buffer", tolerance: 0),
        Kind(name: "TIFF", saver: "tiffsave_buffer", options: ["compression": "lzw"], tolerance: 0),
        Kind(
            name: "TIFF", saver: "tiffsave_buffer", options: ["compression": "deflate", "tile": "true"], tolerance: 0),
        Kind(
            name: "TIFF", saver: "tiffsave_buffer",
            options: ["tile": "true", "tile-width": "32", "tile-height": "16", "pyramid": "true"], tolerance: 0),
        Kind(name: "TIFF", saver: "tiffsave_buffer", options: ["bigtiff": "true"], tolerance: 0),
        Kind(name: "TIFF", saver: "tiffsave_buffer", options: ["compression": "jpeg", "Q": "95"], tolerance: 3),
        Kind(name: "WebP", saver: "webpsave_buffer", options: ["lossless": "true"], tolerance: 0),
        Kind(name: "WebP", saver: "webpsave_buffer", options: ["Q": "95"], tolerance: 6),
        Kind(name: "HEIF", saver: "heifsave_buffer", options: ["compression": "hevc", "Q": "90"], tolerance: 8),
        Kind(name: "AVIF", saver: "heifsave_buffer", options: ["compression": "av1", "Q": "90"], tolerance: 8),
        Kind(name: "JPEG XL", saver: "jxlsave_buffer", options: ["lossless": "true"], tolerance: 0),
        Kind(name: "JPEG XL", saver: "jxlsave_buffer", options: ["Q": "95"], tolerance: 16),
        Kind(name: "GIF", saver: "gifsave_buffer", tolerance: 0),
    ]

    @Test(arguments: kinds)
    func `The four quarters have their original colors`(kind: Kind) throws {
        let image = try DecodedImage.throughVips(VipsFixture.quadrants(96, 64).encoded(kind.saver, kind.options))
        #expect(image.info.container == kind.name)
        #expect(image.info.size == PixelSize(width: 96, height: 64))
        #expect(image.info.layout.channels.opaque == .rgb)
        #expect(image.info.layout.depth == .eight)
        let quarters = image.quarters.map { Array($0.prefix(3)) }
        #expect(difference(quarters, VipsFixture.colors) <= kind.tolerance, "\(quarters)")
        #expect(image.warnings.isEmpty)
    }

    @Test(arguments: ["jpegsave_buffer", "pngsave_buffer", "tiffsave_buffer", "jxlsave_buffer"])
    func `Gray stays one channel`(saver: String) throws {
        let fixture = VipsFixture(70, 33, bands: 1) { x, y, _ in x + y }
        let image = try DecodedImage.throughVips(
            fixture.encoded(saver, ["Q": "95"].filter { _ in saver.contains("j") }))
        #expect(image.info.layout == PixelLayout(.gray))
        #expect(
            image.difference { x, y, _ in x + y } <= (saver == "jpegsave_buffer" || saver == "jxlsave_buffer" ? 3 : 2))
    }

    static let lossless: [(String, [String: String])] = [
        ("pngsave_buffer", [:]), ("tiffsave_buffer", [:]), ("webpsave_buffer", ["lossless": "true"]),
        ("jxlsave_buffer", ["lossless": "true"]),
    ]

    @Test(arguments: lossless.indices)
    func `Color and straight alpha are decoded exactly`(index: Int) throws {
        let (saver, options) = Self.lossless[index]
        func sample(x: Int, y: Int, channel: Int) -> Int {
            channel == 3 ? 1 + (x * 7 + y) % 255 : (x * 3 + y * 5 + channel * 40) % 256
        }
        let image = try DecodedImage.throughVips(VipsFixture(61, 47, bands: 4, sample: sample).encoded(saver, options))
        #expect(image.info.layout == PixelLayout(.rgba))
        #expect(image.difference(sample) == 0)
    }

    @Test(arguments: [(1, 1), (1, 9), (9, 1), (5, 3), (257, 130), (300, 1000)])
    func `Odd sizes are decoded exactly`(width: Int, height: Int) throws {
        func sample(x: Int, y: Int, channel: Int) -> Int { (x * 3 + y * 5 + channel * 40) % 256 }
        for (saver, options) in Self.lossless {
            let image = try DecodedImage.throughVips(
                VipsFixture(width, height, bands: 3, sample: sample).encoded(saver, options))
            #expect(image.info.size == PixelSize(width: width, height: height))
            #expect(image.difference(sample) == 0, "\(saver)")
        }
    }

    @Test(arguments: [1, 2, 4, 8, 16])
    func `Gray PNG of every depth spans black to white`(bits: Int) throws {
        let top = 1 << bits - 1
        var fixture = PNGFixture(width: 33, height: 5) { x, y, _ in (x * 977 + y) % (top + 1) }
        fixture.bits = bits
        fixture.colorType = 0
        let image = try DecodedImage.throughVips(fixture.encoded())
        #expect(image.info.layout == PixelLayout(.gray))
        #expect(
            image.difference { x, y, _ in Int((Double(fixture.sample(x, y, 0)) * 255 / Double(top)).rounded()) } == 0)
    }

    @Test(arguments: [1, 2, 4, 8])
    func `Palette PNG of every depth becomes its colors`(bits: Int) throws {
        let colors = (0..<(1 << bits)).map { [$0 * 37 % 256, $0 * 91 % 256, 255 - $0] }
        var fixture = PNGFixture(width: 33, height: 5) { x, y, _ in (x + y) % (1 << bits) }
        fixture.bits = bits
        fixture.colorType = 3
        fixture.chunks = [("PLTE", colors.joined().map { UInt8($0) })]
        let opaque = try DecodedImage.throughVips(fixture.encoded())
        #expect(opaque.info.layout == PixelLayout(.rgb))
        #expect(opaque.difference { x, y, channel in colors[(x + y) % (1 << bits)][channel] } == 0)
        fixture.chunks.append(("tRNS", [128]))
        let clear = try DecodedImage.throughVips(fixture.encoded())
        #expect(clear.info.layout == PixelLayout(.rgba))
        #expect(clear.pixel(0, 0) == colors[0] + [128])
        #expect(clear.pixel(1, 0) == colors[1] + [255])
    }

    @Test func `A GIF shows its first frame`() throws {
        // Two frames stacked vertically, as libvips represents animations.
        var fixture = VipsFixture(16, 20, bands: 3) { _, y, channel in channel == (y < 10 ? 0 : 2) ? 255 : 0 }
        fixture.integers = ["page-height": 10]
        let bytes = try fixture.encoded("gifsave_buffer")
        let first = try DecodedImage.throughVips(bytes)
        #expect(first.info.size == PixelSize(width: 16, height: 10) && first.info.pageCount == 2)
        #expect(Array(first.pixel(8, 5).prefix(3)) == [255, 0, 0])
        let second = try DecodedImage.throughVips(bytes) { $0.page = 2 }
        #expect(Array(second.pixel(8, 5).prefix(3)) == [0, 0, 255])
    }

    @Test func `An animated WebP shows its first frame, an animated PNG its default image`() throws {
        var fixture = VipsFixture(16, 20, bands: 3) { _, y, channel in channel == (y < 10 ? 0 : 2) ? 255 : 0 }
        fixture.integers = ["page-height": 10]
        let webP = try DecodedImage.throughVips(fixture.encoded("webpsave_buffer", ["lossless": "true"]))
        #expect(webP.info.size == PixelSize(width: 16, height: 10))
        #expect(Array(webP.pixel(8, 5).prefix(3)) == [255, 0, 0])
        var png = PNGFixture(width: 4, height: 3) { x, y, _ in 60 * x + y }
        let still = try DecodedImage.throughVips(png.encoded())
        png.chunks = [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]
        #expect(try DecodedImage.throughVips(png.encoded()).samples == still.samples)
        #expect(still.pixel(2, 1) == [121, 121, 121])
    }

    /// A GIF of four colors with a screen of 8×6 pixels and frames of one color, uncompressed.
    private static func gif(frames: [(rect: PixelRect, index: UInt8, disposal: UInt8)]) -> [UInt8] {
        var file = Array("GIF89a".utf8) + [8, 0, 6, 0, 0x81, 1, 0]
        file += [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        for (rect, index, disposal) in frames {
            file += [0x21, 0xF9, 4, disposal << 2, 0, 0, 0, 0]
            file += [0x2C] + [rect.x, rect.y, rect.size.width, rect.size.height].flatMap { [UInt8($0), 0] } + [0]
            // Codes of three bits: a clear code, 4, before each index, so that they do not grow; 5 at the end.
            let codes = Array(repeatElement([4, index], count: rect.size.area).joined()) + [5]
            let bits: [UInt8] = codes.flatMap { code -> [UInt8] in [code & 1, code >> 1 & 1, code >> 2] }
            let bytes = stride(from: 0, to: bits.count, by: 8).map { start -> UInt8 in
                bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
            }
            file += [2, UInt8(bytes.count)] + bytes + [0]
        }
        return file + [0x3B]
    }

    @Test func `Pixels of a GIF outside its frame are transparent`() throws {
        let frame = PixelRect(x: 2, y: 3, width: 4, height: 2)
        let image = try DecodedImage.throughVips(Self.gif(frames: [(frame, 1, 0)]))
        #expect(image.info.layout == PixelLayout(.rgba))
        for (y, x) in (0..<6).flatMap({ y in (0..<8).map { (y, $0) } }) {
            let isInside = frame.columns.contains(x) && frame.rows.contains(y)
            #expect(image.pixel(x, y) == (isInside ? [0, 255, 0, 255] : [0, 0, 0, 0]))
        }
        let whole = try DecodedImage.throughVips(Self.gif(frames: [(PixelRect(x: 0, y: 0, width: 8, height: 6), 1, 0)]))
        #expect(whole.info.layout == PixelLayout(.rgb))
        let flattened = try DecodedImage.throughVips(Self.gif(frames: [(frame, 1, 0)])) {
            $0.alpha = .flatten(.white)
        }
        #expect(flattened.pixel(0, 0) == [255, 255, 255])
    }

    @Test func `A later frame of a GIF is drawn on those that remain`() throws {
        let left = PixelRect(x: 0, y: 0, width: 2, height: 6)
        let right = PixelRect(x: 6, y: 0, width: 2, height: 6)
        let middle = PixelRect(x: 3, y: 1, width: 2, height: 2)
        // The second frame is removed before the third.
        let file = Self.gif(frames: [(left, 0, 1), (middle, 1, 3), (right, 2, 0)])
        let second = try DecodedImage.throughVips(file) { $0.page = 2 }
        #expect(second.pixel(0, 0) == [255, 0, 0, 255])
        #expect(second.pixel(3, 1) == [0, 255, 0, 255])
        #expect(second.pixel(7, 0)[3] == 0)
        let third = try DecodedImage.throughVips(file) { $0.page = 3 }
        #expect(third.pixel(0, 0) == [255, 0, 0, 255])
        #expect(third.pixel(3, 1)[3] == 0)
        #expect(third.pixel(7, 0) == [0, 0, 255, 255])
    }

    @Test(arguments: [72.0, 144, 300])
    func `SVG is rendered at the resolution, with transparency`(dpi: Double) throws {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="1in" height="0.5in" viewBox="0 0 100 50">
            <rect width="50" height="50" fill="#ff8000"/></svg>
            """
        let image = try DecodedImage.throughVips(Array(svg.utf8)) { $0.dpi = dpi }
        #expect(image.info.container == "SVG")
        #expect(image.info.size == PixelSize(width: Int(dpi), height: Int(dpi / 2)))
        #expect(image.info.layout == PixelLayout(.rgba))
        #expect(image.pixel(Int(dpi / 4), Int(dpi / 4)) == [255, 128, 0, 255])
        #expect(image.pixel(Int(dpi * 3 / 4), Int(dpi / 4))[3] == 0)
    }

    @Test func `SVG shows no other file, whatever names one`() throws {
        let folder = try TemporaryFolder()
        let red = PNGFixture(width: 4, height: 4) { [255, 0, 0][$2] }
        try folder.write(Data(red.encoded()), to: "red.png")
        let other = #"<svg xmlns="http://www.w3.org/2000/svg"><rect id="r" width="40" height="40" fill="red"/></svg>"#
        try folder.write(Data(other.utf8), to: "red.svg")
        let path = folder.path("red")
        let names = ["red.png", "./red.png", "\(path).png", "file://\(path).png", "red.svg"].flatMap { name in
            [
                #"<image href="\#(name)" width="40" height="40"/>"#,
                #"<image xlink:href="\#(name)" width="40" height="40"/>"#,
            ]
        }
        let texts =
            names + [
                #"<use href="red.svg#r"/>"#, #"<use xlink:href="file://\#(path).svg#r"/>"#,
                #"<style>@import url("file://\#(path).css");</style>"#,
                #"<xi:include href="red.svg" parse="xml"/>"#, #"<feImage href="\#(path).png"/>"#,
            ]
        for text in texts {
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"
                xmlns:xi="http://www.w3.org/2001/XInclude"><rect width="40" height="40" fill="blue"/>\(text)</svg>
                """
            try folder.write(Data(svg.utf8), to: "a.svg")
            let image = try DecodedImage.throughVips(.file(folder.path("a.svg")))
            #expect(image.quarters.allSatisfy { $0.prefix(3) == [0, 0, 255] }, "\(text)")
        }
    }

    @Test(arguments: [
        (#"width="100" height="50""#, nil as Double?, 100, 50), (#"width="100px" height="50px""#, nil, 100, 50),
        (#"viewBox="0 0 100 50""#, nil, 100, 50), (#"width="1in" height="0.5in""#, nil, 96, 48),
        (#"height='25.4mm' width='50.8mm'"#, nil, 192, 96), (#"width="100" height="50""#, 192, 200, 100),
        (#"width = " 72pt" height="72pt""#, 192, 192, 192),
    ])
    func `SVG has its own size in pixels, of which an inch has 96`(
        attributes: String, dpi: Double?, width: Int, height: Int
    ) throws {
        let svg = "<?xml version='1.0'?><!-- <g> --><svg xmlns='http://www.w3.org/2000/svg' \(attributes)></svg>"
        for bytes in [Array(svg.utf8), DeflateCodec.gzip(Array(svg.utf8))] {
            let source = try VipsImageSource(
                input: .bytes(bytes, name: "a.svg"),
                options: {
                    var options = DecodeOptions()
                    options.dpi = dpi
                    return options
                }())
            #expect(source.info.size == PixelSize(width: width, height: height))
        }
    }

    @Test func `PDF is rendered at 300 dots per inch`() throws {
        let source = try VipsImageSource(
            input: .bytes(PDFFixture.twoPages, name: "a.pdf"), options: DecodeOptions())
        #expect(source.info.size == PixelSize(width: 600, height: 300))
    }

    @Test(arguments: [(1, 72.0), (2, 72), (1, 300)])
    func `PDF pages are rendered at the resolution, on opaque paper`(page: Int, dpi: Double) throws {
        let image = try DecodedImage.throughVips(PDFFixture.twoPages) {
            $0.dpi = dpi
            $0.page = page
        }
        let inch = Int(dpi)
        #expect(image.info.container == "PDF")
        #expect(image.info.size == PixelSize(width: 2 * inch, height: inch))
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.pixel(inch / 2, inch / 2) == (page == 1 ? [255, 0, 0] : [0, 0, 255]))
        #expect(image.pixel(inch * 3 / 2, inch / 2) == [255, 255, 255])
    }

    @Test func `The root element of an SVG is found in one pass, whatever comes before it`() {
        // Each of these was the beginning of a name that reached to the end.
        let text = [UInt8](repeating: UInt8(ascii: "<"), count: 1 << 18) + Array("<s:svg id='a' width=' 3CM '>".utf8)
        #expect(SVGRoot.width(in: text[...]) == "3cm")
    }
}
