internal import Georeferencing
internal import TilePyramid

/// Partitions of a pyramid's tiles by tile ID, with about equally many tiles each.
struct PMTilesPartitions {
    /// The most tiles that are sampled.
    private static let sampleLimit = 4_096

    /// The first tile ID of every partition but the first.
    private let boundaries: [Int]

    /// Partitions the tiles of a pyramid.
    ///
    /// - Complexity: O(n) for n tiles, a few thousand of which are sorted.
    init(of pyramid: Pyramid, tileMatrixSet: TileMatrixSet) {
        let tileCount = TileNumbering(of: pyramid).count
        let step = tileCount / Self.sampleLimit + 1
        let sample = pyramid.indices.enumerated().lazy.filter { $0.offset % step == 0 }
            .map { PMTilesTileID.id(of: tileMatrixSet.tile($0.element)) }.sorted()
        let count = TileBlobStore.partitionCount(tiles: tileCount)
        // Checked: few thousands of each.
        boundaries = (1..<count).map { sample[sample.count * $0 / count] }
    }

    /// The number of partitions, at least one.
    var count: Int { boundaries.count + 1 }

    /// The partition of a tile ID.
    func partition(of id: Int) -> Int { boundaries.count { $0 <= id } }
}
