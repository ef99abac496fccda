internal import ImageCodecs
internal import Concurrency
public import TilePyramid

/// A pyramid in a TIFF or BigTIFF of tiles, each level a directory of its own.
///
/// Tiles are appended as they come; equal ones are kept once. The directories are written when all are there, and only
/// then it is known whether 32 bits are enough for offsets: a file of less than 4 GB is a classic TIFF. JPEG tiles are
/// kept as they are, each with its own tables (TIFF Technical Note 2), and so are WebP tiles (compression 50001); PNG
/// tiles are turned into deflated samples. Tiles at the edges are as large as all others, as TIFF wants it, and tiles that
/// are not written are absent: offset and length 0. Sources: TIFF 6.0 (Adobe, 1992), the BigTIFF design of libtiff, and
/// for cloud-optimized files https://gdal.org/drivers/raster/cog.html.
///
/// Memory: 4 bytes a tile, and ``TileBlobStore/bytesPerBlob`` for each different one. Tiles that have to be in order are
/// gathered in 64 KB for each of up to 16 files, and moved through 128 KB for each of up to four threads; their places
/// take 8 bytes a tile more.
public final class TIFFStore: TileStore {
    /// The levels and grids it was created with.
    public let pyramid: Pyramid
    /// The file's path.
    public let path: String

    /// True, as the file says once what all of them are.
    public let requiresUniformEncoding = true

    let format: TileFormat
    let target: PyramidTarget
    /// Files of more bytes are BigTIFFs.
    let classicLimit: Int
    /// What will be the file.
    let output: PartialFile
    let tiles: TileBlobStore
    /// The file behind its header, to which tiles are appended unless they have to be in order.
    let data: AppendOnlyFile
    let state: Locked<State>

    /// Bytes at the beginning that are kept free for the header, classic or big.
    static let headerBytes = 16
    /// What 32 bits of a classic TIFF reach.
    private static let classicLimit = 1 << 32
    /// Tile sides are multiples of this (TIFF 6.0, section 15).
    static let tileSizeMultiple = 16

    /// What workers change.
    struct State {
        /// The bytes that each tile has.
        var blobIDs: BlobIDTable
        /// What the tiles so far are.
        var encoding: TIFFTileEncoding?
        /// Coders that are not in use; as many as there have been threads at a time.
        var coders: [TIFFPNGTranscoder] = []
        /// Where the bytes go in the finished file, by the place of the tile, if they are put in order there.
        var finalOffsets: [Int] = []
    }

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: its name when it is complete; until then it has `.partial` behind.
    ///   - pyramid: the geometry: no overlap, padded tiles, sides of tiles that are multiples of 16.
    ///   - format: the format of every tile: JPEG, PNG or WebP.
    ///   - target: what is to be written beside the tiles, and how.
    ///   - options: what to do about a file that is there already. An interrupted run cannot be continued.
    /// - Throws: ``StoreError``, naming the path and what to do.
    public convenience init(
        creating path: String, pyramid: Pyramid, format: TileFormat,
        target: PyramidTarget = PyramidTarget(container: .tiff), options: StoreOptions = StoreOptions()
    ) throws {
        try self.init(
            creating: path, pyramid: pyramid, format: format, target: target, options: options,
            classicLimit: Self.classicLimit)
    }

    /// The same with another limit from which on the file is a BigTIFF, for tests.
    package init(
        creating path: String, pyramid: Pyramid, format: TileFormat, target: PyramidTarget, options: StoreOptions,
        classicLimit: Int
    ) throws {
        precondition(pyramid.overlap == 0, "tiles of a TIFF do not overlap")
        precondition(pyramid.padsTiles, "tiles of a TIFF are all of one size")
        guard [.jpeg, .png, .webp].contains(format) else {
            throw StoreError(
                .cannotCreate, path: path,
                "a TIFF holds JPEG, PNG or WebP tiles, not \(format.rawValue). Choose another --format.")
        }
        guard pyramid.tileSize.isMultiple(of: Self.tileSizeMultiple) else {
            throw StoreError(
                .cannotCreate, path: path,
                "the tiles of a TIFF are a multiple of 16 pixels a side, not \(pyramid.tileSize). Choose another "
                    + "--tile-size.")
        }
        self.pyramid = pyramid
        self.path = path
        self.format = format
        self.target = target
        self.classicLimit = classicLimit
        output = try PartialFile(creating: path, options: options)
        let blobIDs = BlobIDTable(of: pyramid)
        data = AppendOnlyFile(output.file, from: Self.headerBytes)
        tiles =
            target.tiff.isCloudOptimized
            ? try TileBlobStore(partitions: TileBlobStore.partitionCount(tiles: blobIDs.count), beside: path)
            : TileBlobStore(in: [data])
        state = Locked(State(blobIDs: blobIDs))
    }

    /// No tile: an interrupted run cannot be continued.
    public func isFinished(_ index: TileIndex) -> Bool { false }

    /// 0, as no run continues another.
    public var finishedBytes: Int { 0 }

    /// What equal tiles have saved; nothing in a cloud-optimized file, in which every tile has its place in the order.
    public var deduplication: DeduplicationStatistics {
        target.tiff.isCloudOptimized ? DeduplicationStatistics() : tiles.deduplication
    }

    /// Appends the tile's bytes; from any thread.
    ///
    /// - Throws: ``StoreError``, also when the tile cannot be in one file with those before: another size or other
    ///   channels.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a TIFF has one format of tiles")
        try bytes.withUnsafeBytes { bytes in
            switch format {
            case .jpeg: try append(bytes, try encoding(ofJPEG: bytes, index), as: index)
            case .webp: try append(bytes, try encoding(ofWebP: bytes, index), as: index)
            default: try appendSamples(ofPNG: bytes, as: index)
            }
        }
    }

    private func appendSamples(ofPNG png: UnsafeRawBufferPointer, as index: TileIndex) throws {
        let compresses = target.tiff.compresses
        let coder = try state.withLock { $0.coders.popLast() } ?? TIFFPNGTranscoder(compresses: compresses)
        defer { state.withLock { $0.coders.append(coder) } }
        do {
            try coder.encode(png: png, name: "tile \(index)") { size, layout, bytes in
                try check(size, index)
                try bytes.withUnsafeBytes {
                    try append($0, TIFFTileEncoding(layout, compresses: compresses), as: index)
                }
            }
        } catch let error as CodecError {
            throw refusal(index, error.message)
        }
    }

    private func append(_ bytes: UnsafeRawBufferPointer, _ encoding: TIFFTileEncoding, as index: TileIndex) throws {
        precondition(!bytes.isEmpty, "a tile has bytes")
        let fits = state.withLock { state in
            guard state.encoding != nil else {
                state.encoding = encoding
                return true
            }
            return state.encoding?.merge(with: encoding) ?? false
        }
        guard fits else { throw refusal(index, "it has other channels or another sampling than those before.") }
        let number = try tiles.store(bytes, in: partition(of: index))
        state.withLock { $0.blobIDs[index] = number }
    }

    /// The file in which a tile is kept: that of its stretch if tiles are to be put in the order of their numbers.
    private func partition(of index: TileIndex) -> Int {
        state.withLock { ($0.blobIDs.tileNumber(of: index) ?? 0) * tiles.fileCount / $0.blobIDs.count }
    }

    private func encoding(ofJPEG bytes: UnsafeRawBufferPointer, _ index: TileIndex) throws -> TIFFTileEncoding {
        guard let jpeg = JPEGSegments(bytes), let encoding = TIFFTileEncoding(jpeg) else {
            throw refusal(index, "it is no JPEG, or of a kind that TIFF does not have.")
        }
        try check(PixelSize(width: jpeg.width, height: jpeg.height), index)
        return encoding
    }

    private func encoding(ofWebP bytes: UnsafeRawBufferPointer, _ index: TileIndex) throws -> TIFFTileEncoding {
        guard let header = WebPHeader(bytes) else { throw refusal(index, "it is no WebP image.") }
        try check(header.size, index)
        return TIFFTileEncoding(webPWithAlpha: header.hasAlpha)
    }

    private func check(_ size: PixelSize, _ index: TileIndex) throws {
        let expected = pyramid.storedSize(of: index)
        guard size == expected else {
            throw refusal(index, "it has \(size) pixels, and every tile of a TIFF has \(expected).")
        }
    }

    private func refusal(_ index: TileIndex, _ reason: String) -> StoreError {
        StoreError(
            .cannotCreate, path: path,
            "tile \(index) cannot be kept in a TIFF with the others: \(reason) Cut the image again instead.")
    }

    /// Writes the directories, and gives the file its name.
    ///
    /// - Throws: ``StoreError``, with code `exists` when a file of that name has come meanwhile and is not to be
    ///   replaced; it can be called again then.
    public func finish() throws {
        let (blobIDs, encoding) = state.withLock { ($0.blobIDs, $0.encoding) }
        let writer = TIFFFileWriter(
            self, blobIDs: blobIDs, encoding: encoding ?? .usual(for: format, compresses: target.tiff.compresses))
        if !target.tiff.isCloudOptimized {
            try writer.writeDirectoriesAfterTiles()
        } else if !tiles.isDiscarded {
            // If all are where they belong, only the name was missing, because another file had it.
            try writer.writeCloudOptimized()
        }
        try output.moveIntoPlace()
    }

    /// Removes the file: half of it is of no use to a later run.
    public func suspend() throws {
        try output.remove()
    }

    /// Removes the file; an older one is not touched.
    public func discard() throws {
        try output.remove()
    }

    /// Reads a tile back, finished or not; from any thread.
    ///
    /// - Returns: nil when there is no such tile, or not yet. What came as PNG is a PNG with the same pixels.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        let (blobID, number, encoding) = state.withLock { state in
            (state.blobIDs[index], state.blobIDs.tileNumber(of: index), state.encoding)
        }
        guard let blobID, let number else { return nil }
        let location = tiles.location(of: blobID)
        let bytes =
            if let file = tiles.file(location.file) {
                try file.read(location)
            } else {
                try output.file.read(location.length, at: state.withLock { $0.finalOffsets[number] })
            }
        guard format == .png, let layout = encoding?.layout else { return EncodedTile(bytes: bytes, format: format) }
        let compresses = target.tiff.compresses
        let coder = try state.withLock { $0.coders.popLast() } ?? TIFFPNGTranscoder(compresses: compresses)
        defer { state.withLock { $0.coders.append(coder) } }
        let png = try coder.decode(
            bytes, size: pyramid.storedSize(of: index), layout: layout, name: "tile \(index)")
        return EncodedTile(bytes: png, format: format)
    }
}
