internal import ImageCodecs
internal import TilePyramid

/// A tile on its way to the store.
enum PendingTile: Sendable {
    /// One whose pixels are to be encoded.
    case pixels(AssembledTile)
    /// One that the source has ready.
    case passthrough(TileIndex, PixelSize, any PassthroughRow)
    /// One of which the source has ready what it shows of the picture, a part of this size, and that is filled up to the
    /// second one.
    case paddedPassthrough(TileIndex, PixelSize, PixelSize, any PassthroughRow)

    /// Its size in pixels.
    var size: PixelSize {
        switch self {
        case .pixels(let tile): tile.size
        case .passthrough(_, let size, _), .paddedPassthrough(_, _, let size, _): size
        }
    }
}
