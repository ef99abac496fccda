internal import TilePyramid

/// A tile whose pixels are complete, ready to be encoded.
struct AssembledTile: Sendable {
    let index: TileIndex
    /// The stored size in pixels.
    let size: PixelSize
    /// The samples of each plane.
    let planes: [TileBuffer]

    /// The memory that holds the samples.
    var chunks: [UnsafeMutableRawPointer] { planes.flatMap { $0.chunks } }
}
