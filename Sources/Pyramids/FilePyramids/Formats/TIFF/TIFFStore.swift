internal import ImageMetadata
internal import ImageCodecs
internal import Concurrency
package import TileContainers
package import TilePyramid

/// Writes a pyramid to a tiled TIFF or BigTIFF, one directory per level.
///
/// Tiles are appended in their canonical order; equal ones are stored once, where the first belongs. The directories are
/// written last, when it is known whether 32-bit offsets suffice: a file of less than 4 GB is a classic TIFF. JPEG tiles are
/// stored as they are, each with its own tables (TIFF Technical Note 2), and so are WebP tiles (compression 50001). PNG tiles
/// become deflated samples. Tiles at the edges are full-size, as TIFF requires. Tiles that are not written are absent: their
/// offset and size are 0. Sources: TIFF 6.0 (Adobe, 1992), the BigTIFF design of libtiff, and
/// https://gdal.org/drivers/raster/cog.html for cloud-optimized files.
///
/// Memory: 4 bytes per tile, and up to 40 per distinct tile. A cloud-optimized file also needs 8
/// bytes per tile, 64 KB for each of up to 16 spool files, and 128 KB for each of up to four threads that copy tiles.
package final class TIFFStore: TileStore {
    /// The geometry of the pyramid.
    package let pyramid: Pyramid
    /// The path of the finished file.
    package let path: String

    /// Always `true`: a directory describes the encoding of all of its tiles.
    package let requiresUniformEncoding = true

    let format: TileFormat
    let target: PyramidTarget
    /// A file with more bytes is a BigTIFF.
    let classicLimit: Int
    /// The file being written.
    let output: PartialFile
    let tiles: TileBlobStore
    /// The file after its header, to which tiles are appended unless they have to be reordered.
    let data: AppendOnlyFile
    let state: Locked<State>
    /// Puts the tiles in order; `nil` in a cloud-optimized file, whose tiles are reordered at the end.
    let sequencer: TileSequencer<UInt64>?
    private let coders: ContextPool<TIFFPNGTranscoder>

    /// The bytes reserved for the header, classic or BigTIFF.
    static let headerBytes = 16
    /// The reach of the 32-bit offsets of a classic TIFF.
    private static let classicLimit = 1 << 32
    /// Tile sides are multiples of this (TIFF 6.0, section 15).
    static let tileSizeMultiple = 16
    /// The most tiles of a file; each takes 8 bytes or more in its tables, even if it is absent.
    package static let tileLimit = 1 << 26

    /// The state shared by the threads.
    struct State {
        /// The blob ID of each tile.
        var blobIDs: BlobIDTable
        /// The encoding of all tiles so far.
        var encoding: TIFFTileEncoding?
        /// The offset of each tile in a cloud-optimized file, by tile number.
        var finalOffsets: [Int] = []
    }

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file; until then it ends in `.partial`.
    ///   - pyramid: the geometry: no overlap, padded tiles, tile sides that are multiples of 16.
    ///   - format: the format of every tile: JPEG, PNG or WebP.
    ///   - target: the metadata, and options of the container.
    ///   - options: whether an existing file is replaced. A run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package convenience init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(.tiff), options: StoreOptions = StoreOptions()
    ) throws {
        try self.init(
            creating: path, pyramid: pyramid, format: format, target: target, options: options,
            classicLimit: Self.classicLimit)
    }

    /// Creates a file with another size limit for classic TIFFs, for tests.
    package init(
        creating path: String, pyramid: Pyramid, format: TileFormat, target: PyramidTarget, options: StoreOptions,
        classicLimit: Int
    ) throws {
        guard pyramid.overlap == 0 else {
            throw StoreError(
                .cannotCreate, path: path,
                "tiles of a TIFF do not overlap. Choose an overlap of 0, or another container.")
        }
        guard pyramid.padsTiles else {
            throw StoreError.otherShape(path, "tiles of a TIFF are all of one size, also at the edges")
        }
        guard [.jpeg, .png, .webp].contains(format) else {
            throw StoreError(
                .cannotCreate, path: path,
                "a TIFF holds JPEG, PNG or WebP tiles, not \(format.rawValue). Choose another tile format.")
        }
        guard pyramid.tileSize.isMultiple(of: Self.tileSizeMultiple) else {
            throw StoreError(
                .cannotCreate, path: path,
                "the tiles of a TIFF are a multiple of 16 pixels a side, not \(pyramid.tileSize). Choose another "
                    + "tile size.")
        }
        guard pyramid.tileCount <= Self.tileLimit else {
            throw StoreError(
                .cannotCreate, path: path,
                "a TIFF lists every tile of its grid, and this one would have \(pyramid.tileCount); up to "
                    + "\(Self.tileLimit) are written. Choose larger tiles, or another container.")
        }
        self.pyramid = pyramid
        self.path = path
        self.format = format
        self.target = target
        self.classicLimit = classicLimit
        coders = ContextPool { [compresses = target.tiff.compresses] in try TIFFPNGTranscoder(compresses: compresses) }
        let reorders = target.tiff.isCloudOptimized
        output = try PartialFile(creating: path, options: options, isWrittenInOrder: reorders)
        let blobIDs = BlobIDTable(of: pyramid)
        data = AppendOnlyFile(output.file, from: Self.headerBytes)
        let tiles =
            reorders
            ? try TileBlobStore(
                partitions: TileBlobStore.partitionCount(tiles: blobIDs.count), beside: output.spoolPath)
            : TileBlobStore(in: [data])
        let state = Locked(State(blobIDs: blobIDs))
        self.tiles = tiles
        self.state = state
        sequencer =
            reorders
            ? nil
            : TileSequencer(of: pyramid, spoolingBeside: output.spoolPath) { index, bytes, hash in
                let number = try tiles.store(bytes, hash: hash)
                state.withLock { $0.blobIDs[index] = number }
            }
    }

    /// The savings of deduplication; none in a cloud-optimized file.
    ///
    /// A cloud-optimized file stores every tile at its place in the order.
    package var deduplication: DeduplicationStatistics {
        target.tiff.isCloudOptimized ? DeduplicationStatistics() : tiles.deduplication
    }

    /// Stores a tile; may be called from any thread.
    ///
    /// - Throws: ``StoreError``, also when the tile has another size or encoding than earlier ones.
    package func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a TIFF has one format of tiles")
        try bytes.withUnsafeBytes { bytes in
            switch format {
            case .jpeg, .webp: try append(bytes, try encoding(of: bytes, index), as: index)
            default: try appendSamples(ofPNG: bytes, as: index)
            }
        }
    }

    private func appendSamples(ofPNG png: UnsafeRawBufferPointer, as index: TileIndex) throws {
        try coders.withContext { coder in
            do {
                try coder.encode(png: png, name: "tile \(index)") { size, layout, bytes in
                    try check(size, index)
                    let encoding = TIFFTileEncoding(layout, compresses: target.tiff.compresses)
                    try bytes.withUnsafeBytes { try append($0, encoding, as: index) }
                }
            } catch let error as CodecError {
                throw refusal(index, error.message)
            }
        }
    }

    private func append(_ bytes: UnsafeRawBufferPointer, _ encoding: TIFFTileEncoding, as index: TileIndex) throws {
        guard !bytes.isEmpty else { throw StoreError.emptyTile(index, path) }
        try merge(encoding, of: index)
        if let sequencer { return try sequencer.add(index, bytes, tiles.hash(bytes)) }
        let number = try tiles.store(bytes, in: partition(of: index))
        state.withLock { $0.blobIDs[index] = number }
    }

    /// Makes the encoding of all tiles that of another one as well.
    func merge(_ encoding: TIFFTileEncoding, of index: TileIndex) throws {
        let fits = state.withLock { state in
            guard state.encoding != nil else {
                state.encoding = encoding
                return true
            }
            return state.encoding?.merge(with: encoding) ?? false
        }
        guard fits else { throw refusal(index, "its channels or its subsampling differ from theirs.") }
    }

    func encoding(of bytes: UnsafeRawBufferPointer, _ index: TileIndex) throws -> TIFFTileEncoding {
        format == .webp ? try encoding(ofWebP: bytes, index) : try encoding(ofJPEG: bytes, index)
    }

    /// Notes that a tile will not be written, so that later tiles need not wait for it.
    package func skip(_ index: TileIndex) throws { try sequencer?.skip(index) }

    /// The spool file of a tile, if tiles have to be reordered: that of its partition of the tile numbers.
    private func partition(of index: TileIndex) -> Int {
        state.withLock { ($0.blobIDs.tileNumber(of: index) ?? 0) * tiles.fileCount / $0.blobIDs.count }
    }

    func encoding(ofJPEG bytes: UnsafeRawBufferPointer, _ index: TileIndex) throws -> TIFFTileEncoding {
        guard let jpeg = JPEGSegments(bytes), let encoding = TIFFTileEncoding(jpeg) else {
            throw refusal(index, "it is not a JPEG, or of a kind that TIFF does not support.")
        }
        try check(PixelSize(width: jpeg.width, height: jpeg.height), index)
        return encoding
    }

    func encoding(ofWebP bytes: UnsafeRawBufferPointer, _ index: TileIndex) throws -> TIFFTileEncoding {
        guard let header = WebPHeader(bytes) else { throw refusal(index, "it is not a WebP image.") }
        try check(header.size, index)
        return TIFFTileEncoding(webPWithAlpha: header.hasAlpha)
    }

    private func check(_ size: PixelSize, _ index: TileIndex) throws {
        let expected = pyramid.storedSize(of: index)
        guard size == expected else {
            throw refusal(index, "it has \(size) pixels, but every tile of this TIFF has \(expected).")
        }
    }

    private func refusal(_ index: TileIndex, _ reason: String) -> StoreError {
        StoreError(
            .cannotCreate, path: path,
            "tile \(index) cannot be stored in one TIFF with the others: \(reason) Cut the image again instead.")
    }

    /// Writes the directories, and gives the file its final name.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced. The call can be repeated then.
    package func finish() throws {
        try sequencer?.flush()
        try data.flush()
        let (blobIDs, encoding) = state.withLock { ($0.blobIDs, $0.encoding) }
        let writer = TIFFFileWriter(
            self, blobIDs: blobIDs, encoding: encoding ?? .usual(for: format, compresses: target.tiff.compresses))
        if !target.tiff.isCloudOptimized {
            try writer.writeDirectoriesAfterTiles()
        } else if !tiles.isDiscarded {
            // If the tiles are in place already, an earlier call only failed to rename the file.
            try writer.writeCloudOptimized()
        }
        try output.moveIntoPlace()
    }

    /// Removes the partial file, which cannot be continued.
    package func suspend() throws { try discard() }

    /// Removes the partial file; an older file is not touched.
    package func discard() throws { try output.remove() }

    /// Reads a tile, before or after ``finish()``; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet. A PNG has the same pixels as the one that was written.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        let (blobID, number, encoding) = state.withLock { state in
            (state.blobIDs[index], state.blobIDs.tileNumber(of: index), state.encoding)
        }
        guard let bytes = try sequencer?.read(index) ?? bytes(of: blobID, tileNumber: number) else { return nil }
        guard format == .png, let layout = encoding?.layout else { return EncodedTile(bytes: bytes, format: format) }
        let png = try coders.withContext { coder in
            try coder.decode(bytes, size: pyramid.storedSize(of: index), layout: layout, name: "tile \(index)")
        }
        return EncodedTile(bytes: png, format: format)
    }

    private func bytes(of blobID: Int?, tileNumber: Int?) throws -> [UInt8]? {
        guard let blobID, let tileNumber else { return nil }
        let location = tiles.location(of: blobID)
        if let file = tiles.file(location.file) { return try file.read(location) }
        return try output.read(location.length, at: state.withLock { $0.finalOffsets[tileNumber] })
    }
}
