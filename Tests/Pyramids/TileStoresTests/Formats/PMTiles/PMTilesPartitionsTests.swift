import Georeferencing
import TestLimits
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores

@Suite(.timeLimited) struct PMTilesPartitionsTests {
    private func ids(_ width: Int, _ height: Int) throws -> (PMTilesPartitions, [Int]) {
        let pyramid = Pyramid(
            size: PixelSize(width: width, height: height), tileSize: 1, shape: PyramidFormat.xyz.shape)
        let tileMatrixSet = try TileMatrixSet(writing: pyramid, georeference: nil, path: "big.pmtiles")
        return (
            PMTilesPartitions(of: pyramid, tileMatrixSet: tileMatrixSet),
            pyramid.indices.map { PMTilesTileID.id(of: tileMatrixSet.tile($0)) }.sorted()
        )
    }

    @Test(arguments: [(1, 1, 1), (7, 4, 1), (7, 8, 2), (40, 60, 16), (300, 31, 16), (1, 2_000, 16)])
    func `partitions are in order and have about equally many tiles`(width: Int, height: Int, count: Int) throws {
        let (partitions, ids) = try ids(width, height)
        #expect(partitions.count == count)
        let numbers = ids.map(partitions.partition)
        #expect(numbers == numbers.sorted())
        for partition in 0..<count {
            let part = numbers.count { $0 == partition } * count
            #expect(abs(part - ids.count) <= ids.count / 4)
        }
    }
}
