internal import ChannelImages
internal import TilePyramid

/// The tiles of stored samples of an image of many channels, in its ``ChannelTileGrid``.
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

    /// Prepares the tiles of an image; no sample is read.
    init(_ image: any ChannelImage) {
        let description = image.description
        self.image = image
        self.description = description
        hasAlpha = image.alphaMeaning(ofLevel: 0) != nil
        let grid = ChannelTileGrid(image)
        levels = grid.levels
        pyramid = grid.pyramid
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
