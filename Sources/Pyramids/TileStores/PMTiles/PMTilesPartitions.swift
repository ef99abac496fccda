internal import TilePyramid

/// The order of a pyramid's tiles in a PMTiles file, divided into stretches with about as many tiles each.
struct PMTilesPartitions {
    /// The most tiles that are looked at.
    private static let sampleLimit = 4_096

    /// The numbers of the tiles with which all stretches but the first begin.
    private let boundaries: [Int]

    /// Divides the tiles of a pyramid.
    ///
    /// - Complexity: O(n) for n tiles, of which a few thousand are sorted.
    init(of pyramid: Pyramid, tileMatrixSet: TileMatrixSet) {
        let tileCount = TileNumbering(of: pyramid).count
        let step = tileCount / Self.sampleLimit + 1
        let sample = pyramid.indices.enumerated().lazy.filter { $0.offset % step == 0 }
            .map { PMTilesTileID.id(of: tileMatrixSet.tile($0.element)) }.sorted()
        let count = TileBlobStore.partitionCount(tiles: tileCount)
        boundaries = (1..<count).map { sample[sample.count * $0 / count] }
    }

    /// How many there are: at least one.
    var count: Int { boundaries.count + 1 }

    /// The stretch in which the tile with a number in the file is.
    func number(of id: Int) -> Int { boundaries.count { $0 <= id } }
}
