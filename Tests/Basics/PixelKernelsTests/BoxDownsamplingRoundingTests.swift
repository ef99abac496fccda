import TestSupport
import Testing

@testable import PixelKernels

/// What rounding adds up to over twelve levels, against averages without any rounding.
@Suite struct BoxDownsamplingRoundingTests {
    /// A picture that tempts rounding to drift in one direction.
    struct Temptation {
        var name: String
        var sample: (_ x: Int, _ y: Int) -> Int

        init(_ name: String, _ sample: @escaping (_ x: Int, _ y: Int) -> Int) {
            self.name = name
            self.sample = sample
        }
    }

    /// A number that looks random and depends on the place alone.
    static func noise(_ x: Int, _ y: Int) -> Int {
        var random = SeededRandom(seed: UInt64(y) << 32 | UInt64(x))
        return Int(random.next() >> 56)
    }

    static var temptations: [Temptation] {
        [
            Temptation("random", noise),
            Temptation("random, two values", { 100 + noise($0, $1) % 2 }),
            Temptation("black", { _, _ in 0 }),
            Temptation("constant", { _, _ in 101 }),
            Temptation("white", { _, _ in 255 }),
            Temptation("upright stripes", { x, _ in 100 + x % 2 }),
            Temptation("level stripes", { _, y in 100 + y % 2 }),
            Temptation("wide stripes", { x, _ in 100 + x / 2 % 2 }),
            Temptation("chessboard", { 100 + ($0 + $1) % 2 }),
            Temptation("coarse chessboard", { 100 + ($0 / 2 + $1 / 2) % 2 }),
            Temptation("black and white chessboard", { ($0 + $1) % 2 * 255 }),
            Temptation("one bright dot in four", { x, y in x % 2 == 0 && y % 2 == 0 ? 101 : 100 }),
            Temptation("one dark dot in four", { x, y in x % 2 == 1 && y % 2 == 0 ? 100 : 101 }),
            Temptation("white dots on black", { x, y in x % 2 == 1 && y % 2 == 1 ? 255 : 0 }),
            Temptation("a bright column in three", { x, _ in x % 3 == 0 ? 101 : 100 }),
            Temptation("a bright column in four", { x, _ in x % 4 == 0 ? 101 : 100 }),
            Temptation("a bright row in four", { _, y in y % 4 == 0 ? 101 : 100 }),
            Temptation("a bright column in eight", { x, _ in x % 8 == 0 ? 101 : 100 }),
            Temptation("halftone of a sixteenth", { x, y in x % 4 == 1 && y % 4 == 2 ? 255 : 0 }),
            Temptation("gradient to the right", { x, _ in x * 256 / 2_500 }),
            Temptation("gradient down", { _, y in y * 2 }),
            Temptation("gradient across", { (3 * $0 + 5 * $1) / 40 % 256 }),
        ]
    }

    @Test(arguments: temptations.indices)
    func `no mean drifts and no sample strays, however many levels follow`(temptation: Int) throws {
        let (name, sample) = (Self.temptations[temptation].name, Self.temptations[temptation].sample)
        var image = TestImage(width: 2_500, height: 61, layout: PixelLayout(.gray)) { x, y, _ in sample(x, y) }
        var exact = ExactImage(image)
        var levels = 1
        while image.width > 1 || image.height > 1 {
            image = try image.halved()
            exact = exact.halved()
            levels += 1
            let error = exact.error(of: image)
            let what = "\(name), \(image.width)×\(image.height)"
            #expect(error.maximum <= 2, "\(what)")
            if image.width * image.height >= 64 {
                #expect(abs(error.mean) <= 0.1, "\(what)")
            }
        }
        #expect(levels == 13)
    }

    @Test(arguments: BoxDownsamplingFastTests.layouts.filter { !$0.channels.hasAlpha })
    func `a sample is the mean of those that exist, off by less than one`(layout: PixelLayout) throws {
        let most = layout.depth == .eight ? 255 : 65_535
        for width in 1...9 {
            for height in 1...9 {
                let image = TestImage(width: width, height: height, layout: layout) { x, y, channel in
                    Self.noise(x * 4 + channel, y) * most / 255
                }
                let half = try image.halved()
                #expect(ExactImage(image).halved().error(of: half).maximum < 1)
            }
        }
    }

    @Test(arguments: BoxDownsamplingFastTests.layouts, [0, 1, 254, 255])
    func `a picture of one color stays that color`(layout: PixelLayout, value: Int) throws {
        func sample(_ channel: Int) -> Int { channel % 2 == 0 ? value : 127 }
        var image = TestImage(width: 77, height: 35, layout: layout) { _, _, channel in sample(channel) }
        while image.width > 1 {
            image = try image.halved()
            let expected = TestImage(width: image.width, height: image.height, layout: layout) { _, _, channel in
                sample(channel)
            }
            #expect(image == expected)
        }
    }
}
