import Testing
import TilePyramid

@testable import TileStores

@Suite struct PMTilesStretchesTests {
    private func ids(_ width: Int, _ height: Int) throws -> (PMTilesStretches, [Int]) {
        let pyramid = Pyramid(
            size: PixelSize(width: width, height: height), tileSize: 1, shape: PyramidLayout.xyz.shape())
        let numbers = try ZoomNumbers(writing: pyramid, world: nil, path: "big.pmtiles")
        return (
            PMTilesStretches(of: pyramid, numbers: numbers),
            pyramid.indices.map { PMTilesID.id(of: numbers.tile($0)) }.sorted()
        )
    }

    @Test(arguments: [(1, 1, 1), (7, 4, 1), (7, 8, 2), (40, 60, 16), (300, 31, 16), (1, 2_000, 16)])
    func `stretches follow each other and have about as many tiles`(width: Int, height: Int, count: Int) throws {
        let (stretches, ids) = try ids(width, height)
        #expect(stretches.count == count)
        let numbers = ids.map(stretches.number)
        #expect(numbers == numbers.sorted())
        for stretch in 0..<count {
            let part = numbers.count { $0 == stretch } * count
            #expect(abs(part - ids.count) <= ids.count / 4)
        }
    }
}
