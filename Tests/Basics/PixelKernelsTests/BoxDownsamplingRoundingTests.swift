import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

/// The accumulated rounding errors of twelve levels, compared with means without rounding.
@Suite(.timeLimited) struct BoxDownsamplingRoundingTests {
    /// An image whose rounding errors could accumulate in one direction.
    struct Case {
        var name: String
        var sample: (_ x: Int, _ y: Int) -> Int

        init(_ name: String, _ sample: @escaping (_ x: Int, _ y: Int) -> Int) {
            self.name = name
            self.sample = sample
        }
    }

    /// Returns a pseudorandom number that depends on the position only.
    static func noise(_ x: Int, _ y: Int) -> Int {
        var random = SeededRandom(seed: UInt64(y) << 32 | UInt64(x))
        return Int(random.next() >> 56)
    }

    static var cases: [Case] {
        [
            Case("random", noise),
            Case("random, two values", { 100 + noise($0, $1) % 2 }),
            Case("black", { _, _ in 0 }),
            Case("constant", { _, _ in 101 }),
            Case("white", { _, _ in 255 }),
            Case("upright stripes", { x, _ in 100 + x % 2 }),
            Case("level stripes", { _, y in 100 + y % 2 }),
            Case("wide stripes", { x, _ in 100 + x / 2 % 2 }),
            Case("chessboard", { 100 + ($0 + $1) % 2 }),
            Case("coarse chessboard", { 100 + ($0 / 2 + $1 / 2) % 2 }),
            Case("black and white chessboard", { ($0 + $1) % 2 * 255 }),
            Case("one bright dot in four", { x, y in x % 2 == 0 && y % 2 == 0 ? 101 : 100 }),
            Case("one dark dot in four", { x, y in x % 2 == 1 && y % 2 == 0 ? 100 : 101 }),
            Case("white dots on black", { x, y in x % 2 == 1 && y % 2 == 1 ? 255 : 0 }),
            Case("a bright column in three", { x, _ in x % 3 == 0 ? 101 : 100 }),
            Case("a bright column in four", { x, _ in x % 4 == 0 ? 101 : 100 }),
            Case("a bright row in four", { _, y in y % 4 == 0 ? 101 : 100 }),
            Case("a bright column in eight", { x, _ in x % 8 == 0 ? 101 : 100 }),
            Case("halftone of a sixteenth", { x, y in x % 4 == 1 && y % 4 == 2 ? 255 : 0 }),
            Case("gradient to the right", { x, _ in x * 256 / 2_500 }),
            Case("gradient down", { _, y in y * 2 }),
            Case("gradient across", { (3 * $0 + 5 * $1) / 40 % 256 }),
        ]
    }

    @Test(arguments: cases.indices)
    func `neither means nor samples drift over many levels`(number: Int) throws {
        let name = Self.cases[number].name
        let sample = Self.cases[number].sample
        var image = TestImage(width: 2_500, height: 61, layout: PixelLayout(.gray)) { x, y, _ in sample(x, y) }
        var exact = ExactImage(image)
        var levels = 1
        while image.width > 1 || image.height > 1 {
            image = try image.halved()
            exact = exact.halved()
            levels += 1
            let error = exact.error(of: image)
            let level = "\(name), \(image.width)×\(image.height)"
            #expect(error.maximum <= 2, "\(level)")
            if image.width * image.height >= 64 {
                #expect(abs(error.mean) <= 0.1, "\(level)")
            }
        }
        #expect(levels == 13)
    }

    @Test(arguments: BoxDownsamplingFastTests.layouts.filter { !$0.channels.hasAlpha })
    func `a sample is the mean of the existing samples, within less than 1`(layout: PixelLayout) throws {
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
    func `an image of one color keeps it`(layout: PixelLayout, value: Int) throws {
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
