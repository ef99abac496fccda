public import ImageCodecs
public import ImageSources
internal import Concurrency
internal import PixelKernels
public import TilePyramid

/// A level of a pyramid as an image: its tiles are decoded and combined, one row of tiles at a time.
///
/// Overlaps and padding are left out. Where a tile is absent, the image is transparent, or has the background color if
/// there is no alpha. The memory is one row of tiles: it grows with the level's width only.
public final class PyramidImageSource: ImageSource {
    /// The size of the level, and the pixel layout common to its tiles.
    public let info: ImageInfo
    /// Always empty: a tile that cannot be decoded is an error.
    public let warnings: [String] = []

    private let tiles: LevelTileDecoder
    private let threads: Int

    /// Creates an image of a level; reads some of its tiles to find their pixel layout.
    ///
    /// - Parameters:
    ///   - source: the tiles.
    ///   - level: the level's index; the default is nil, the full size.
    ///   - name: the pyramid's name in messages.
    ///   - options: the handling of alpha and the greatest depth; all other options are ignored.
    ///   - background: the color of absent tiles where there is no alpha; the default is white.
    ///   - threads: the number of tiles decoded at a time; the default is nil, one for each processor.
    /// - Throws: ``/ImageMetadata/CodecError`` when there are no tiles or one cannot be read, and errors of the source.
    public convenience init(
        _ source: any TileSource, level: Int? = nil, name: String, options: DecodeOptions = DecodeOptions(),
        background: RGBColor = .white, threads: Int? = nil
    ) throws {
        try self.init(
            source, level: level, name: name, options: options, background: background, threads: threads,
            elevations: nil)
    }

    /// Creates an image of a level, the colors of whose tiles may hold the bytes of elevations.
    ///
    /// They do if they are red, green and blue with 8 bits. What has no elevation is transparent then, or gets an elevation of
    /// zero if alpha is flattened.
    package init(
        _ source: any TileSource, level: Int? = nil, name: String, options: DecodeOptions,
        background: RGBColor, threads: Int?, elevations: StoredElevations?
    ) throws {
        let level = source.pyramid.levels[level ?? source.pyramid.finestLevel.index]
        var layout = try LevelTileDecoder.commonLayout(source, level, name: name)
        if options.depth == .eight {
            layout.depth = .eight
        }
        let elevations = layout.depth == .eight && layout.channels.opaque == .rgb ? elevations : nil
        if let elevations, elevations.mayLackTiles { layout.channels = layout.channels.withAlpha }
        var background = background
        if case .flatten(let color) = options.alpha, layout.channels.hasAlpha {
            layout.channels = layout.channels.opaque
            background = elevations?.background ?? color
        }
        var info = ImageInfo(size: level.size, layout: layout, container: "pyramid")
        info.holdsNumbers = elevations != nil
        self.info = info
        tiles = LevelTileDecoder(source: source, level: level, layout: layout, background: background, name: name)
        self.threads = threads ?? Processors.count
    }

    /// Decodes the tiles and lends their rows to `body`, one row of tiles at a time.
    ///
    /// - Throws: ``/ImageMetadata/CodecError`` naming the tile that is damaged or has the wrong size, and errors of the
    ///   source and of `body`.
    public func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    /// Always ``/ImageSources/RowAccess/random``: each tile can be read on its own.
    public var rowAccess: RowAccess { .random }

    /// Decodes the tiles that show some rows, and lends these to `body`, one row of tiles at a time.
    ///
    /// - Throws: as ``readBands(_:)``.
    public func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        var memory = ScratchBuffer()
        let rows = LevelTileDecoder.Memory(
            base: try memory.reserve(min(tiles.level.tileSize.height, info.size.height) * stride), stride: stride)
        for tileRow in tiles.level.tileRows(showing: wanted) {
            try parallelFor(tiles.level.grid.columns, workers: threads, makeContext: {}) { [tiles] column, _ in
                try tiles.write(column: column, row: tileRow, to: rows)
            }
            let band = PixelBand(base: UnsafeRawPointer(rows.base), stride: stride, rows: tiles.rows(of: tileRow))
            if let band = band.clamped(to: wanted) { try body(band) }
        }
    }
}
