internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import Glibc
internal import TilePyramid

/// Decodes the tiles of a page on one worker thread.
///
/// JPEG tiles are decoded by libjpeg, JPEG 2000 tiles by OpenJPEG, others by ``TIFFBlockDecoder``.
final class TIFFWorkerDecoder {
    private let tiles: TIFFTiles
    private let blockDecoder: TIFFBlockDecoder
    private let decoder: JPEGSampleDecoder?
    private var halfDecoder: JPEGHalfScaleDecoder?
    private var divider: JPEGBitstreamDivider?
    private var scratch = ScratchBuffer()
    /// The last stored tile that was read.
    private var stored = ScratchBuffer()
    /// The header of the last JPEG tile.
    private var header: TIFFJPEGTileFormat.Header?
    /// The last JPEG tile that was decoded.
    private var jpeg: [UInt8] = []

    init(_ tiles: TIFFTiles) throws {
        self.tiles = tiles
        decoder = tiles.jpeg == nil ? nil : try JPEGSampleDecoder()
        blockDecoder = TIFFBlockDecoder(tiles.blocks, tiles.format, directory: tiles.directory)
    }

    /// Reads a tile as a file of its format.
    ///
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func read(_ extent: TIFFBlocks.Extent, into file: inout [UInt8]) throws {
        let memory = try stored.reserve(try tiles.checkedCount(extent))
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

    /// The header of a JPEG tile, which is mostly the previous tile's.
    private func header(of tile: UnsafeRawBufferPointer, _ jpeg: TIFFJPEGTileFormat) throws -> TIFFJPEGTileFormat.Header
    {
        if let header, let start = tile.baseAddress, header.stored.count <= tile.count,
            memcmp(header.stored, start, header.stored.count) == 0
        {
            return header
        }
        let header = try jpeg.header(of: Array(tile))
        self.header = header
        return header
    }

    /// Reads a tile as a JPEG file.
    ///
    /// - Throws: the errors of ``read(_:into:)``.
    func jpegFile(_ extent: TIFFBlocks.Extent) throws -> [UInt8] {
        try read(extent, into: &jpeg)
        return jpeg
    }

    /// Divides a stored tile into tiles of a pyramid, where its bits can be copied.
    ///
    /// - Parameters:
    ///   - jpeg: the tile as a JPEG file.
    ///   - column: the tile's column.
    ///   - row: the tile's row.
    ///   - context: the pyramid, and the metadata of its tiles.
    ///   - body: called with the place of each tile in the pyramid, and its bytes.
    /// - Throws: ``TIFFBlocks/Problem``, or what `body` throws.
    func divide(
        _ jpeg: [UInt8], column: Int, row: Int, of context: TIFFTileContext,
        _ body: (TileIndex, RawSpan) throws -> Void
    ) throws {
        let page = context.tiles.blocks.page
        let tile = context.pyramid.finestLevel.tileSize
        func visible(_ number: Int, _ block: Int, _ size: Int, _ tile: Int) -> Int {
            let part = min(block, size - number * block)
            // In padded tiles the pixels beyond the image do not matter.
            return context.pyramid.padsTiles ? (part + tile - 1) / tile * tile : part
        }
        let part = PixelSize(
            width: visible(column, page.block.width, page.size.width, tile.width),
            height: visible(row, page.block.height, page.size.height, tile.height))
        do {
            let divider =
                try divider
                ?? JPEGBitstreamDivider(JPEGSampleDecoder(), size: page.block, piece: tile, encoding: context.encoding)
            self.divider = divider
            let (columns, rows) = context.division
            _ = try divider.divide(jpeg, part: part) { pieceColumn, pieceRow, bytes in
                let index = TileIndex(
                    level: context.pyramid.finestLevel.index, column: column * columns + pieceColumn,
                    row: row * rows + pieceRow)
                try body(index, bytes)
            }
        } catch let failure as JPEGSampleDecoder.Failure {
            guard failure != .noMemory else { throw CodecError.noMemory(context.tiles.blocks.file.name) }
            throw TIFFBlocks.Problem.unusable(reason: failure.reason)
        }
    }

    /// Decodes a tile to stored samples in this decoder's memory, rows without gaps.
    ///
    /// `number` counts tiles row by row; `jpeg` is the tile as a JPEG file, if it has been read before. With
    /// `usesFancyUpsampling`, subsampled chroma is interpolated, as by libjpeg's `do_fancy_upsampling`.
    ///
    /// - Returns: the first row; valid until the next tile is decoded.
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func decode(
        _ number: Int, _ extent: TIFFBlocks.Extent, jpeg: [UInt8]? = nil, usesFancyUpsampling: Bool = true
    ) throws -> UnsafeMutableRawPointer {
        let memory = try scratch.reserve(tiles.tileBytes)
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
        try blockDecoder.decode(number, extent, rows: tiles.blocks.page.block.height, into: memory)
        return memory
    }

    /// Decodes a JPEG tile to rows of gray or RGB, at full or reduced size.
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

    /// Decodes a JPEG tile to planes.
    ///
    /// - Throws: ``TIFFBlocks/Problem``.
    func decodePlanes(_ jpeg: [UInt8], scale: DecodeScale, into targets: [JPEGSampleDecoder.SampleBuffer]) throws {
        try translatingErrors { try $0.decodePlanes(jpeg, size: tiles.blocks.page.block, scale: scale, into: targets) }
    }

    /// Decodes a JPEG tile at half scale in the DCT domain, without libjpeg; with `asPlanes`, chroma has half the size
    /// already.
    ///
    /// - Returns: false, with nothing done, when the tile is not supported.
    /// - Throws: ``TIFFBlocks/Problem``.
    func decodeHalfScale(_ jpeg: [UInt8], asPlanes: Bool, into targets: [JPEGSampleDecoder.SampleBuffer]) throws -> Bool
    {
        try translatingErrors { headers in
            let decoder =
                try halfDecoder ?? JPEGHalfScaleDecoder(headers, size: tiles.blocks.page.block, asPlanes: asPlanes)
            halfDecoder = decoder
            return try decoder.decode(jpeg, into: targets)
        }
    }

    private func translatingErrors<Result>(_ decode: (JPEGSampleDecoder) throws -> Result) throws -> Result {
        guard let decoder else { preconditionFailure("only JPEG tiles are decoded by libjpeg") }
        do {
            return try decode(decoder)
        } catch let failure as JPEGSampleDecoder.Failure where failure == .noMemory {
            throw CodecError.noMemory(tiles.blocks.file.name)
        } catch let failure as JPEGSampleDecoder.Failure {
            throw TIFFBlocks.Problem.unusable(reason: failure.reason)
        }
    }

    /// Lends this decoder's memory for other use; valid until the next tile is decoded.
    func reserve(_ count: Int) throws -> UnsafeMutableRawPointer { try scratch.reserve(count) }
}
