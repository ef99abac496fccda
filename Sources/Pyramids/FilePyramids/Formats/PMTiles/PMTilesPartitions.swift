internal import Georeferencing
internal import TileContainers
internal import TilePyramid

/// Partitions of a pyramid's tiles by tile ID, with about equally many tiles each.
struct PMTilesPartitions {
    /// The most tiles that are sampled.
    private static let sampleLimit = 4_096

    /// The first tile ID of every partition but the first.
    private let boundaries: [Int]

    /// Partitions the tiles of a pyramid.
    ///
    /// - Complexity: a few thousand tiles are sorted, however many there are.
    init(of pyramid: Pyramid, tileMatrixSet: TileMatrixSet) {
        let numbering = TileNumbering(of: pyramid)
        let tileCount = numbering.count
        let step = tileCount / Self.sampleLimit + 1
        let sample = stride(from: 0, to: tileCount, by: step)
            .map { PMTilesTileID.id(of: tileMatrixSet.tile(numbering.index(of: $0))) }.sorted()
        let count = TileBlobStore.partitionCount(tiles: tileCount)
        // Checked: few thousands of each.
        boundaries = (1..<count).map { sample[sample.count * $0 / count] }
    }

    /// The number of partitions, at least one.
    var count: Int { boundaries.count + 1 }

    /// The partition of a tile ID.
    func partition(of id: Int) -> Int { boundaries.count { $0 <= id } }
}
