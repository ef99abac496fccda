internal import Concurrency
internal import ImageCodecs
internal import TilePyramid

/// The complete tiles of all levels on their way to the store, without barriers between rows or levels.
///
/// Its length has no limit of its own: the memory of its tiles is what is limited, by ``ChunkPool`` and by the sources
/// that pass tiles through. Both make the decoding thread help while they have none.
typealias TileQueue = BoundedWorkQueue<PendingTile, ThreadEncoder>

/// A tile on its way to the store.
enum PendingTile: Sendable {
    /// A tile whose pixels are to be encoded.
    case pixels(AssembledTile)
    /// A tile that the source passes through.
    case passthrough(PassthroughTile)

    /// The address of the tile.
    var index: TileIndex {
        switch self {
        case .pixels(let tile): tile.index
        case .passthrough(let tile): tile.index
        }
    }

    /// The stored size in pixels.
    var size: PixelSize {
        switch self {
        case .pixels(let tile): tile.size
        case .passthrough(let tile): tile.size
        }
    }

    /// Frees the memory of the tile, which is stored or will never be.
    func release() {
        switch self {
        case .pixels(let tile): tile.planes.forEach { $0.recycle() }
        case .passthrough(let tile): tile.row.releaseTile()
        }
    }
}

/// A tile whose pixels are complete.
struct AssembledTile: Sendable {
    let index: TileIndex
    /// The stored size in pixels.
    let size: PixelSize
    /// The samples of each plane.
    let planes: [TileBuffer]
}

/// A tile that the source passes through.
struct PassthroughTile: Sendable {
    let index: TileIndex
    /// The row that the tile belongs to.
    let row: any PassthroughRow
    /// The size of the part that shows the image.
    let shownSize: PixelSize
    /// The stored size in pixels.
    let size: PixelSize

    /// Whether the tile shows something beyond the image, and has to be padded and re-encoded.
    var needsPadding: Bool { shownSize != size }
}
