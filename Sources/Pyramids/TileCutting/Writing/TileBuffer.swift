internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The samples of one plane of a tile, from assembly to encoding, in chunks of a few rows.
///
/// Chunks are recycled as soon as a tile is encoded. The next row of tiles takes them one at a time as its rows come;
/// with one block per tile, a second row of tiles would have to be held on every level.
final class TileBuffer: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the decoding thread fills a buffer, then hands it through the queue's lock to
    // the one thread that encodes it.

    /// Rows of pixels in a chunk: few enough to recycle memory early, many enough to keep bookkeeping rare.
    private static let pixelRowsPerChunk = 32

    let index: TileIndex
    /// Width and height in samples.
    let size: PixelSize
    let rowBytes: Int
    private let rowsPerChunk: Int
    private let pool: ChunkPool
    private var chunks: [UnsafeMutableRawPointer] = []

    /// Creates a tile of `size` samples of a plane, without memory; `pool` takes its chunks back.
    init(index: TileIndex, size: PixelSize, plane: PlaneFormat, pool: ChunkPool) {
        self.index = index
        self.size = size
        self.pool = pool
        rowBytes = size.width * plane.layout.bytesPerPixel
        rowsPerChunk = Self.rowsPerChunk(of: plane)
        chunks.reserveCapacity(Self.chunkCount(forRows: size.height, of: plane))
    }

    deinit {
        recycle()
    }

    /// Rows of a plane in a chunk; a subsampled plane has shorter rows and more of them.
    static func rowsPerChunk(of plane: PlaneFormat) -> Int { pixelRowsPerChunk << plane.shift }

    /// Chunks that hold this many rows of a plane.
    static func chunkCount(forRows rows: Int, of plane: PlaneFormat) -> Int {
        (rows + rowsPerChunk(of: plane) - 1) / rowsPerChunk(of: plane)
    }

    /// Bytes of a chunk of a tile this many pixels wide.
    static func chunkBytes(width: Int, of plane: PlaneFormat) -> Int {
        plane.length(width) * rowsPerChunk(of: plane) * plane.layout.bytesPerPixel
    }

    func append(_ chunk: UnsafeMutableRawPointer) {
        chunks.append(chunk)
    }

    /// The first byte of a row that has memory.
    func row(_ y: Int) -> UnsafeMutableRawPointer {
        chunks[y / rowsPerChunk] + y % rowsPerChunk * rowBytes
    }

    /// Writes the addresses of all rows to `rows`, from position `first` on.
    func lendRows(to rows: UnsafeMutableBufferPointer<UnsafeRawPointer>, from first: Int) {
        let chunks = chunks
        for y in 0..<size.height {
            let row = chunks[y / rowsPerChunk] + y % rowsPerChunk * rowBytes
            rows.initializeElement(at: first + y, to: UnsafeRawPointer(row))
        }
    }

    /// Gives the memory back, once the tile is stored or will never be.
    func recycle() {
        guard !chunks.isEmpty else { return }
        pool.recycle(chunks)
        chunks = []
    }
}

/// The memory in which tiles are assembled.
typealias ChunkPool = MemoryPool

extension ChunkPool {
    /// Creates a pool of chunks.
    convenience init(_ limits: ChunkLimits) {
        self.init(blockBytes: limits.chunkBytes, limit: limits.chunkLimit)
    }
}
