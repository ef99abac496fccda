internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import Concurrency
internal import PixelKernels
internal import TilePyramid

/// The bytes of a tile as a file of its format.
final class TIFFTileFile: Reusable, @unchecked Sendable {
    // The guard of `@unchecked Sendable`: one thread reads the tile, and nothing changes it until it is recycled.

    var bytes: [UInt8] = []

    func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// A row of stored tiles to be passed through.
final class TIFFTileRow: PassthroughRow {
    /// A tile that was read, nil where it is decoded again, and the extent of the stored tile in the TIFF.
    typealias Tile = (file: TIFFTileFile?, extent: TIFFBlocks.Extent)

    let number: Int
    /// The settings shared by all rows.
    let context: TIFFTileContext
    /// The tiles; nil for unreadable ones, which become blank.
    let tiles: [Tile?]
    private let writers: ContextPool<TIFFTileWriter>
    private let countdown: TileCountdown

    /// Creates a row of tiles, which `writers` write; calls `whenDone` once all are released.
    init(
        number: Int, context: TIFFTileContext, tiles: [Tile?], writers: ContextPool<TIFFTileWriter>,
        whenDone: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.writers = writers
        self.context = context
        self.tiles = tiles
        countdown = TileCountdown(tiles.count, whenDone: whenDone)
    }

    func releaseTile() { countdown.releaseTile() }

    func needsReencoding(column: Int) -> Bool {
        tiles[column]?.file == nil || !isWhole(column) && !context.pyramid.padsTiles && context.tiles.jpeg == nil
    }

    /// True when all pixels of a tile belong to the image.
    func isWhole(_ column: Int) -> Bool { rect(column).size == context.pyramid.finestLevel.tileSize }

    /// The tile's pixels in the image.
    func rect(_ column: Int) -> PixelRect {
        context.pyramid.rect(of: TileIndex(level: context.pyramid.finestLevel.index, column: column, row: number))
    }

    func withTile(column: Int, _ body: (RawSpan) throws -> Void) throws {
        try writers.withContext { try $0.write(column: column, of: self, body) }
    }
}

/// Passes tiles through, crops tiles at the edges losslessly, and re-encodes the few that need it.
final class TIFFTileWriter {
    private let context: TIFFTileContext
    /// Re-encodes tiles; created with the first of them.
    private var codecs: (decoder: TIFFWorkerDecoder, encoder: any TileEncoder)?
    /// Crops tiles at the edges; created with the first of them.
    private var cropper: JPEGBitstreamDivider?

    init(_ context: TIFFTileContext) {
        self.context = context
    }

    func write(column: Int, of row: TIFFTileRow, _ body: (RawSpan) throws -> Void) throws {
        do {
            if row.needsReencoding(column: column) {
                return try encode(column, row, body)
            }
            guard let bytes = row.tiles[column]?.file?.bytes else {
                preconditionFailure("a missing tile is re-encoded")
            }
            guard context.tiles.jpeg != nil, !context.isDivided else { return try body(bytes.span.bytes) }
            // In padded tiles the pixels beyond the image do not matter.
            let isCopied = row.isWhole(column) ? !context.encoding.optimizesHuffman : context.pyramid.padsTiles
            guard isCopied else { return try crop(bytes, to: row.rect(column).size, body) }
            let file = JPEGSegments.inserting(profile: context.encoding.profile ?? [], into: bytes)
            try body(file.span.bytes)
        } catch let failure as JPEGSampleDecoder.Failure where failure == .noMemory {
            throw CodecError.noMemory(context.tiles.blocks.file.name)
        } catch let failure as JPEGSampleDecoder.Failure {
            throw damage(failure.reason, column, row)
        } catch let problem as TIFFBlocks.Problem {
            guard case .unusable(let reason) = problem else { throw damage("it is missing", column, row) }
            throw damage(reason, column, row)
        }
    }

    /// Crops a tile to its part of the image.
    private func crop(_ jpeg: [UInt8], to size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        // Optimized Huffman tables are left to libjpeg.
        if !context.encoding.optimizesHuffman {
            let cropper =
                try cropper
                ?? JPEGBitstreamDivider(
                    JPEGSampleDecoder(), size: context.tiles.blocks.page.block, encoding: context.encoding)
            self.cropper = cropper
            if try cropper.divide(jpeg, part: size, { try body($2) }) { return }
        }
        let file = try JPEGLosslessCropper.crop(jpeg, to: size, encoding: context.encoding)
        try body(file.span.bytes)
    }

    private func damage(_ reason: String, _ column: Int, _ row: TIFFTileRow) -> CodecError {
        CodecError(
            .damaged, file: context.tiles.blocks.file.name,
            "tile \(column), \(row.number) is damaged: \(reason). Get a good copy.")
    }

    /// Re-encodes a tile's part of the image: of an unreadable tile, or of one in a format that cannot be cropped
    /// losslessly.
    private func encode(_ column: Int, _ row: TIFFTileRow, _ body: (RawSpan) throws -> Void) throws {
        let codecs = try codecs ?? (TIFFWorkerDecoder(context.tiles), context.encoding.makeEncoder(for: context.layout))
        self.codecs = codecs
        let page = context.tiles.blocks.page
        let size = row.rect(column).size
        let pixels: (base: UnsafeMutableRawPointer, stride: Int)
        if let tile = row.tiles[column] {
            let (columns, rows) = context.division
            let number = row.number / rows * page.blockColumns + column / columns
            let decoded = try codecs.decoder.decode(
                number, tile.extent, jpeg: context.tiles.jpeg == nil ? nil : tile.file?.bytes)
            let tileSize = context.pyramid.finestLevel.tileSize
            let offset = row.number % rows * tileSize.height * page.blockRowBytes
            pixels = (
                decoded + offset + column % columns * tileSize.width * context.layout.bytesPerPixel, page.blockRowBytes
            )
        } else {
            let stride = size.width * context.layout.bytesPerPixel
            let blank = try codecs.decoder.reserve(stride * size.height)
            context.layout.fillBlank(size, at: blank, stride: stride)
            pixels = (blank, stride)
        }
        try TilePixels.lend(pixels.base, stride: pixels.stride, size: size, layout: context.layout) {
            try codecs.encoder.encode($0, body)
        }
    }
}
