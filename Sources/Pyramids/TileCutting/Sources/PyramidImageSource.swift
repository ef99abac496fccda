internal import Dispatch
public import ImageCodecs
internal import Concurrency
internal import PixelKernels
public import TilePyramid

/// A level of a pyramid as an image: its tiles decoded and put together, one row of tiles at a time.
///
/// Overlaps and what tiles show beyond the level are left out. Where a tile is absent, the image is transparent, or shows
/// the background if it has no alpha. Memory is one row of tiles: it grows with the level's width only.
public final class PyramidImageSource: ImageSource {
    /// The size of the level, and what its tiles have been found to be.
    public let info: ImageInfo
    /// None: a tile that cannot be decoded is an error.
    public let warnings: [String] = []

    private let tiles: LevelTileDecoder
    private let threads: Int

    /// A level of a source of tiles, some of which are looked at to see what they are.
    ///
    /// - Parameters:
    ///   - source: gives the tiles.
    ///   - level: which level; default nil, the full size.
    ///   - name: the pyramid's name in messages.
    ///   - options: whether alpha is kept or laid over a color, and the most depth; nothing else is looked at.
    ///   - background: what is shown where tiles are absent and there is no alpha; default white.
    ///   - threads: how many tiles are decoded at a time; default nil, one for each processor.
    /// - Throws: ``/ImageCodecs/CodecError`` when there are no tiles or one cannot be read, and what the source throws.
    public init(
        _ source: any TileSource, level: Int? = nil, name: String, options: DecodeOptions = DecodeOptions(),
        background: RGBColor = .white, threads: Int? = nil
    ) throws {
        let level = source.pyramid.levels[level ?? source.pyramid.finestLevel.index]
        var layout = try LevelTileDecoder.commonLayout(source, level, name: name)
        var background = background
        if case .flatten(let color) = options.alpha, layout.channels.hasAlpha {
            layout.channels = layout.channels.opaque
            background = color
        }
        if options.depth == .eight {
            layout.depth = .eight
        }
        info = ImageInfo(size: level.size, layout: layout, container: "pyramid")
        tiles = LevelTileDecoder(source: source, level: level, layout: layout, background: background, name: name)
        self.threads = threads ?? Processors.count
    }

    /// Decodes the tiles and lends their rows to `body`, a row of tiles at a time.
    ///
    /// - Throws: ``/ImageCodecs/CodecError`` naming the tile that is damaged or has another size than it should have,
    ///   what the source throws, and what `body` throws.
    public func readBands(_ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        var memory = RowBuffer()
        let rows = LevelTileDecoder.Memory(
            base: memory.reserve(min(tiles.level.tileSize.height, info.size.height) * stride), stride: stride)
        for tileRow in 0..<tiles.level.grid.rows {
            try decode(tileRow, into: rows)
            try body(PixelBand(base: UnsafeRawPointer(rows.base), stride: stride, rows: tiles.rows(of: tileRow)))
        }
    }

    /// Decodes a row of tiles on several threads.
    private func decode(_ tileRow: Int, into memory: LevelTileDecoder.Memory) throws {
        let failure = Locked<(any Error)?>(nil)
        let (tiles, columns) = (tiles, tiles.level.grid.columns)
        let workers = max(1, min(threads, columns))
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            for column in stride(from: worker, to: columns, by: workers) {
                guard failure.withLock({ $0 == nil }) else { return }
                do {
                    try tiles.write(column: column, row: tileRow, to: memory)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        if let error = failure.withLock({ $0 }) {
            throw error
        }
    }
}
