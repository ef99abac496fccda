import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct TilePadderTests {
    @Test func `content is drawn at its offset, and the rest is background`() throws {
        let padder = TilePadder(
            layout: PixelLayout(.rgb), background: RGBColor(red: 1, green: 2, blue: 3))
        var rows: [[UInt8]] = []
        try padder.withPaddedTile(
            size: PixelSize(width: 3, height: 3), contentAt: PixelOffset(x: 1, y: 1),
            draw: { content, stride in
                #expect(stride == 9)
                for y in 0..<2 {
                    (content + y * stride).initializeMemory(as: UInt8.self, repeating: UInt8(7 + y), count: 3)
                }
            },
            { tile in
                #expect(tile.size == PixelSize(width: 3, height: 3))
                #expect(tile.layout == PixelLayout(.rgb))
                rows = tile.rows.map { Array(UnsafeRawBufferPointer(start: $0, count: tile.rowBytes)) }
            })
        #expect(
            rows == [
                [1, 2, 3, 1, 2, 3, 1, 2, 3], [1, 2, 3, 7, 7, 7, 1, 2, 3], [1, 2, 3, 8, 8, 8, 1, 2, 3],
            ])
    }

    @Test func `a tile of one pixel is all content`() throws {
        var samples: [UInt8] = []
        try TilePadder(layout: PixelLayout(.gray), background: .white).withPaddedTile(
            size: PixelSize(width: 1, height: 1),
            draw: { content, _ in content.storeBytes(of: 9, as: UInt8.self) },
            { samples = Array(UnsafeRawBufferPointer(start: $0.rows[0], count: $0.rowBytes)) })
        #expect(samples == [9])
    }
}
