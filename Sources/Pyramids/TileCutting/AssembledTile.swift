internal import TilePyramid

/// A tile whose pixels are complete, on its way to an encoder.
struct AssembledTile: Sendable {
    let index: TileIndex
    /// Its size in pixels.
    let size: PixelSize
    /// The samples of each plane of the image.
    let planes: [TileBuffer]

    /// The memory it holds.
    var chunks: [UnsafeMutableRawPointer] { planes.flatMap { $0.chunks } }
}
