package import TilePyramid

/// The tiles in which an image of many channels is shown.
///
/// The levels are those of the image; ones that are not smaller than the next finer level, or larger in one direction, are left
/// out. Tiles consist of whole blocks where blocks are neither tiny nor huge.
package struct ChannelTileGrid: Sendable {
    /// The levels and their grids.
    package let pyramid: Pyramid
    /// The image's number of each level of the pyramid.
    package let levels: [Int]

    /// The sides of blocks that are tiles of their own.
    private static let wholeSides = 128...1024
    /// The least side of tiles that consist of several smaller blocks.
    private static let leastSide = 256
    /// The side of tiles that are parts of larger blocks.
    private static let partSide = 512

    /// Plans the tiles of an image; no sample is read.
    package init(_ image: any ChannelImage) {
        let description = image.description
        var levels = [0]
        for (level, size) in description.levels.enumerated().dropFirst() {
            let finer = description.levels[levels[levels.count - 1]]
            guard size != finer, (1...finer.width).contains(size.width), (1...finer.height).contains(size.height)
            else { continue }
            levels.append(level)
        }
        self.levels = levels.reversed()
        pyramid = Pyramid(
            levels: self.levels.map { level in
                let size = description.levels[level]
                let block = image.blockSize(ofLevel: level)
                return LevelShape(
                    size: size,
                    tileSize: PixelSize(width: Self.side(of: block.width), height: Self.side(of: block.height)),
                    downsample: LevelShape.powerOfTwo(from: description.size, to: size))
            })
    }

    /// The side of a tile of blocks of a side.
    static func side(of block: Int) -> Int {
        if wholeSides.contains(block) { return block }
        guard block < wholeSides.lowerBound, block > 0 else { return partSide }
        return (leastSide + block - 1) / block * block
    }
}
