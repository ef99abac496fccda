internal import ImageCodecs
internal import TilePyramid

/// A tile on its way to the store.
enum PendingTile: Sendable {
    /// A tile whose pixels are to be encoded.
    case pixels(AssembledTile)
    /// A tile that the source passes through: its index and its size.
    case passthrough(TileIndex, PixelSize, any PassthroughRow)
    /// A tile that the source passes through and that has to be padded: its index, the size of the part that shows the
    /// image, and the padded size.
    case paddedPassthrough(TileIndex, PixelSize, PixelSize, any PassthroughRow)

    /// The stored size in pixels.
    var size: PixelSize {
        switch self {
        case .pixels(let tile): tile.size
        case .passthrough(_, let size, _), .paddedPassthrough(_, _, let size, _): size
        }
    }
}
