internal import Concurrency
package import ImageCodecs
internal import ImageSources
internal import PixelKernels
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

/// The encoder and the scratch memory of one thread.
final class ThreadEncoder {
    private let encoders: TileEncoders
    private var madeEncoder: (any TileEncoder)?
    /// Memory for a pointer to each row of each plane of the highest tile.
    let rows: UnsafeMutableBufferPointer<UnsafeRawPointer>

    /// Creates memory for a thread; its encoder is made with the first tile that needs one.
    init(encoders: TileEncoders, rowLimit: Int) {
        self.encoders = encoders
        rows = .allocate(capacity: rowLimit)
    }

    deinit {
        rows.deallocate()
    }

    func encoder() throws -> any TileEncoder {
        let encoder = try madeEncoder ?? encoders.makeEncoder()
        madeEncoder = encoder
        return encoder
    }
}

/// The encoders of a run; each thread makes its own.
package enum TileEncoders: Sendable {
    /// Encoders of interleaved pixels.
    case interleaved(@Sendable () throws -> any TileEncoder)
    /// Encoders that accept planar YCbCr with 4:2:0 subsampling as well.
    case planar(@Sendable () throws -> any PlanarTileEncoder)

    /// Encoders for an encoding, of planes where it takes them.
    init(_ encoding: TileEncoding, _ layout: PixelLayout) {
        self =
            encoding.acceptsPlanarYCbCr && layout == PixelLayout(.rgb)
            ? .planar { try encoding.makePlanarEncoder() } : .interleaved { try encoding.makeEncoder(for: layout) }
    }

    func makeEncoder() throws -> any TileEncoder {
        switch self {
        case .interleaved(let makeEncoder): try makeEncoder()
        case .planar(let makeEncoder): try makeEncoder()
        }
    }
}

extension TileEncoder {
    /// Encodes one plane of interleaved pixels, or Y, Cb and Cr of an image of `size`.
    func encode(_ planes: [TilePixels], of size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        if planes.count > 1, let encoder = self as? any PlanarTileEncoder {
            try encoder.encode(planes: planes, size: size, body)
        } else {
            try encode(planes[0], body)
        }
    }
}
