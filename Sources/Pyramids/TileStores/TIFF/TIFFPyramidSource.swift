internal import ImageCodecs
internal import Concurrency
public import TilePyramid

/// A pyramid in a tiled TIFF or BigTIFF, whoever made it: pages or SubIFDs that show the first one smaller.
///
/// Slides (Aperio SVS, generic pyramids), what GDAL and libvips write, and ``TIFFStore``. Thumbnails, labels and other
/// pages in strips are left out. JPEG and WebP tiles are handed on as they are, JPEGs with the tables that their page
/// keeps for them; tiles of compressions that no viewer shows (deflate, LZW, none and what else libtiff knows, and JPEG
/// 2000) are decoded and handed on as PNG, exactly. A profile of the page is told among the ``properties`` and not put
/// into tiles.
///
/// Where tiles are is read when they are asked for, so that opening takes a few reads however many there are.
public final class TIFFPyramidSource: PyramidSource {
    /// The levels; all tiles are of full size, also at the edges.
    public let pyramid: Pyramid
    /// The file.
    public let path: String
    /// What tiles of the full size are.
    public let format: TileFormat
    /// What the file says about the picture: its tags of text, the resolution, what tiles are.
    public let properties: [PyramidProperty]

    let reader: TIFFByteReader
    let pages: [TIFFTiledPage]
    let issues: [ValidationIssue]
    private let decoders = Locked<[(level: Int, decoder: TIFFTileDecoder)]>([])

    /// The most decoders, each with a file of its own open, that are kept while nobody uses them.
    static let idleDecoderLimit = 8
    /// Numbers of tables that are read at a time.
    private static let batch = 4096

    /// Opens a file and reads the directories of its pages.
    ///
    /// - Throws: ``StoreError``, naming the path and what is wrong with it, also when no page is in tiles.
    public init(opening path: String) throws {
        self.path = path
        reader = try TIFFByteReader(OpenFile(reading: path))
        let search = try TIFFPageSearch(reader)
        guard let finest = search.levels.last else {
            throw StoreError(
                .malformed, path: path, "no page of this TIFF is in tiles that are read here. Open it as an image.")
        }
        pages = search.levels
        issues = search.issues
        format = finest.format
        pyramid = Pyramid(
            levels: pages.map { page in
                LevelShape(
                    size: page.size, tileSize: page.tileSize,
                    downsample: TIFFPageSearch.powerOfTwo(from: finest.size, to: page.size))
            }, padsTiles: true)
        properties = Self.properties(of: finest.directory) + Self.bounds(of: path)
    }

    /// Whether it is one to be shown as a pyramid and not as an image: it has reduced images, or ``TIFFStore`` wrote it.
    ///
    /// Tiles by themselves are how many programs write plain images. A pyramid is also to be in pixels that can be
    /// decoded here.
    var isPyramid: Bool {
        guard pages.count > 1 || properties.contains(PyramidProperty("Software", "TileKit")) else { return false }
        return pages.indices.allSatisfy { level in
            pages[level].coding != .samples
                || (try? TIFFTileDecoder(path, directory: pages[level].directory.start)) != nil
        }
    }

    /// True, as a tile without bytes is how TIFF says that there is nothing.
    public var isSparse: Bool { true }

    /// Reads a tile; from any thread.
    ///
    /// - Returns: nil when there is no such tile, or one without bytes.
    /// - Throws: ``StoreError`` when it cannot be read or is damaged.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard let (offset, length) = try location(of: index) else { return nil }
        let page = pages[index.level]
        switch page.coding {
        case .webP: return EncodedTile(bytes: try reader.bytes(at: offset, count: length), format: .webp)
        case .jpeg(let channels, let isRGB):
            let tile = try reader.bytes(at: offset, count: length)
            guard
                let file = JPEGSegments.standalone(
                    tile, tables: page.jpegTables, channels: channels, isRGB: isRGB)
            else { throw reader.damaged("tile \(index) is no JPEG") }
            return EncodedTile(bytes: file, format: .jpeg)
        case .samples:
            // libtiff believes in tiles beyond the end of the file until it has made room for them.
            guard offset <= reader.size - min(length, reader.size), length <= reader.size else {
                throw reader.damaged("tile \(index) is said to be where the file has ended")
            }
            return EncodedTile(bytes: try decode(index, page), format: .png)
        }
    }

    private func decode(_ index: TileIndex, _ page: TIFFTiledPage) throws -> [UInt8] {
        do {
            let kept = decoders.withLock { decoders in
                decoders.lastIndex { $0.level == index.level }.map { decoders.remove(at: $0).decoder }
            }
            let decoder = try kept ?? TIFFTileDecoder(path, directory: page.directory.start)
            guard let decoder else {
                throw StoreError(.malformed, path: path, "its pixels are of a kind that is not read in tiles.")
            }
            defer {
                decoders.withLock { decoders in
                    decoders.append((index.level, decoder))
                    if decoders.count > Self.idleDecoderLimit { decoders.removeFirst() }
                }
            }
            return try decoder.png(ofTile: index.row * page.grid.columns + index.column, name: "tile \(index)")
        } catch let error as CodecError {
            throw StoreError(
                error.code == .inputOutput ? .inputOutput : .malformed, path: path, "tile \(index): \(error.message)")
        }
    }

    /// Whether a tile is there.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        try location(of: index).map { StoredTile(byteCount: $0.length, sharedBlobID: UInt64($0.offset)) }
    }

    /// Where a tile's bytes are; nil when it has none.
    private func location(of index: TileIndex) throws -> (offset: Int, length: Int)? {
        guard pyramid.contains(index) else { return nil }
        let page = pages[index.level]
        let number = index.row * page.grid.columns + index.column
        let offset = try reader.numbers(of: page.offsets, number..<number + 1)[0]
        let length = try reader.numbers(of: page.lengths, number..<number + 1)[0]
        guard offset > 0, length > 0 else { return nil }
        guard length <= FileSystem.fileByteLimit else { throw reader.damaged("tile \(index) has \(length) bytes") }
        return (offset, length)
    }

    /// Names every tile that has bytes, level by level, row by row.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        for (level, page) in pages.enumerated() {
            let grid = page.grid
            for start in stride(from: 0, to: grid.count, by: Self.batch) {
                let range = start..<min(start + Self.batch, grid.count)
                let offsets = try reader.numbers(of: page.offsets, range)
                let lengths = try reader.numbers(of: page.lengths, range)
                for (number, (offset, length)) in zip(range, zip(offsets, lengths)) where offset > 0 && length > 0 {
                    let index = TileIndex(level: level, column: number % grid.columns, row: number / grid.columns)
                    try body(index, StoredTile(byteCount: length, sharedBlobID: UInt64(offset)))
                }
            }
        }
    }

    /// Reports pages that could not be read, and what the specification does not allow.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        try issues.forEach(report)
        for (level, page) in pages.enumerated() {
            let location = "level \(level)"
            let unit = TIFFStore.tileSizeMultiple
            if !page.tileSize.width.isMultiple(of: unit) || !page.tileSize.height.isMultiple(of: unit) {
                try report(
                    ValidationIssue(
                        location: location, "its tiles of \(page.tileSize) are not a multiple of 16 pixels a side."))
            }
            for (table, what) in [(page.offsets, "offsets"), (page.lengths, "lengths")]
            where table.count != page.grid.count {
                try report(
                    ValidationIssue(location: location, "it has \(table.count) \(what) for \(page.grid.count) tiles."))
            }
        }
    }
}
