import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimited) struct AcceleratedPixelTests {
    private let red = Color(red: 1, green: 0, blue: 0)

    @Test func `a quad of color covers the pixels whose centers it contains, and those on its left and upper edge`()
        throws
    {
        let window = try acceleratedWindow()
        #expect(window.drawing == .accelerated)
        let canvas = TestCanvas(64, 48)
        let shown = try window.snapshot(
            of: canvas.showing([
                try canvas.quad(red, in: rect(10, 10, 20, 20)),
                try canvas.quad(.black, in: rect(40.5, 10.5, 2, 2)),
                try canvas.quad(.black, in: rect(50.49, 10.51, 2, 2)),
            ]))
        #expect(shown[9, 9] == 0xFFFF_FFFF)
        #expect(shown[10, 10] == 0xFFFF_0000)
        #expect(shown[29, 29] == 0xFFFF_0000)
        #expect(shown[30, 30] == 0xFFFF_FFFF)
        func black(_ columns: Range<Int>) -> [[Int]] {
            (0..<48).flatMap { y in columns.filter { shown[$0, y] == 0xFF00_0000 }.map { [$0, y] } }
        }
        #expect(black(35..<48) == [[40, 10], [41, 10], [40, 11], [41, 11]])
        #expect(black(48..<64) == [[50, 11], [51, 11], [50, 12], [51, 12]])
    }

    @Test func `contents shown pixel for pixel are exact with every filter`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        let contents = buffer(20, 10) { x, y in 0xFF00_0000 | UInt32(x * 10) << 16 | UInt32(y * 20) << 8 | 77 }
        for filter in ContentsFilter.allCases {
            let shown = try window.snapshot(
                of: canvas.showing([try canvas.quad(contents, in: rect(5, 7, 20, 10), filter: filter)]))
            for y in 0..<10 {
                for x in 0..<20 {
                    #expect(shown[x + 5, y + 7] == contents[x, y])
                }
            }
            #expect(shown[4, 7] == 0xFFFF_FFFF)
            #expect(shown[25, 7] == 0xFFFF_FFFF)
        }
    }

    @Test func `premultiplied contents are blended source-over: half of black on white is 127 or 128`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        let shown = try window.snapshot(
            of: canvas.showing([
                try canvas.quad(plain(8, 8, 0x8000_0000), in: rect(0, 0, 8, 8)),
                try canvas.quad(plain(8, 8, 0xFF00_0000), in: rect(8, 0, 8, 8), opacity: 0.5),
                try canvas.quad(plain(8, 8, 0x8080_0000), in: rect(16, 0, 8, 8)),
                try canvas.quad(Color.black, in: rect(24, 0, 8, 8), opacity: 0.5),
            ]))
        for x in [4, 12, 28] {
            #expect([127, 128].contains(shown[x, 4] & 255))
        }
        #expect(shown[20, 4] >> 16 & 255 == 255)
        #expect([127, 128].contains(shown[20, 4] & 255))
    }

    /// The red, green and blue samples of a pixel.
    private func color(_ pixel: UInt32) -> [Int] {
        [16, 8, 0].map { Int(pixel >> UInt32($0) & 255) }
    }

    private func expect(_ pixel: UInt32, _ expected: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        let isNear = zip(color(pixel), expected).allSatisfy { abs($0 - $1) <= 2 }
        #expect(isNear, "\(color(pixel)) is not \(expected)", sourceLocation: sourceLocation)
    }

    @Test func `a faded group shows (255,128,128), and its items faded one by one (191,64,64)`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        let items = [
            try canvas.quad(Color.black, in: rect(0, 0, 40, 40)), try canvas.quad(red, in: rect(10, 10, 20, 20)),
        ]
        let group = try window.snapshot(of: canvas.showing([canvas.group(items, opacity: 0.5)]))
        expect(group[20, 20], [255, 128, 128])
        expect(group[5, 5], [128, 128, 128])
        expect(group[50, 5], [255, 255, 255])
        #expect(window.statistics.offscreenPasses == 1)
        let single = try window.snapshot(
            of: canvas.showing([
                try canvas.quad(Color.black, in: rect(0, 0, 40, 40), opacity: 0.5),
                try canvas.quad(red, in: rect(10, 10, 20, 20), opacity: 0.5),
            ]))
        expect(single[20, 20], [191, 64, 64])
    }

    @Test func `a group within a group is faded twice`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        let inner = canvas.group(
            [try canvas.quad(Color.black, in: rect(0, 0, 20, 20)), try canvas.quad(red, in: rect(0, 0, 10, 10))],
            opacity: 0.5)
        let outer = canvas.group([inner, try canvas.quad(red, in: rect(30, 0, 10, 10))], opacity: 0.5)
        let shown = try window.snapshot(of: canvas.showing([outer]))
        expect(shown[15, 15], [191, 191, 191])
        expect(shown[5, 5], [255, 191, 191])
        expect(shown[35, 5], [255, 128, 128])
        #expect(window.statistics.offscreenPasses == 2)
    }

    @Test func `two additive items with complementary opacities mix without the background`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48, background: .black)
        func side(_ pixel: UInt32, _ opacity: Double) throws -> RenderItem {
            canvas.group([try canvas.quad(plain(8, 8, pixel), in: rect(0, 0, 8, 8))], opacity: opacity, blendMode: .add)
        }
        let mixed = canvas.group([try side(0xFFFF_0000, 0.25), try side(0xFF00_00FF, 0.75)], opacity: 1)
        let white = try canvas.quad(Color.white, in: rect(0, 0, 4, 8))
        let shown = try window.snapshot(of: canvas.showing([white, mixed]))
        expect(shown[2, 2], [64, 0, 191])
        expect(shown[6, 6], [64, 0, 191])
        #expect(window.statistics.offscreenPasses == 1)
    }

    @Test func `groups that make no difference take no offscreen pass`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        let quads = [
            try canvas.quad(red, in: rect(0, 0, 20, 20)), try canvas.quad(Color.black, in: rect(10, 0, 20, 20)),
        ]
        let shown = try window.snapshot(
            of: canvas.showing([
                canvas.group(quads, opacity: 1), canvas.group([quads[0]], opacity: 0.5),
                canvas.group([canvas.group([quads[0]], opacity: 0.5)], opacity: 0),
            ]))
        expect(shown[5, 5], [255, 0, 0])
        expect(shown[15, 5], [128, 0, 0])
        #expect(window.statistics.offscreenPasses == 0)
    }

    @Test func `a group larger than a texture is drawn in pieces with the same result`() throws {
        let canvas = TestCanvas(64, 48)
        let group = canvas.group(
            [
                try canvas.quad(Color.black, in: rect(3, 3, 50, 40)),
                try canvas.quad(red, in: rect(10, 10, 20, 20), by: Projection(AffineTransform(rotation: 0.2))),
            ], opacity: 0.5)
        let whole = try acceleratedWindow().snapshot(of: canvas.showing([group]))
        let window = try acceleratedWindow { $0.maximumTextureSize = 16 }
        let pieces = try window.snapshot(of: canvas.showing([group]))
        #expect(window.statistics.offscreenPasses == 12)
        for y in 0..<48 {
            for x in 0..<64 { #expect(whole[x, y] == pieces[x, y]) }
        }
    }

    @Test func `a rotated clip cuts the corners off`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        // A square on its tip, 20 pixels from its center at (30, 24) to each corner.
        let turn = Projection(AffineTransform(rotation: .pi / 4)).followed(by: Projection(translationX: 30, y: 24))
        let half = 20 / 2.0.squareRoot()
        let tip = try #require(PixelPolygon(rect(-half, -half, 2 * half, 2 * half), projectedBy: turn))
        let clip = RenderClip(bounds: canvas.whole).intersection(tip)
        let shown = try window.snapshot(
            of: canvas.showing([try canvas.quad(red, in: rect(10, 4, 40, 40), clip: clip)]))
        for y in 0..<48 {
            for x in 0..<64 {
                let distance = abs(Double(x) + 0.5 - 30) + abs(Double(y) + 0.5 - 24)
                if distance < 19.5 { #expect(shown[x, y] == 0xFFFF_0000) }
                if distance > 20.5 { #expect(shown[x, y] == 0xFFFF_FFFF) }
            }
        }
    }

    @Test func `a magnified part of some contents shows none of its neighbors, with each filter`() throws {
        let window = try acceleratedWindow()
        let canvas = TestCanvas(64, 48)
        // A 2 × 2 red part in the middle of green.
        let atlas = buffer(6, 6) { x, y in (2..<4).contains(x) && (2..<4).contains(y) ? 0xFFFF_0000 : 0xFF00_FF00 }
        for filter in ContentsFilter.allCases {
            let shown = try window.snapshot(
                of: canvas.showing([
                    try canvas.quad(atlas, in: rect(8, 8, 32, 32), source: rect(2, 2, 2, 2), filter: filter)
                ]))
            for y in 0..<48 {
                for x in 0..<64 {
                    let isInside = (8..<40).contains(x) && (8..<40).contains(y)
                    #expect(shown[x, y] == (isInside ? 0xFFFF_0000 : 0xFFFF_FFFF))
                }
            }
        }
    }

    @Test func `contents in pieces look as if they were whole, at any rotation`() throws {
        let canvas = TestCanvas(64, 48)
        let contents = buffer(60, 40) { x, y in
            0xFF00_0000 | UInt32((x * 37 + y * 11) % 256) << 16 | UInt32(x * 4) << 8 | UInt32(y * 6)
        }
        let whole = try acceleratedWindow()
        let pieces = try acceleratedWindow { $0.maximumTextureSize = 16 }
        #expect(pieces.statistics.oversizePieces == 0)
        for projection in [
            Projection(translationX: 2, y: 3), Projection(scaleX: 1.3, y: 0.7),
            Projection(AffineTransform(rotation: 0.4)).followed(by: Projection(translationX: 12, y: -6)),
        ] {
            for filter in [ContentsFilter.nearest, .linear] {
                let tree = canvas.showing([
                    try canvas.quad(contents, in: rect(0, 0, 60, 40), filter: filter, by: projection)
                ])
                let expected = try whole.snapshot(of: tree)
                let shown = try pieces.snapshot(of: tree)
                var differing = 0
                for y in 0..<48 {
                    for x in 0..<64 {
                        let difference = zip(color(expected[x, y]), color(shown[x, y])).map { abs($0 - $1) }.max() ?? 0
                        if difference > 2 { differing += 1 }
                    }
                }
                // Between two pixels, the nearest one is a matter of rounding.
                #expect(differing <= (filter == .nearest ? 3 : 0), "\(filter) \(projection)")
            }
        }
        #expect(pieces.statistics.oversizePieces > 12)
        #expect(whole.statistics.oversizePieces == 0)
    }
}
