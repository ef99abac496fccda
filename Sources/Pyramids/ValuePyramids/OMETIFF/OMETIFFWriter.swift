package import ChannelImages
internal import Concurrency
package import ImageMetadata
package import TileContainers
internal import TilePyramid

/// Writes a pyramid of stored values to a tiled OME-TIFF of any depth, with the coarser levels as SubIFDs.
///
/// Each plane has a directory: the channels of the first section and time, then those of the next section. Tiles are appended
/// as they come, and the directories are written last, when it is known whether 32-bit offsets suffice: a file of less than
/// 4 GB is a classic TIFF. Sources: TIFF 6.0 (Adobe, 1992), the BigTIFF design of libtiff, and the OME-TIFF specification.
///
/// Memory: 16 bytes for each tile.
package final class OMETIFFWriter: ValuePyramidSink {
    /// The form of the output.
    package struct Options: Hashable, Sendable {
        /// The compression; Deflate of level 6 by default.
        package var compression = OMETIFFCompression.deflate(level: 6)
        /// The width and height of tiles in pixels, a multiple of 16; 512 by default.
        package var tileSide = 512
        /// The tags that say where the pixels of each level lie on the Earth; empty, the default, if that is not known.
        package var geoTags: [GeoTIFFTags] = []
        /// The treatment of an existing file; an interrupted run is not continued, but begun again.
        package var store = StoreOptions()

        /// Creates the default options.
        package init() {}
    }

    /// The path of the finished file; until then it ends in `.partial`.
    package let path: String
    /// The levels, the type of samples and the channels.
    package let description: ChannelImageDescription
    /// The division of the levels into tiles.
    package let layout: ValuePyramidLayout
    /// Always `true`: tiles are appended to one file.
    package let storesInOrder = true

    /// The most pixels of a side of a tile.
    package static let tileSideLimit = 8192
    /// The most tiles of a file.
    package static let tileLimit = 1 << 26
    /// The reach of the 32-bit offsets of a classic TIFF.
    private static let classicLimit = 1 << 32
    /// The bytes reserved for the header, classic or BigTIFF.
    private static let headerBytes = 16
    /// Tile sides are multiples of this (TIFF 6.0, section 15).
    private static let tileSideMultiple = 16

    private let text: String
    private let options: Options
    private let classicLimit: Int
    private let output: PartialFile
    private let data: AppendOnlyFile
    private let encoders: ContextPool<OMETIFFTileEncoder>
    /// The tiles of each plane and level, planes first, row by row.
    private let tiles: Locked<[[TIFFTileLocation]]>

    /// Creates a file for writing.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file.
    ///   - description: the levels, each half of the finer one and rounded up, the type of samples and the channels.
    ///   - text: the OME-XML, whose planes are one directory each: channels first, then sections, then times.
    ///   - options: the form of the output.
    ///   - classicLimit: the most bytes of a classic TIFF, for tests.
    /// - Throws: `StoreError`, naming the path and the remedy.
    package init(
        creating path: String, _ description: ChannelImageDescription, text: String, options: Options = Options(),
        classicLimit: Int? = nil
    ) throws {
        guard options.tileSide > 0, options.tileSide.isMultiple(of: Self.tileSideMultiple) else {
            throw StoreError(
                .cannotCreate, path: path,
                "the tiles of a TIFF are a multiple of 16 pixels a side, not \(options.tileSide). Choose another "
                    + "tile size.")
        }
        guard options.tileSide <= Self.tileSideLimit else {
            throw StoreError(
                .cannotCreate, path: path,
                "tiles of \(options.tileSide) pixels a side are too large; up to \(Self.tileSideLimit) are written. "
                    + "Choose another tile size.")
        }
        let chunk = PixelSize(width: options.tileSide, height: options.tileSide)
        let layout = ValuePyramidLayout(sizes: description.levels, chunk: chunk)
        let planes = description.channels.count * description.sectionCount * description.timeCount
        let count = planes * layout.levels.reduce(0) { $0 + $1.chunks.area }
        guard count <= Self.tileLimit else {
            throw StoreError(
                .cannotCreate, path: path,
                "a TIFF lists every tile of its planes, and this one would have \(count); up to \(Self.tileLimit) are "
                    + "written. Choose larger tiles, or OME-Zarr.")
        }
        self.path = path
        self.description = description
        self.layout = layout
        self.text = text
        self.options = options
        self.classicLimit = classicLimit ?? Self.classicLimit
        let type = description.sampleType
        encoders = ContextPool { try OMETIFFTileEncoder(options.compression, type, width: chunk.width, file: path) }
        output = try PartialFile(creating: path, options: options.store)
        data = AppendOnlyFile(output.file, from: Self.headerBytes)
        tiles = Locked(
            (0..<planes).flatMap { _ in
                layout.levels.map { Array(repeating: TIFFTileLocation(), count: $0.chunks.area) }
            })
    }

    /// The path beside which temporary files are created.
    package var spoolPath: String { output.spoolPath }

    package func encode(_ samples: UnsafeRawBufferPointer, at index: PlaneGridIndex) throws -> [UInt8]? {
        try encoders.withContext { try $0.encode(samples) }
    }

    package func store(_ chunks: [[UInt8]?], at index: PlaneGridIndex) throws {
        guard let bytes = chunks.first ?? nil else { return }
        let offset = try data.append(bytes)
        let plane = index.plane
        let number =
            (plane.time * description.sectionCount + plane.section) * description.channels.count + plane.channel
        let position = index.row * layout.levels[plane.level].chunks.width + index.column
        tiles.withLock {
            $0[number * layout.levels.count + plane.level][position] = TIFFTileLocation(
                offset: offset, byteCount: UInt32(bytes.count))
        }
    }

    /// Writes the directories, and gives the file its final name.
    ///
    /// - Throws: `StoreError`, with code `exists` when a file has appeared there that may not be replaced.
    package func finish() throws {
        try data.flush()
        let directories = OMETIFFDirectories(
            description: description, layout: layout, text: text, compression: options.compression,
            geoTags: options.geoTags, tiles: tiles.withLock { $0 })
        let start = (data.end + 7) & ~7
        let isBigTIFF = start + directories.size(isBigTIFF: false) > classicLimit
        try directories.write(to: output.file, at: start, isBigTIFF: isBigTIFF)
        try output.file.write(TIFFHeader.bytes(firstDirectory: start, isBigTIFF: isBigTIFF), at: 0)
        try output.moveIntoPlace()
    }

    /// Removes the partial file; an older file is not touched.
    package func discard() throws { try output.remove() }
}
