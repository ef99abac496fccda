import TestLimits
import Testing
import TilePyramid

@Suite(.timeLimited) struct ClosureTileSourceTests {
    private struct Failure: Error {}

    @Test func `the closure is called for tiles of the pyramid only`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 5, height: 3), tileSize: 2, levelCount: 1)
        let source = ClosureTileSource(pyramid: pyramid) { index in
            guard pyramid.contains(index) else { throw Failure() }
            return EncodedTile(bytes: Array(index.description.utf8), format: .png)
        }
        #expect(source.pyramid == pyramid)
        for index in pyramid.indices {
            #expect(try source.read(index)?.bytes == Array(index.description.utf8))
        }
        for index in [TileIndex(level: 2, column: 0, row: 0), TileIndex(level: 3, column: 3, row: 0)] {
            #expect(try source.read(index) == nil)
        }
    }

    @Test func `an absent tile is nil, and an error is rethrown`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 1, height: 1))
        let index = TileIndex(level: 0, column: 0, row: 0)
        #expect(try ClosureTileSource(pyramid: pyramid) { _ in nil }.read(index) == nil)
        #expect(throws: Failure.self) {
            try ClosureTileSource(pyramid: pyramid) { _ in throw Failure() }.read(index)
        }
    }
}
