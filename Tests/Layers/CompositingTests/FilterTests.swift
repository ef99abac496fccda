import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

@Suite(.timeLimited) struct FilterTests {
    private func checker(_ size: Int) -> PixelBuffer {
        PixelBuffer(size, size, isOpaque: true) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }

    private func drawn(_ buffer: PixelBuffer, _ size: Int, _ filter: ContentsFilter) -> PixelBuffer {
        let side = Double(size)
        return Compositor().draw(
            RenderTree(size, size, [.image(buffer, Rect(x: 0, y: 0, width: side, height: side), filter: filter)]))
    }

    @Test
    func `a checkerboard of 2×2 drawn 4×4 has four blocks of two colors with nearest, and more colors with linear`() {
        let (white, black): (UInt32, UInt32) = (0xFFFF_FFFF, 0xFF00_0000)
        #expect(
            drawn(checker(2), 4, .nearest).pixels == [
                white, white, black, black, white, white, black, black, black, black, white, white, black, black,
                white, white,
            ])
        let linear = drawn(checker(2), 4, .linear)
        #expect(Set(linear.pixels).count > 2)
        // Three quarters of the way to the next pixel, and clamped at the border.
        #expect(linear.pixels.prefix(4).map { $0 & 255 } == [255, 191, 64, 0])
    }

    @Test func `a checkerboard of 256×256 drawn 16×16 is black or white with nearest, and gray with trilinear`() {
        #expect(drawn(checker(256), 16, .nearest).pixels.allSatisfy { $0 == 0xFFFF_FFFF || $0 == 0xFF00_0000 })
        #expect(drawn(checker(256), 16, .trilinear).pixels.allSatisfy { abs(Int($0 & 255) - 128) <= 2 })
        // Between two mipmap levels too.
        #expect(drawn(checker(256), 23, .trilinear).pixels.allSatisfy { abs(Int($0 & 255) - 128) <= 2 })
    }

    @Test(arguments: ContentsFilter.allCases)
    func `pixel-aligned, unscaled contents are unchanged`(filter: ContentsFilter) {
        let buffer = PixelBuffer.random(13, 9, seed: 4)
        let tree = RenderTree(20, 20, [.image(buffer, Rect(x: 3, y: 5, width: 13, height: 9), filter: filter)])
        let image = Compositor(workerCount: 1).draw(tree)
        #expect(image.pixels(in: PixelRect(x: 3, y: 5, width: 13, height: 9)) == buffer.pixels)
        // Also with rounding errors in the scale.
        let almost = Rect(x: 3.000_000_01, y: 5, width: 13.000_000_01, height: 8.999_999_99)
        #expect(
            Compositor().draw(RenderTree(20, 20, [.image(buffer, almost, filter: filter)])).pixels == image.pixels)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `rotations by 90° and mirroring only move pixels`(turn: Int) throws {
        let buffer = PixelBuffer.random(8, 8, seed: 6)
        let rotations: [(a: Double, b: Double, c: Double, d: Double)] = [
            (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
        ]
        let rotation = rotations[turn]
        for mirror in [1.0, -1] {
            let projection = Projection(
                AffineTransform(
                    a: mirror * rotation.a, b: mirror * rotation.b, c: rotation.c, d: rotation.d, tx: 0, ty: 0)
            )
            let centered = Projection(translationX: -4, y: -4).followed(by: projection)
                .followed(by: Projection(translationX: 4, y: 4))
            for filter in ContentsFilter.allCases {
                let tree = RenderTree(
                    8, 8, [.image(buffer, Rect(x: 0, y: 0, width: 8, height: 8), projectedBy: centered, filter: filter)]
                )
                let image = Compositor().draw(tree)
                for y in 0..<8 {
                    for x in 0..<8 {
                        let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                        let position = try #require(centered.project(center))
                        #expect(image[Int(position.x), Int(position.y)] == buffer[x, y])
                    }
                }
            }
        }
    }

    @Test(arguments: ContentsFilter.allCases)
    func `digits of a sheet do not bleed into each other`(filter: ContentsFilter) {
        // Ten digits side by side, each of one color.
        let sheet = PixelBuffer(100, 16, isOpaque: true) { x, _ in 0xFF00_0000 | UInt32(x / 10 * 25) }
        let time = [1, 2, 3, 4, 5, 6]
        for (width, height) in [(10.0, 16.0), (23, 40), (3.7, 5)] {
            let items = time.enumerated().map { position, digit in
                RenderItem.image(
                    sheet, part: Rect(x: 100 * (Double(digit) * 0.1), y: 0, width: 100 * 0.1, height: 16),
                    Rect(x: Double(position) * width, y: 0, width: width, height: height), filter: filter)
            }
            let image = Compositor().draw(RenderTree(Int(6 * width), Int(height), items))
            for column in 0..<Int(6 * width) {
                let digit = time[Int((Double(column) + 0.5) / width)]
                #expect(image[column, 2] == 0xFF00_0000 | UInt32(digit * 25))
            }
        }
    }

    @Test func `a part of almost no width is stretched from the pixels on both sides of it`() {
        let buffer = PixelBuffer(10, 1, isOpaque: true) { x, _ in 0xFF00_0000 | UInt32(x * 20) }
        let part = Rect(x: 5 - 1.0 / 512, y: 0, width: 1.0 / 256, height: 1)
        let image = Compositor().draw(
            RenderTree(50, 2, [.image(buffer, part: part, Rect(x: 0, y: 0, width: 50, height: 2))]))
        #expect(image.pixels.allSatisfy { abs(Int($0 & 255) - 90) <= 1 })
    }

    @Test func `a part beyond the image repeats its border`() {
        let buffer = PixelBuffer(4, 4, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(x * 16 + y) }
        for filter in ContentsFilter.allCases {
            let tree = RenderTree(
                8, 8,
                [
                    .image(
                        buffer, part: Rect(x: -2, y: -2, width: 8, height: 8), Rect(x: 0, y: 0, width: 8, height: 8),
                        filter: filter)
                ])
            let image = Compositor().draw(tree)
            for row in 0..<8 {
                for column in 0..<8 {
                    #expect(image[column, row] == buffer[min(max(column - 2, 0), 3), min(max(row - 2, 0), 3)])
                }
            }
            let beside = Rect(x: 40, y: .infinity, width: 2, height: .nan)
            let strange = RenderContents(
                buffer: buffer, source: beside, filter: filter, projection: .identity)
            #expect(strange.sourcePixels == PixelRect(x: 3, y: 3, width: 1, height: 1))
        }
    }

    @Test func `logarithms are exact to 1/100`() {
        for step in 0..<5000 {
            let number = pow(1.01, Double(step) / 10)
            #expect(abs(Double(Logarithm.base2(number)) / 256 - log2(number)) < 0.01)
        }
        for exponent in 0..<60 {
            #expect(Logarithm.base2(Double(1 << exponent)) == 256 * exponent)
        }
    }
}
