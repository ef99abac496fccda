import Dispatch
import ImageCodecs
import SyntheticImages
import Testing
import TilePyramid

@Suite struct SyntheticTileSourceTests {
    private let pyramid = Pyramid(size: PixelSize(width: 700, height: 300), tileSize: 64, overlap: 1)

    private func pixels(of index: TileIndex, in source: SyntheticTileSource) throws -> (PixelSize, [UInt32]) {
        let tile = try #require(try source.read(index))
        #expect(tile.format == .png)
        return try TileDecoder().decode(tile.bytes, name: "tile \(index)") { opened in
            var pixels = [UInt32](repeating: 0, count: opened.size.area)
            _ = try pixels.withUnsafeMutableBufferPointer { try opened.write(to: $0) }
            return (opened.size, pixels)
        }
    }

    @Test func `every pixel of a tile without a label encodes its address`() throws {
        let source = SyntheticTileSource(pyramid: pyramid, hasLabels: false)
        for index in pyramid.indices {
            let (size, pixels) = try pixels(of: index, in: source)
            #expect(size == pyramid.rect(of: index).size)
            #expect(Set(pixels).count == 1)
            #expect(try TileColor.index(of: #require(pixels.first)) == index)
        }
    }

    @Test func `a tile with a label has a border, its address, and its color elsewhere`() throws {
        let source = SyntheticTileSource(pyramid: pyramid)
        let index = TileIndex(level: 10, column: 3, row: 2)
        let (size, pixels) = try pixels(of: index, in: source)
        let color = TileColor(of: index).pixel
        #expect(pixels[2 * size.width + 2] == color)
        #expect(pixels[0] != color)
        #expect(pixels[size.area - 1] != color)
        let middle = (0..<size.width).map { pixels[size.height / 2 * size.width + $0] }
        #expect(middle.dropFirst(2).dropLast(2).contains { $0 != color })
        #expect(Double(pixels.count { $0 == color }) > 0.7 * Double(size.area))
    }

    @Test func `colors of levels, columns and rows differ, and only they are addresses`() {
        var colors = Set<TileColor>()
        for level in 0..<16 {
            for column in 0..<16 {
                for row in 0..<16 {
                    let index = TileIndex(level: level, column: column, row: row)
                    let color = TileColor(of: index)
                    #expect(colors.insert(color).inserted)
                    #expect(TileColor.index(of: color.pixel) == index)
                    let far = TileIndex(level: level + 16, column: column + 32, row: row + 160)
                    #expect(TileColor(of: far) == color)
                }
            }
        }
        for pixel: UInt32 in [0xFFFF_FFFF, 0xFF00_0000, 0, 0x7F92_2222] {
            #expect(TileColor.index(of: pixel) == nil)
        }
    }

    @Test func `an index outside the pyramid is nil, and tiles of one pixel are generated`() throws {
        let source = SyntheticTileSource(pyramid: pyramid)
        #expect(try source.read(TileIndex(level: 10, column: 11, row: 0)) == nil)
        #expect(try pixels(of: TileIndex(level: 0, column: 0, row: 0), in: source).1.count == 1)
    }

    @Test func `concurrent reads of a tile return the same bytes`() throws {
        let source = SyntheticTileSource(pyramid: pyramid)
        let indices = Array(pyramid.indices)
        let expected = try indices.map { try source.read($0) }
        DispatchQueue.concurrentPerform(iterations: 2 * indices.count) { turn in
            let position = turn % indices.count
            let tile = Result { try source.read(indices[position]) }
            #expect((try? tile.get()) == expected[position])
        }
    }
}
