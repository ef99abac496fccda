internal import CTIFF
internal import Glibc
internal import TilePyramid

/// What one thread decodes tiles of a page with.
///
/// JPEG tiles are decoded by libjpeg itself, those in JPEG 2000 by OpenJPEG; for others it has a libtiff handle of its own,
/// with libtiff's tables of the page: 16 bytes for each tile.
final class TIFFWorkerDecoder {
    private let tiles: TIFFTiles
    private let file: TIFFFile?
    private let decoder: JPEGSampleDecoder?
    private var halfDecoder: JPEGHalfScaleDecoder?
    private var scratch = ScratchBuffer()
    /// The tile as it is stored that has been read last.
    private var stored = ScratchBuffer()
    /// The header of the last JPEG tile.
    private var header: TIFFJPEGTileFormat.Header?
    /// The last JPEG tile that was decoded.
    private var jpeg: [UInt8] = []

    init(_ tiles: TIFFTiles) throws {
        self.tiles = tiles
        decoder = tiles.jpeg == nil ? nil : try JPEGSampleDecoder()
        let usesLibTIFF = tiles.jpeg == nil && tiles.jpeg2000 == nil
        file = usesLibTIFF ? try TIFFFile(sharing: tiles.blocks.file, directory: tiles.directory) : nil
        if let file {
            // Taking up the page sets what libtiff is to decode to.
            _ = try TIFFPage(file)
        }
    }

    /// Reads a tile as a file of its format.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func read(_ extent: TIFFBlocks.Extent, into file: inout [UInt8]) throws {
        let memory = stored.reserve(try tiles.checkedCount(extent))
        let room = UnsafeMutableRawBufferPointer(start: memory, count: extent.count)
        guard try tiles.blocks.file.read(at: extent.offset, into: room) == extent.count else {
            throw TIFFBlocks.Problem.missing
        }
        let bytes = UnsafeRawBufferPointer(room)
        file.removeAll(keepingCapacity: true)
        guard let jpeg = tiles.jpeg else {
            file.append(contentsOf: bytes)
            return
        }
        let header = try header(of: bytes, jpeg)
        file.reserveCapacity(header.file.count + bytes.count)
        file.append(contentsOf: header.file)
        file.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[header.stored.count...]))
    }

    /// The header of a JPEG tile; mostly that of the one before.
    private func header(of tile: UnsafeRawBufferPointer, _ jpeg: TIFFJPEGTileFormat) throws -> TIFFJPEGTileFormat.Header
    {
        if let header, let start = tile.baseAddress, header.stored.count <= tile.count,
            memcmp(header.stored, start, header.stored.count) == 0
        {
            return header
        }
        do {
            let header = try jpeg.header(of: Array(tile))
            self.header = header
            return header
        } catch let failure as TIFFJPEGTileFormat.Failure {
            throw TIFFBlocks.Problem.unusable(reason: failure.reason)
        }
    }

    /// Reads a tile as a JPEG file.
    ///
    /// - Throws: as ``read(_:into:)``.
    func jpegFile(_ extent: TIFFBlocks.Extent) throws -> [UInt8] {
        try read(extent, into: &jpeg)
        return jpeg
    }

    /// Decodes a tile to stored samples in memory of this tool, rows one after the other without gaps.
    ///
    /// - Parameters:
    ///   - number: the tile's, row by row.
    ///   - extent: where it is.
    ///   - jpeg: its bytes as a JPEG file, if it is one that has been read before.
    ///   - usesFancyUpsampling: whether color of less resolution is spread smoothly.
    /// - Returns: the first row; valid until the next tile.
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(
        _ number: Int, _ extent: TIFFBlocks.Extent, jpeg: [UInt8]? = nil, usesFancyUpsampling: Bool = true
    ) throws -> UnsafeMutableRawPointer {
        let memory = scratch.reserve(tiles.tileBytes)
        if tiles.jpeg != nil {
            let file = try jpeg ?? jpegFile(extent)
            try decode(
                file, scale: .full, usesFancyUpsampling: usesFancyUpsampling,
                into: (memory, tiles.blocks.page.blockRowBytes))
            return memory
        }
        if let kind = tiles.jpeg2000 {
            try tiles.decode(kind, extent, into: memory)
            return memory
        }
        guard !extent.isTruncated else { throw TIFFBlocks.Problem.missing }
        guard let file else { preconditionFailure("what is no JPEG is decoded by libtiff") }
        let (count, index) = (tmsize_t(tiles.tileBytes), UInt32(number))
        guard file.succeeds({ TIFFReadEncodedTile($0, index, memory, count) == count }) else {
            if let error = file.readError { throw error }
            throw TIFFBlocks.Problem.unusable(
                reason: file.lastErrorMessage.isEmpty ? "it cannot be decoded" : file.lastErrorMessage)
        }
        return memory
    }

    /// Decodes a JPEG tile to rows of gray or RGB, at full size or a smaller one.
    ///
    /// - Throws: ``TIFFBlocks/Problem``.
    func decode(
        _ jpeg: [UInt8], scale: DecodeScale, usesFancyUpsampling: Bool, into target: JPEGSampleDecoder.SampleBuffer
    ) throws {
        try translatingErrors {
            try $0.decode(
                jpeg, size: tiles.blocks.page.block, scale: scale, usesFancyUpsampling: usesFancyUpsampling,
                into: target)
        }
    }

    /// Decodes a JPEG tile to its planes.
    ///
    /// - Throws: ``TIFFBlocks/Problem``.
    func decodePlanes(_ jpeg: [UInt8], scale: DecodeScale, into targets: [JPEGSampleDecoder.SampleBuffer]) throws {
        try translatingErrors { try $0.decodePlanes(jpeg, size: tiles.blocks.page.block, scale: scale, into: targets) }
    }

    /// Decodes a JPEG tile to half the size without libjpeg, whose colors have half the size already if planes are wanted.
    ///
    /// - Returns: whether that can be done with it; if not, nothing has been done.
    /// - Throws: ``TIFFBlocks/Problem``.
    func decodeHalfScale(_ jpeg: [UInt8], asPlanes: Bool, into targets: [JPEGSampleDecoder.SampleBuffer]) throws -> Bool
    {
        try translatingErrors { headers in
            let decoder =
                halfDecoder ?? JPEGHalfScaleDecoder(headers, size: tiles.blocks.page.block, asPlanes: asPlanes)
            halfDecoder = decoder
            return try decoder.decode(jpeg, into: targets)
        }
    }

    private func translatingErrors<Result>(_ decode: (JPEGSampleDecoder) throws -> Result) throws -> Result {
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
