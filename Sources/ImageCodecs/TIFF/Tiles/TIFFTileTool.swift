internal import CTIFF
internal import TilePyramid

/// The tiles of a page, and how they are decoded; the page's pixels are stored together, not in planes.
struct TIFFTiles {
    let blocks: TIFFBlocks
    /// What they are if they are JPEGs.
    let jpeg: TIFFJPEGTiles?
    /// What they have to be if they are in JPEG 2000.
    var jpeg2000: JPEG2000Tile? { blocks.page.jpeg2000 }
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
        jpeg = try TIFFJPEGTiles(blocks)
        directory = blocks.file.withHandle { TIFFCurrentDirOffset($0) }
    }

    /// Bytes of a decoded tile.
    var tileBytes: Int { blocks.page.blockRowBytes * blocks.page.block.height }

    /// The most bytes that a tile may have in the file: what is compressed may grow, but not that much.
    var largestStoredTile: Int { jpeg2000?.largestStored ?? 4 * tileBytes + (64 << 10) }

    /// Threads to decode them, each of which has a tile in hand, compressed and decoded.
    func team(size: Int?) -> WorkerTeam<TIFFTileTool> {
        let fitting = max(1, Self.workingBytes / max(1, jpeg2000?.workingBytes ?? 2 * tileBytes))
        return WorkerTeam(size: min(size ?? .max, fitting)) { try TIFFTileTool(self) }
    }

    /// The bytes of a tile as they are in the file.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails; from any thread.
    func bytes(_ extent: TIFFBlocks.Extent) throws -> [UInt8] {
        guard !extent.isCut else { throw TIFFBlocks.Problem.missing }
        guard extent.count <= largestStoredTile else {
            throw TIFFBlocks.Problem.unusable(reason: "it is said to have \(extent.count) bytes")
        }
        let bytes = try blocks.file.read(at: extent.offset, count: extent.count)
        guard bytes.count == extent.count else { throw TIFFBlocks.Problem.missing }
        return bytes
    }

    /// Decodes a tile in JPEG 2000.
    ///
    /// - Throws: as ``bytes(_:)``.
    func decode(_ kind: JPEG2000Tile, _ extent: TIFFBlocks.Extent, into target: UnsafeMutableRawPointer) throws {
        let bytes = try bytes(extent)
        do {
            try kind.decode(bytes, name: blocks.file.name, into: target)
        } catch let failure as JPEG2000Handle.Failure {
            let reason = failure.reason.isEmpty ? "it cannot be decoded" : failure.reason
            throw TIFFBlocks.Problem.unusable(reason: reason)
        }
    }

    /// A tile as a JPEG file.
    ///
    /// - Throws: as ``bytes(_:)``.
    func jpegFile(_ jpeg: TIFFJPEGTiles, _ extent: TIFFBlocks.Extent) throws -> [UInt8] {
        let bytes = try bytes(extent)
        do {
            return try jpeg.file(of: bytes)
        } catch let flaw as TIFFJPEGTiles.Flaw {
            throw TIFFBlocks.Problem.unusable(reason: flaw.reason)
        }
    }
}

/// What one thread decodes tiles of a page with.
///
/// JPEG tiles are decoded by libjpeg itself, those in JPEG 2000 by OpenJPEG; for others it has a libtiff handle of its own, with libtiff's tables of the page:
/// 16 bytes for each tile.
final class TIFFTileTool {
    private let tiles: TIFFTiles
    private let file: TIFFFile?
    private let decoder: JPEGSampleDecoder?
    private var halfDecoder: JPEGHalfDecoder?
    private var scratch = ScratchBuffer()

    init(_ tiles: TIFFTiles) throws {
        self.tiles = tiles
        decoder = tiles.jpeg == nil ? nil : try JPEGSampleDecoder()
        let isLibTIFFs = tiles.jpeg == nil && tiles.jpeg2000 == nil
        file = isLibTIFFs ? try TIFFFile(sharing: tiles.blocks.file, directory: tiles.directory) : nil
        if let file {
            // Taking up the page sets what libtiff is to decode to.
            _ = try TIFFPage(file)
        }
    }

    /// Decodes a tile to stored samples in memory of this tool, rows one after the other without gaps.
    ///
    /// - Parameters:
    ///   - number: the tile's, row by row.
    ///   - extent: where it is.
    ///   - jpeg: its bytes as a JPEG file, if it is one that has been read before.
    ///   - smooths: whether colour of less resolution is spread smoothly.
    /// - Returns: the first row; valid until the next tile.
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(
        _ number: Int, _ extent: TIFFBlocks.Extent, jpeg: [UInt8]? = nil, smooths: Bool = true
    ) throws -> UnsafeMutableRawPointer {
        let memory = scratch.reserve(tiles.tileBytes)
        if let kind = tiles.jpeg {
            let bytes = try jpeg ?? tiles.jpegFile(kind, extent)
            try decode(bytes, scale: .full, smooths: smooths, into: (memory, tiles.blocks.page.blockRowBytes))
            return memory
        }
        if let kind = tiles.jpeg2000 {
            try tiles.decode(kind, extent, into: memory)
            return memory
        }
        guard !extent.isCut else { throw TIFFBlocks.Problem.missing }
        guard let file else { preconditionFailure("what is no JPEG is decoded by libtiff") }
        let (count, index) = (tmsize_t(tiles.tileBytes), UInt32(number))
        guard file.succeeds({ TIFFReadEncodedTile($0, index, memory, count) == count }) else {
            if let error = file.readError { throw error }
            throw TIFFBlocks.Problem.unusable(reason: file.words.isEmpty ? "it cannot be decoded" : file.words)
        }
        return memory
    }

    /// Decodes a JPEG tile to rows of grey or RGB, at full size or a smaller one.
    ///
    /// - Throws: ``TIFFBlocks/Problem``.
    func decode(_ jpeg: [UInt8], scale: DecodeScale, smooths: Bool, into target: JPEGSampleDecoder.Plane) throws {
        try reworded {
            try $0.decode(jpeg, size: tiles.blocks.page.block, scale: scale, smooths: smooths, into: target)
        }
    }

    /// Decodes a JPEG tile to its planes.
    ///
    /// - Throws: ``TIFFBlocks/Problem``.
    func decodePlanes(_ jpeg: [UInt8], scale: DecodeScale, into targets: [JPEGSampleDecoder.Plane]) throws {
        try reworded { try $0.decodePlanes(jpeg, size: tiles.blocks.page.block, scale: scale, into: targets) }
    }

    /// Decodes a JPEG tile to half the size without libjpeg, whose colours have half the size already if planes are wanted.
    ///
    /// - Returns: whether that can be done with it; if not, nothing has been done.
    /// - Throws: ``TIFFBlocks/Problem``.
    func decodeHalf(_ jpeg: [UInt8], asPlanes: Bool, into targets: [JPEGSampleDecoder.Plane]) throws -> Bool {
        try reworded { headers in
            let decoder = halfDecoder ?? JPEGHalfDecoder(headers, size: tiles.blocks.page.block, asPlanes: asPlanes)
            halfDecoder = decoder
            return try decoder.decode(jpeg, into: targets)
        }
    }

    private func reworded<Result>(_ decode: (JPEGSampleDecoder) throws -> Result) throws -> Result {
        guard let decoder else { preconditionFailure("only JPEG tiles are decoded by libjpeg") }
        do {
            return try decode(decoder)
        } catch let failure as JPEGSampleDecoder.Failure {
            throw TIFFBlocks.Problem.unusable(reason: failure.reason)
        }
    }

    /// Memory of the tool for something else; valid until a tile is decoded into it.
    func reserve(_ count: Int) -> UnsafeMutableRawPointer { scratch.reserve(count) }
}
