import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

/// Downsampling weights color with alpha.
@Suite(.timeLimited) struct BoxDownsamplingAlphaTests {
    static let layouts = BoxDownsamplingFastTests.layouts.filter(\.channels.hasAlpha)

    private func random(_ layout: PixelLayout, seed: UInt64) -> TestImage {
        var random = SeededRandom(seed: seed)
        let most = layout.depth == .eight ? 255 : 65_535
        return TestImage(width: 33, height: 17, layout: layout) { _, _, channel in
            let isExtreme = channel == layout.channels.rawValue - 1 && Bool.random(using: &random)
            return isExtreme ? Bool.random(using: &random) ? 0 : most : Int.random(in: 0...most, using: &random)
        }
    }

    @Test(arguments: layouts, 1...5)
    func `color is the mean weighted with alpha, and alpha the plain mean`(layout: PixelLayout, seed: Int) throws {
        let image = random(layout, seed: UInt64(seed))
        let half = try image.halved()
        let alpha = layout.channels.rawValue - 1
        for y in 0..<half.height {
            for x in 0..<half.width {
                let positions = [(0, 0), (1, 0), (0, 1), (1, 1)].map { (2 * x + $0.0, 2 * y + $0.1) }
                    .filter { $0.0 < image.width && $0.1 < image.height }
                let weights = positions.map { Double(image[$0.0, $0.1, alpha]) }
                let total = weights.reduce(0, +)
                #expect(abs(Double(half[x, y, alpha]) - total / Double(positions.count)) < 1)
                for channel in 0..<alpha where total > 0 {
                    let sum = zip(positions, weights).reduce(0.0) {
                        $0 + Double(image[$1.0.0, $1.0.1, channel]) * $1.1
                    }
                    #expect(abs(Double(half[x, y, channel]) - sum / total) < 1)
                }
            }
        }
    }

    @Test(arguments: layouts)
    func `the edge of a shape on black transparency does not darken`(layout: PixelLayout) throws {
        let alpha = layout.channels.rawValue - 1
        var image = TestImage(width: 64, height: 64, layout: layout) { x, y, channel in
            let isInside = (x - 30) * (x - 30) + (y - 33) * (y - 33) < 500
            return isInside ? (channel == alpha ? 255 : 200) : 0
        }
        for _ in 0..<6 {
            image = try image.halved()
            for y in 0..<image.height {
                for x in 0..<image.width where image[x, y, alpha] > 0 {
                    #expect((0..<alpha).allSatisfy { image[x, y, $0] == 200 })
                }
            }
        }
    }

    @Test(arguments: layouts)
    func `a fully transparent image stays so and keeps its hidden color`(layout: PixelLayout) throws {
        let alpha = layout.channels.rawValue - 1
        var image = TestImage(width: 13, height: 9, layout: layout) { _, _, channel in channel == alpha ? 0 : 70 }
        while image.width > 1 {
            image = try image.halved()
            #expect((0...alpha).allSatisfy { image[0, 0, $0] == ($0 == alpha ? 0 : 70) })
        }
    }

    @Test func `an opaque image is halved like one without alpha`() throws {
        let plain = TestImage(width: 31, height: 23, layout: PixelLayout(.rgb)) { x, y, channel in
            BoxDownsamplingRoundingTests.noise(x + channel * 50, y)
        }
        let opaque = TestImage(width: 31, height: 23, layout: PixelLayout(.rgba)) { x, y, channel in
            channel == 3 ? 255 : plain[x, y, channel]
        }
        let half = try plain.halved()
        let opaqueHalf = try opaque.halved()
        for y in 0..<half.height {
            for x in 0..<half.width {
                #expect((0..<3).allSatisfy { half[x, y, $0] == opaqueHalf[x, y, $0] })
                #expect(opaqueHalf[x, y, 3] == 255)
            }
        }
    }
}
