internal import Concurrency
package import Georeferencing
internal import Files
internal import Glibc
internal import ImageCodecs
package import ImageMetadata
package import TileContainers
package import TilePyramid

/// A pyramid in a tiled TIFF or BigTIFF: a full-size page, and pages or SubIFDs that show it at smaller sizes.
///
/// Reads slides (Aperio SVS, generic pyramids), files of GDAL and libvips, and those of ``TIFFStore``. Thumbnails,
/// labels and other pages in strips are ignored. JPEG and WebP tiles are passed through, JPEGs with the tables of their
/// page added. Tiles in compressions that viewers do not support (deflate, LZW, none, JPEG 2000, and others known to
/// libtiff) are converted losslessly to PNG. Invalid pixels, by a mask or a nodata value, are transparent: tiles that have
/// some are PNGs, and the others are passed through. The ICC profile of a page is listed among the ``properties``, but not
/// embedded in the tiles.
///
/// The offsets of tiles are read when they are needed, so that opening takes a few reads regardless of the number of
/// tiles.
package final class TIFFPyramidSource: PyramidSource {
    /// The geometry; all tiles are full-size, including those at the edges.
    package let pyramid: Pyramid
    /// The path of the file.
    package let path: String
    /// The format in which full-size tiles are returned; PNG if some are PNGs and others are passed through.
    package let format: TileFormat
    /// The metadata: text tags, the resolution, the compression and the georeference.
    package let properties: [PyramidProperty]

    /// Whether pixels may be invalid; such pixels are transparent.
    package let mayHaveAlpha: Bool

    /// The bounds on the Earth, if the coordinate system is supported.
    package let bounds: GeoBounds?
    /// The place as the first page states it, in whatever coordinate system; `nil` if it states none.
    package let geoTags: GeoTIFFTags?
    /// The sample that all colors of an invalid pixel have, as it is stored; `nil` if there is no such value, or a mask or
    /// alpha says which pixels are valid.
    package var nodataSample: Int? { validities.last??.nodata?.sample }

    private let file: any RandomAccessFile
    let reader: TIFFByteReader
    private let pages: [TIFFTiledPage]
    private let validities: [TIFFTileValidity?]
    private let issues: [ValidationIssue]
    /// For each level whose tiles are converted: what makes a file of one.
    private let templates: [TIFFTileTemplate?]
    /// The processes that convert tiles where this one may not.
    let processes = TileProcesses()
    private let decoders = Locked<[(level: Int, decoder: TIFFTileDecoder)]>([])

    /// The most idle decoders that are kept, each with an open file.
    static let idleDecoderLimit = 8
    /// The most pixels of the tiles of a decoder that is kept: it has memory for some.
    static let idleDecoderPixels = 1 << 20
    /// The number of table elements that are read at a time.
    private static let batch = 4096

    /// Opens a file and reads the directories of its pages.
    ///
    /// - Throws: ``StoreError``, naming the path and what is wrong, also when no page is tiled.
    package convenience init(opening path: String) throws { try self.init(OpenFile(reading: path)) }

    /// Opens a file of this computer or of the network.
    package init(_ file: any RandomAccessFile) throws {
        self.file = file
        path = file.path
        reader = try TIFFByteReader(file)
        let search = try TIFFPageSearch(reader, path: file.isLocal ? path : nil, prefetch: file.prefetch)
        guard let finest = search.levels.last else {
            throw StoreError(
                .malformed, path: path,
                "no page of this TIFF has tiles that are supported. "
                    + (file.isLocal ? "Open it as an image." : "Download it, and open the file."))
        }
        pages = search.levels
        validities = search.validities
        issues = search.issues
        mayHaveAlpha = validities.contains { $0 != nil }
        format = mayHaveAlpha ? .png : finest.format
        pyramid = Pyramid(
            levels: pages.map { page in
                LevelShape(
                    size: page.size, tileSize: page.tileSize,
                    downsample: LevelShape.powerOfTwo(from: finest.size, to: page.size))
            }, padsTiles: true)
        bounds = Self.bounds(of: reader, path)
        geoTags = (try? TIFFDirectory(at: reader.firstDirectory(), of: reader)).flatMap { GeoTIFFTags($0) }
        properties = Self.properties(of: finest.directory) + (bounds.map { [Self.property(of: $0)] } ?? [])
        templates = try zip(pages, validities).map { page, validity in
            let isConverted = page.coding == .samples || validity != nil
            return try isConverted ? TIFFTileTemplate(page.directory, page.tileSize) : nil
        }
    }

    /// Whether to show the file as a pyramid rather than an image: it has reduced images, or ``TIFFStore`` wrote it.
    ///
    /// Many programs write plain images in tiles. The pixel format of a pyramid must be supported as well.
    var isPyramid: Bool {
        guard pages.count > 1 || properties.contains(PyramidProperty("Software", "TileKit")) else { return false }
        return !hasMaskFile && canDecodeTiles
    }

    /// Whether a file beside this one has its mask, as GDAL writes it; only images are read with one.
    private var hasMaskFile: Bool { file.isLocal && access(path + ".msk", F_OK) == 0 }

    /// Whether the pixel format of all levels is supported.
    package var canDecodeTiles: Bool {
        pages.indices.allSatisfy { level in
            guard let template = templates[level] else { return true }
            if convertsInProcess(level) {
                let conversion = conversion(level, template)
                let answer = try? processes.png(
                    of: template.file(of: [0]), conversion, tileSize: pages[level].tileSize, mask: nil, name: path)
                return answer?.isSupported ?? true
            }
            return file.isLocal
                ? (try? decoder(of: level)) != nil : (try? decoder(ofTile: [0], template, level)) != nil
        }
    }

    /// Whether the tiles of a level are converted in a process of their own.
    private func convertsInProcess(_ level: Int) -> Bool {
        processes.convertsTIFF(tileSize: pages[level].tileSize, compression: pages[level].compression)
    }

    private func conversion(_ level: Int, _ template: TIFFTileTemplate, shown: PixelSize? = nil) -> TIFFTileConversion {
        TIFFTileConversion(
            directory: template.directory, nodata: validities[level]?.nodata,
            isMasked: validities[level]?.isMask == true, shown: shown)
    }

    /// The position of the first page, in any coordinate reference system.
    ///
    /// - Throws: `CodecError` if the file is georeferenced by control points, or its system cannot be read.
    package var rasterGeoreference: RasterGeoreference? {
        get throws {
            try RasterGeoreference.readGeoTIFF(TIFFDirectory(at: reader.firstDirectory(), of: reader), name: path)
        }
    }

    /// Always `true`: in TIFF, a tile without bytes is absent.
    package var isSparse: Bool { true }

    /// Reads a tile; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile, or it has no bytes.
    /// - Throws: ``StoreError`` when the tile cannot be read or is damaged.
    package func read(_ index: TileIndex) throws -> EncodedTile? {
        guard let (offset, length) = try location(of: index) else { return nil }
        let page = pages[index.level]
        if page.coding != .samples, let validity = validities[index.level] {
            let shown = pyramid.rect(of: index).size
            let mask = try self.mask(index, validity)
            let isValid = mask.map { mask in
                (0..<shown.height).allSatisfy { y in
                    // Checked: the mask has the pixels of a tile, of which the image shows a part.
                    !mask[y * page.tileSize.width..<y * page.tileSize.width + shown.width].contains(0)
                }
            }
            if isValid != true, let png = try decode(offset, length, index, mask, unlessValidIn: shown) {
                return EncodedTile(bytes: png, format: .png)
            }
        }
        switch page.coding {
        case .webP: return EncodedTile(bytes: try reader.bytes(at: offset, count: length), format: .webp)
        case .jpeg(let channels, let isRGB):
            let tile = try reader.bytes(at: offset, count: length)
            let file = JPEGSegments.standalone(tile, tables: page.jpegTables, channels: channels, isRGB: isRGB)
            guard let file else { throw reader.damaged("tile \(index) is not a JPEG") }
            return EncodedTile(bytes: file, format: .jpeg)
        case .samples:
            let mask = try validities[index.level].flatMap { try self.mask(index, $0) }
            return try decode(offset, length, index, mask).map { EncodedTile(bytes: $0, format: .png) }
        }
    }

    /// Reads the mask of a tile; `nil` if validity is not stated by one.
    private func mask(_ index: TileIndex, _ validity: TIFFTileValidity) throws -> [UInt8]? {
        guard case .mask(let page, let template) = validity else { return nil }
        return try naming(index) { try mask(index, page, template) }
    }

    /// Converts a tile to PNG; `nil` if all of its pixels in `shown` are valid.
    private func decode(
        _ offset: Int, _ length: Int, _ index: TileIndex, _ mask: [UInt8]?, unlessValidIn shown: PixelSize? = nil
    ) throws -> [UInt8]? {
        // libtiff detects a tile beyond the end of the file only after it has allocated memory for it.
        guard offset <= reader.size - min(length, reader.size), length <= reader.size else {
            throw reader.damaged("tile \(index) is beyond its end")
        }
        let page = pages[index.level]
        return try naming(index) {
            if let template = templates[index.level], convertsInProcess(index.level) {
                let tile = try reader.bytes(at: offset, count: length)
                let answer = try processes.png(
                    of: template.file(of: tile), conversion(index.level, template, shown: shown),
                    tileSize: page.tileSize, mask: mask, name: path)
                guard answer.isSupported else { throw unsupported }
                return answer.png
            }
            if let template = templates[index.level], !file.isLocal {
                // The only tile of a file in memory.
                let tile = try reader.bytes(at: offset, count: length)
                return try decoder(ofTile: tile, template, index.level)
                    .png(ofTile: 0, name: "tile \(index)", mask: mask, unlessValidIn: shown)
            }
            let kept = decoders.withLock { decoders in
                decoders.lastIndex { $0.level == index.level }.map { decoders.remove(at: $0).decoder }
            }
            let decoder = try kept ?? decoder(of: index.level)
            defer {
                if page.tileSize.area <= Self.idleDecoderPixels {
                    decoders.withLock { decoders in
                        decoders.append((index.level, decoder))
                        if decoders.count > Self.idleDecoderLimit { decoders.removeFirst() }
                    }
                }
            }
            // Checked: a tile of the grid, whose tiles were counted.
            let number = index.row * page.grid.columns + index.column
            return try decoder.png(ofTile: number, name: "tile \(index)", mask: mask, unlessValidIn: shown)
        }
    }

    private func decoder(of level: Int) throws -> TIFFTileDecoder {
        try supported(
            TIFFTileDecoder(
                .file(path), directory: pages[level].directory.start, nodata: validities[level]?.nodata,
                isMasked: validities[level]?.isMask == true))
    }

    private func decoder(ofTile tile: [UInt8], _ template: TIFFTileTemplate, _ level: Int) throws -> TIFFTileDecoder {
        try supported(
            TIFFTileDecoder(
                .bytes(template.file(of: tile), name: path), directory: template.directory,
                nodata: validities[level]?.nodata, isMasked: validities[level]?.isMask == true))
    }

    private func supported(_ decoder: TIFFTileDecoder?) throws(StoreError) -> TIFFTileDecoder {
        guard let decoder else { throw unsupported }
        return decoder
    }

    private var unsupported: StoreError {
        StoreError(.malformed, path: path, "its pixel format is not supported in tiles.")
    }

    /// Calls `convert`, and names the tile in its errors.
    private func naming<Result>(_ index: TileIndex, _ convert: () throws -> Result) throws -> Result {
        do {
            return try convert()
        } catch let error as CodecError {
            throw StoreError(
                error.code == .inputOutput ? .inputOutput : .malformed, path: path, "tile \(index): \(error.message)")
        }
    }

    /// Looks up a tile without reading it.
    package func storedTile(_ index: TileIndex) throws -> StoredTile? {
        // Checked: offsets above 0.
        try location(of: index).map { StoredTile(byteCount: $0.length, sharedBlobID: UInt64($0.offset)) }
    }

    /// The location of a tile's bytes; `nil` if it has none.
    private func location(of index: TileIndex) throws -> (offset: Int, length: Int)? {
        guard pyramid.contains(index) else { return nil }
        return try location(of: index, on: pages[index.level])
    }

    /// The location of a tile's bytes on a page with the tiles of its level; `nil` if it has none.
    func location(of index: TileIndex, on page: TIFFTiledPage) throws -> (offset: Int, length: Int)? {
        // Checked: a tile of the grid, whose tiles were counted.
        let number = index.row * page.grid.columns + index.column
        // Over the network, the elements of both tables are requested together.
        file.prefetch(page.offsets.bytes(of: number..<number + 1))
        file.prefetch(page.lengths.bytes(of: number..<number + 1))
        let offset = try reader.numbers(of: page.offsets, number..<number + 1)[0]
        let length = try reader.numbers(of: page.lengths, number..<number + 1)[0]
        guard offset > 0, length > 0 else { return nil }
        guard length <= FileSystem.fileByteLimit else { throw reader.damaged("tile \(index) has \(length) bytes") }
        return (offset, length)
    }

    /// Calls `body` for every tile that has bytes, level by level and row by row.
    package func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        for (level, page) in pages.enumerated() {
            let grid = page.grid
            for start in stride(from: 0, to: grid.count, by: Self.batch) {
                // Checked: the start is a tile of the grid.
                let range = start..<min(start + Self.batch, grid.count)
                let offsets = try reader.numbers(of: page.offsets, range)
                let lengths = try reader.numbers(of: page.lengths, range)
                for (number, (offset, length)) in zip(range, zip(offsets, lengths)) where offset > 0 && length > 0 {
                    let index = TileIndex(level: level, column: number % grid.columns, row: number / grid.columns)
                    // Checked: offsets above 0.
                    try body(index, StoredTile(byteCount: length, sharedBlobID: UInt64(offset)))
                }
            }
        }
    }

    /// Reports pages that could not be read, and violations of the specification.
    package func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
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

    /// The metadata of a page; damaged items are left out.
    private static func properties(of directory: TIFFDirectory) -> [PyramidProperty] {
        let texts: [(TIFFTag, String)] = [
            (.imageDescription, "ImageDescription"), (.make, "Make"), (.model, "Model"), (.software, "Software"),
            (.dateTime, "DateTime"), (.artist, "Artist"), (.copyright, "Copyright"),
        ]
        var properties = texts.compactMap { tag, name in
            (try? directory.text(tag)).map { PyramidProperty(name, $0) }
        }
        let units = [2: "per inch", 3: "per centimeter"]
        if let unit = units[(try? directory.number(.resolutionUnit)) ?? 2] {
            for (tag, name) in [(TIFFTag.xResolution, "XResolution"), (.yResolution, "YResolution")] {
                if let value = try? directory.rational(tag) {
                    properties.append(PyramidProperty(name, "\(value) \(unit)"))
                }
            }
        }
        if let number = try? directory.number(.compression) {
            let name = TIFFCompression(rawValue: number).map { "\($0)" } ?? "\(number)"
            properties.append(PyramidProperty("Compression", name))
        }
        if let length = directory.length(of: .iccProfile) {
            properties.append(PyramidProperty("ICCProfile", "\(length) bytes"))
        }
        return properties
    }

    /// The bounds of the first page, if its coordinate system is supported.
    private static func bounds(of reader: TIFFByteReader, _ path: String) -> GeoBounds? {
        guard let first = try? TIFFDirectory(at: reader.firstDirectory(), of: reader) else { return nil }
        return try? GeoBounds.readGeoTIFF(first, name: path)
    }

    private static func property(of bounds: GeoBounds) -> PyramidProperty {
        let edges = bounds.edges.map { "\($0)" }.joined(separator: ",")
        return PyramidProperty("Bounds", "\(edges) (\(bounds.crs.rawValue))")
    }

    /// The file, if it is a pyramid to be opened as such; empty otherwise, also for a tiled image.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .file(let head) = candidate.content, TIFFHeader(head) != nil,
            // Errors in a TIFF are reported by the decoder that opens it as an image.
            let source = try? TIFFPyramidSource(opening: candidate.path), source.isPyramid
        else { return [] }
        return [candidate.path]
    }
}
