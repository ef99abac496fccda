internal import PixelKernels
internal import TilePyramid

/// The pixels of one tile while they are gathered and until they are encoded, in chunks of a few rows.
///
/// Chunks and not one block a tile: as soon as a tile is encoded its chunks serve the next row of tiles, of which only
/// the first few rows are needed at that time. Without them a second row of tiles would be held on every level.
struct TileBuffer: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: a buffer is filled by the decoding thread, then handed through the
    // queue's lock to the one thread that encodes it.

    /// Rows in a chunk: few enough to give back memory early, many enough to make bookkeeping rare.
    static let rowsPerChunk = 32

    let index: TileIndex
    let size: PixelSize
    let rowBytes: Int
    private(set) var chunks: [UnsafeMutableRawPointer] = []

    /// An empty tile of `size` pixels.
    init(index: TileIndex, size: PixelSize, layout: PixelLayout) {
        self.index = index
        self.size = size
        rowBytes = size.width * layout.bytesPerPixel
        chunks.reserveCapacity(Self.chunkCount(forRows: size.height))
    }

    /// Chunks that hold this many rows.
    static func chunkCount(forRows rows: Int) -> Int { (rows + rowsPerChunk - 1) / rowsPerChunk }

    /// Adds room for further rows.
    mutating func append(_ chunk: UnsafeMutableRawPointer) {
        chunks.append(chunk)
    }

    /// The first byte of a row for which there is room.
    func row(_ y: Int) -> UnsafeMutableRawPointer {
        chunks[y / Self.rowsPerChunk] + y % Self.rowsPerChunk * rowBytes
    }
}
