internal import ChannelImages
internal import TilePyramid

/// The tiles of stored samples of an image of many channels.
///
/// The levels are those of the image; ones that are not smaller than the next finer level, or larger in one direction, are left
/// out. Tiles consist of whole blocks where blocks are neither tiny nor huge.
final class ChannelTileSource: Sendable {
    /// The image.
    let image: any ChannelImage
    /// The description of the image, which does not change.
    let description: ChannelImageDescription
    /// The levels and their grids.
    let pyramid: Pyramid
    /// The image's number of each level of the pyramid.
    private let levels: [Int]
    /// Whether the file states the alpha of pixels.
    let hasAlpha: Bool

    /// The channel of planes that have the alpha of pixels, a byte for each.
    static let alphaChannel = -1
    /// The sides of blocks that are tiles of their own.
    private static let wholeSides = 128...1024
    /// The least side of tiles that consist of several smaller blocks.
    private static let leastSide = 256
    /// The side of tiles that are parts of larger blocks.
    private static let partSide = 512

    /// Prepares the tiles of an image; no sample is read.
    init(_ image: any ChannelImage) {
        let description = image.description
        self.image = image
        self.description = description
        hasAlpha = image.alphaMeaning(ofLevel: 0) != nil
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

    private static func side(of block: Int) -> Int {
        if wholeSides.contains(block) { return block }
        guard block < wholeSides.lowerBound, block > 0 else { return partSide }
        return (leastSide + block - 1) / block * block
    }

    /// The bytes of a tile's samples, or of its alpha.
    func cost(of index: TileIndex, _ plane: ChannelPlane) -> Int {
        let sampleBytes = plane.channel == Self.alphaChannel ? 1 : description.sampleType.byteCount
        return pyramid.rect(of: index).size.area * sampleBytes
    }

    /// Reads the samples of a tile.
    ///
    /// Blocks while it reads and decodes.
    ///
    /// - Parameters:
    ///   - index: the tile.
    ///   - plane: the channel or ``alphaChannel``, the section and the time; its level is not used.
    /// - Returns: the samples.
    /// - Throws: the errors of `ChannelImage.read`, and `OutOfMemory`.
    func read(_ index: TileIndex, of plane: ChannelPlane) throws -> SampleTile {
        let rect = pyramid.rect(of: index)
        var plane = plane
        plane.level = levels[index.level]
        let byteCount = cost(of: index, plane)
        guard plane.channel == Self.alphaChannel else {
            return try SampleTile(size: rect.size, byteCount: byteCount) { samples in
                try image.read(rect, of: plane, into: samples)
            }
        }
        plane.channel = 0
        return try SampleTile(size: rect.size, byteCount: byteCount) { samples in
            // A level may have no mask though full size has one.
            if image.alphaMeaning(ofLevel: plane.level) != nil {
                try image.readAlpha(rect, of: plane, into: samples)
            } else {
                for index in samples.indices { samples[index] = 255 }
            }
        }
    }
}
