internal import Concurrency
internal import CTIFF
internal import TilePyramid

/// The tiles of a page with interleaved samples, and their decoders.
struct TIFFTiles {
    let blocks: TIFFBlocks
    /// The format of JPEG tiles; nil for others.
    let jpeg: TIFFJPEGTileFormat?
    /// The decoder of JPEG 2000 tiles; nil for others.
    var jpeg2000: JPEG2000TileDecoder? { blocks.page.jpeg2000 }
    /// The format of other tiles.
    let format: TIFFBlockFormat
    /// The offset of the page's directory.
    let directory: UInt64

    /// The memory limit in bytes for the tiles that all workers are decoding.
    static let workingBytes = 256 << 20

    /// Reads the tiles of libtiff's current page; nil when it is stored in strips or separate planes.
    ///
    /// - Throws: ``CodecError`` when reading fails.
    init?(_ blocks: TIFFBlocks) throws {
        guard blocks.page.isTiled, blocks.page.planes == 1, blocks.page.hasPlainBlocks else { return nil }
        self.blocks = blocks
        jpeg = try TIFFJPEGTileFormat(blocks)
        format = TIFFBlockFormat(blocks.file, planes: 1, rowBytes: blocks.page.blockRowBytes)
        directory = blocks.file.withHandle { TIFFCurrentDirOffset($0) }
    }

    /// The bytes of a decoded tile.
    var tileBytes: Int { blocks.page.blockRowBytes * blocks.page.block.height }

    /// The maximum bytes of a stored tile: compression can enlarge a tile, but not that much.
    var maximumStoredTileBytes: Int { jpeg2000?.maximumStoredBytes ?? 4 * tileBytes + (64 << 10) }

    /// Makes threads that decode tiles; each holds one tile, compressed and decoded.
    func workers(size: Int?) -> WorkerPool<TIFFWorkerDecoder> {
        let fitting = max(1, Self.workingBytes / max(1, jpeg2000?.workingBytes ?? 2 * tileBytes))
        return WorkerPool(size: min(size ?? .max, fitting)) { try TIFFWorkerDecoder(self) }
    }

    /// The number of bytes of a stored tile.
    ///
    /// - Throws: ``TIFFBlocks/Problem`` when they are incomplete or too many.
    func checkedCount(_ extent: TIFFBlocks.Extent) throws -> Int {
        guard !extent.isTruncated else { throw extent.problem }
        guard extent.count <= maximumStoredTileBytes else {
            throw TIFFBlocks.Problem.unusable(reason: "its byte count, \(extent.count), is too large")
        }
        return extent.count
    }

    /// Decodes a JPEG 2000 tile, on any thread.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(_ kind: JPEG2000TileDecoder, _ extent: TIFFBlocks.Extent, into target: UnsafeMutableRawPointer) throws {
        let bytes = try blocks.file.read(at: extent.offset, count: checkedCount(extent))
        guard bytes.count == extent.count else { throw TIFFBlocks.Problem.missing }
        do {
            try kind.decode(bytes, name: blocks.file.name, into: target)
        } catch let failure as OpenJPEGDecoder.Failure {
            let reason = failure.reason.isEmpty ? "it cannot be decoded" : failure.reason
            throw TIFFBlocks.Problem.unusable(reason: reason)
        }
    }
}
