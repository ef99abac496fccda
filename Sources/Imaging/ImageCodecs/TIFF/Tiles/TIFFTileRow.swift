internal import Concurrency
internal import PixelKernels
internal import TilePyramid

/// The bytes of a tile, as a file of its format.
final class TIFFTileFile: Reusable, @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: one thread reads the tile, and nobody changes it until it is given back.

    var bytes: [UInt8] = []

    func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// A row of tiles as they are in the file.
final class TIFFTileRow: PassthroughRow {
    /// A tile that is there.
    struct Tile: Sendable {
        var file: TIFFTileFile
        /// Where they come from.
        var extent: TIFFBlocks.Extent
    }

    let number: Int
    /// What its tiles share with all others.
    let context: TIFFTileContext
    /// The tiles; nil for those that could not be read, and are blank.
    let tiles: [Tile?]
    private let countdown: TileCountdown

    init(number: Int, context: TIFFTileContext, tiles: [Tile?], whenDone: @escaping @Sendable () -> Void) {
        self.number = number
        self.context = context
        self.tiles = tiles
        countdown = TileCountdown(tiles.count, whenDone: whenDone)
    }

    func releaseTile() { countdown.releaseTile() }

    func needsReencoding(column: Int) -> Bool {
        tiles[column] == nil || !isWhole(column) && !context.pyramid.padsTiles && context.tiles.jpeg == nil
    }

    /// Whether all of a tile's pixels belong to the picture.
    func isWhole(_ column: Int) -> Bool { rect(column).size == context.tiles.blocks.page.block }

    /// The pixels of the picture that a tile shows.
    func rect(_ column: Int) -> PixelRect {
        context.pyramid.rect(of: TileIndex(level: context.pyramid.finestLevel.index, column: column, row: number))
    }

    func makeWriter() throws -> any PassthroughWriter { TIFFTileWriter(context) }
}

/// Copies tiles, makes those at the edges smaller without loss, and encodes the few that have to be.
final class TIFFTileWriter: PassthroughWriter {
    private let context: TIFFTileContext
    /// For tiles that are encoded; made with the first of them.
    private var codecs: (decoder: TIFFWorkerDecoder, encoder: any TileEncoder)?
    /// For tiles at the edges; made with the first of them.
    private var cropper: JPEGBitstreamCropper?

    init(_ context: TIFFTileContext) {
        self.context = context
    }

    func write(column: Int, of row: any PassthroughRow, _ body: (RawSpan) throws -> Void) throws {
        guard let row = row as? TIFFTileRow else { preconditionFailure("a writer takes rows of its own source") }
        do {
            if row.needsReencoding(column: column) {
                return try encode(column, row, body)
            }
            guard let tile = row.tiles[column] else { preconditionFailure("what is not there is encoded") }
            let bytes = tile.file.bytes
            guard context.tiles.jpeg != nil else { return try body(bytes.span.bytes) }
            // Where tiles are filled up it does not matter what this one has beyond the picture.
            let isCopied = row.isWhole(column) ? !context.encoding.optimizesHuffman : context.pyramid.padsTiles
            guard isCopied else { return try crop(bytes, to: row.rect(column).size, body) }
            let file = JPEGSegments.inserting(profile: context.encoding.profile ?? [], into: bytes)
            try body(file.span.bytes)
        } catch let failure as JPEGSampleDecoder.Failure {
            throw damage(failure.reason, column, row)
        } catch let problem as TIFFBlocks.Problem {
            guard case .unusable(let reason) = problem else { throw damage("it is not there", column, row) }
            throw damage(reason, column, row)
        }
    }

    /// Lends what a tile shows of the picture.
    private func crop(_ jpeg: [UInt8], to size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        // Tables of their own make tiles smaller, and are libjpeg's to make.
        if !context.encoding.optimizesHuffman {
            let cropper =
                try cropper
                ?? JPEGBitstreamCropper(
                    JPEGSampleDecoder(), size: context.tiles.blocks.page.block, encoding: context.encoding)
            self.cropper = cropper
            if try cropper.crop(jpeg, to: size, body) { return }
        }
        let file = try JPEGLosslessCropper.crop(jpeg, to: size, encoding: context.encoding)
        try body(file.span.bytes)
    }

    private func damage(_ reason: String, _ column: Int, _ row: TIFFTileRow) -> CodecError {
        CodecError(
            .damaged, file: context.tiles.blocks.file.name,
            "tile \(column), \(row.number) is damaged: \(reason). Get a good copy.")
    }

    /// Encodes what a tile shows of the picture from pixels: of one that could not be read, or has more of them than are
    /// wanted.
    private func encode(_ column: Int, _ row: TIFFTileRow, _ body: (RawSpan) throws -> Void) throws {
        let codecs = try codecs ?? (TIFFWorkerDecoder(context.tiles), context.encoding.makeEncoder(for: context.layout))
        self.codecs = codecs
        let (page, size) = (context.tiles.blocks.page, row.rect(column).size)
        let pixels: (base: UnsafeMutableRawPointer, stride: Int)
        if let tile = row.tiles[column] {
            let number = row.number * page.blockColumns + column
            let decoded = try codecs.decoder.decode(
                number, tile.extent, jpeg: context.tiles.jpeg == nil ? nil : tile.file.bytes)
            pixels = (decoded, page.blockRowBytes)
        } else {
            let stride = size.width * context.layout.bytesPerPixel
            let blank = codecs.decoder.reserve(stride * size.height)
            UnsafeMutableRawBufferPointer(start: blank, count: stride * size.height)
                .initializeMemory(as: UInt8.self, repeating: context.layout.channels.hasAlpha ? 0 : 128)
            pixels = (blank, stride)
        }
        let starts = (0..<size.height).map { UnsafeRawPointer(pixels.base + $0 * pixels.stride) }
        try starts.withUnsafeBufferPointer { starts in
            try codecs.encoder.encode(TilePixels(size: size, layout: context.layout, rows: starts), body)
        }
    }
}
