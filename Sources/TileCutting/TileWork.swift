internal import ImageCodecs
internal import TilePyramid

/// A tile on its way to the store.
enum TileWork: Sendable {
    /// One whose pixels are to be encoded.
    case pixels(GatheredTile)
    /// One that the source has ready.
    case ready(TileIndex, PixelSize, any ReadyTileRow)
    /// One of which the source has ready what it shows of the picture, a part of this size, and that is filled up to the
    /// second one.
    case readyPart(TileIndex, PixelSize, PixelSize, any ReadyTileRow)

    /// Its size in pixels.
    var size: PixelSize {
        switch self {
        case .pixels(let tile): tile.size
        case .ready(_, let size, _), .readyPart(_, _, let size, _): size
        }
    }
}
