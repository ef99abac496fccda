internal import PixelKernels
internal import TilePyramid

/// The samples of one plane of a tile while they are gathered and until they are encoded, in chunks of a few rows.
///
/// Chunks and not one block a tile: as soon as a tile is encoded its chunks serve the next row of tiles, of which only
/// the first few rows are needed at that time. Without them a second row of tiles would be held on every level.
struct TileBuffer: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: a buffer is filled by the decoding thread, then handed through the
    // queue's lock to the one thread that encodes it.

    /// Rows of pixels in a chunk: few enough to give back memory early, many enough to make bookkeeping rare.
    private static let pixelRowsPerChunk = 32

    let index: TileIndex
    /// Samples in a row, and rows.
    let size: PixelSize
    let rowBytes: Int
    private let rowsPerChunk: Int
    private(set) var chunks: [UnsafeMutableRawPointer] = []

    /// An empty tile of `size` samples of a plane.
    init(index: TileIndex, size: PixelSize, plane: PlaneFormat) {
        self.index = index
        self.size = size
        rowBytes = size.width * plane.layout.bytesPerPixel
        rowsPerChunk = Self.rowsPerChunk(of: plane)
        chunks.reserveCapacity(Self.chunkCount(forRows: size.height, of: plane))
    }

    /// Rows in a chunk: a coarser plane has shorter rows, and more of them in a chunk.
    static func rowsPerChunk(of plane: PlaneFormat) -> Int { pixelRowsPerChunk << plane.shift }

    /// Chunks that hold this many rows of a plane.
    static func chunkCount(forRows rows: Int, of plane: PlaneFormat) -> Int {
        (rows + rowsPerChunk(of: plane) - 1) / rowsPerChunk(of: plane)
    }

    /// Bytes of a chunk, which has room for the rows of a tile this many pixels wide.
    static func chunkBytes(width: Int, of plane: PlaneFormat) -> Int {
        plane.length(width) * rowsPerChunk(of: plane) * plane.layout.bytesPerPixel
    }

    /// Adds room for further rows.
    mutating func append(_ chunk: UnsafeMutableRawPointer) {
        chunks.append(chunk)
    }

    /// The first byte of a row for which there is room.
    func row(_ y: Int) -> UnsafeMutableRawPointer {
        chunks[y / rowsPerChunk] + y % rowsPerChunk * rowBytes
    }
}
