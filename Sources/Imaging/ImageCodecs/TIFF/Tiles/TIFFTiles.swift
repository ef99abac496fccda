internal import Concurrency
internal import CTIFF
internal import TilePyramid

/// The tiles of a page, and how they are decoded; the page's pixels are stored together, not in planes.
struct TIFFTiles {
    let blocks: TIFFBlocks
    /// What they are if they are JPEGs.
    let jpeg: TIFFJPEGTileFormat?
    /// What they have to be if they are in JPEG 2000.
    var jpeg2000: JPEG2000TileDecoder? { blocks.page.jpeg2000 }
    /// Where the page's directory begins.
    let directory: UInt64

    /// The most bytes of memory that all workers together may take up for the tiles they have in hand.
    static let workingBytes = 256 << 20

    /// The tiles of a page that libtiff has in hand; nil when it is in strips, or in planes.
    ///
    /// - Throws: ``CodecError`` when reading fails.
    init?(_ blocks: TIFFBlocks) throws {
        guard blocks.page.isTiled, blocks.page.planes == 1 else { return nil }
        self.blocks = blocks
        jpeg = try TIFFJPEGTileFormat(blocks)
        directory = blocks.file.withHandle { TIFFCurrentDirOffset($0) }
    }

    /// Bytes of a decoded tile.
    var tileBytes: Int { blocks.page.blockRowBytes * blocks.page.block.height }

    /// The most bytes that a tile may have in the file: what is compressed may grow, but not that much.
    var maximumStoredTileBytes: Int { jpeg2000?.maximumStoredBytes ?? 4 * tileBytes + (64 << 10) }

    /// Threads to decode them, each of which has a tile in hand, compressed and decoded.
    func workers(size: Int?) -> WorkerPool<TIFFWorkerDecoder> {
        let fitting = max(1, Self.workingBytes / max(1, jpeg2000?.workingBytes ?? 2 * tileBytes))
        return WorkerPool(size: min(size ?? .max, fitting)) { try TIFFWorkerDecoder(self) }
    }

    /// How many bytes a tile has in the file.
    ///
    /// - Throws: ``TIFFBlocks/Problem`` when they are not all there, or too many.
    func checkedCount(_ extent: TIFFBlocks.Extent) throws -> Int {
        guard !extent.isTruncated else { throw TIFFBlocks.Problem.missing }
        guard extent.count <= maximumStoredTileBytes else {
            throw TIFFBlocks.Problem.unusable(reason: "it is said to have \(extent.count) bytes")
        }
        return extent.count
    }

    /// The bytes of a tile as they are in the file.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails; from any thread.
    func bytes(_ extent: TIFFBlocks.Extent) throws -> [UInt8] {
        let bytes = try blocks.file.read(at: extent.offset, count: checkedCount(extent))
        guard bytes.count == extent.count else { throw TIFFBlocks.Problem.missing }
        return bytes
    }

    /// Decodes a tile in JPEG 2000.
    ///
    /// - Throws: as ``bytes(_:)``.
    func decode(_ kind: JPEG2000TileDecoder, _ extent: TIFFBlocks.Extent, into target: UnsafeMutableRawPointer) throws {
        let bytes = try bytes(extent)
        do {
            try kind.decode(bytes, name: blocks.file.name, into: target)
        } catch let failure as OpenJPEGDecoder.Failure {
            let reason = failure.reason.isEmpty ? "it cannot be decoded" : failure.reason
            throw TIFFBlocks.Problem.unusable(reason: reason)
        }
    }
}
