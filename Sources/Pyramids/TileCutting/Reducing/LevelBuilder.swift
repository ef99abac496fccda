internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Assembles the rows of one plane of a level into tiles, and passes the downsampled rows to the next coarser level.
///
/// Rows are copied once, into their tiles, while they are still in the processor's cache.
final class LevelBuilder {
    /// A row of tiles being assembled; nil in place of a tile that is already stored.
    private struct OpenRow {
        let span: TileSpan
        var tiles: [TileBuffer?]
        /// Rows of the level copied into the tiles.
        var filled = 0
        /// Rows of the tiles that have memory.
        var allocatedRows = 0
    }

    private let level: Level
    private let pyramid: Pyramid
    private let plane: PlaneFormat
    /// The plane's width and height in samples.
    private let size: PixelSize
    private let columns: [TileSpan]
    /// A row of background as wide as the widest tile; empty if tiles are not padded.
    private let backgroundRow: [UInt8]
    private let assembler: TileAssembler
    /// The rows of tiles that are assembled.
    private let tileRows: Range<Int>
    /// The first row of the plane that any of them shows.
    private let firstRow: Int
    private let observers: [any LevelRowObserver]
    /// The next coarser level, and the downsampler of its rows; nil for the coarsest level.
    private let coarser: (level: LevelBuilder, downsampler: RowDownsampler)?

    private var open: [OpenRow] = []
    private var nextTileRow: Int

    /// Creates the builder of a level and of the coarser ones down to `coarsest`.
    ///
    /// - Parameters:
    ///   - index: the index of the level.
    ///   - coarsest: the index of the coarsest level whose rows are made.
    ///   - plane: the plane of which this builder gets the rows.
    ///   - background: the bytes of a background pixel of the plane.
    ///   - assembler: receives the tiles.
    ///   - tileRows: the rows of tiles that are assembled on each level, by level index.
    ///   - observers: receive the rows of every level.
    init(
        index: Int, coarsest: Int, plane: PlaneFormat, background: [UInt8], assembler: TileAssembler,
        tileRows: [Range<Int>], observers: [any LevelRowObserver]
    ) {
        let pyramid = assembler.pyramid
        let level = pyramid.levels[index]
        self.level = level
        self.pyramid = pyramid
        self.plane = plane
        columns = (0..<level.grid.columns).map { TileSpan(column: $0, of: level, in: pyramid, plane: plane) }
        backgroundRow =
            pyramid.padsTiles
            ? Array(repeatElement(background, count: plane.length(pyramid.tileSize)).joined()) : []
        size = PixelSize(width: plane.length(level.size.width), height: plane.length(level.size.height))
        self.assembler = assembler
        self.tileRows = tileRows[index]
        nextTileRow = tileRows[index].lowerBound
        firstRow =
            tileRows[index].isEmpty
            ? size.height
            : TileSpan(row: tileRows[index].lowerBound, of: level, in: pyramid, plane: plane).samples.lowerBound
        self.observers = observers
        guard index > coarsest else {
            coarser = nil
            return
        }
        let next = LevelBuilder(
            index: index - 1, coarsest: coarsest, plane: plane, background: background, assembler: assembler,
            tileRows: tileRows, observers: observers)
        coarser = (next, RowDownsampler(size, to: next.size, plane))
    }

    /// Adds the next rows of the level; the first of all may be any even row.
    func add(_ band: PixelBand) throws {
        for observer in observers {
            try observer.add(band, level: level.index, plane: plane)
        }
        try gather(band)
        try coarser?.downsampler.add(band) { try coarser?.level.add($0) }
    }

    /// Copies a band into the tiles that it touches.
    ///
    /// The band is split where a row of tiles ends. Each row of tiles is handed over as soon as it is complete, so that
    /// a high band needs no more memory than a low one.
    private func gather(_ band: PixelBand) throws {
        var start = max(band.rows.lowerBound, firstRow)
        while start < band.rows.upperBound {
            openRows(upTo: start + 1)
            let end = min(open.first?.span.samples.upperBound ?? band.rows.upperBound, band.rows.upperBound)
            openRows(upTo: end)
            for index in open.indices {
                let rows = (start..<end).clamped(to: open[index].span.samples)
                if !rows.isEmpty {
                    try fill(&open[index], rows: rows, from: band)
                }
            }
            while let first = open.first, first.filled == first.span.samples.count {
                try makeRoom(in: &open[0], forRow: first.span.length - 1)
                try assembler.add(open.removeFirst().tiles.compactMap { $0 })
            }
            start = end
        }
    }

    /// Opens every row of tiles that begins above row `end` of the level.
    private func openRows(upTo end: Int) {
        while nextTileRow < tileRows.upperBound {
            let span = TileSpan(row: nextTileRow, of: level, in: pyramid, plane: plane)
            guard span.samples.lowerBound < end else { return }
            let tiles = columns.enumerated().map { column, columns -> TileBuffer? in
                let index = TileIndex(level: level.index, column: column, row: nextTileRow)
                let size = PixelSize(width: columns.length, height: span.length)
                return assembler.makeBuffer(index, size: size, plane: plane)
            }
            open.append(OpenRow(span: span, tiles: tiles))
            nextTileRow += 1
        }
    }

    /// Copies rows of the band into the tiles of an open row, chunk by chunk and column by column.
    private func fill(_ open: inout OpenRow, rows: Range<Int>, from band: PixelBand) throws {
        let rowsPerChunk = TileBuffer.rowsPerChunk(of: plane)
        let bytesPerPixel = plane.layout.bytesPerPixel
        var y = rows.lowerBound
        while y < rows.upperBound {
            let rowInTile = open.span.offset + y - open.span.samples.lowerBound
            try makeRoom(in: &open, forRow: rowInTile)
            let count = min(rowsPerChunk - rowInTile % rowsPerChunk, rows.upperBound - y)
            for (tile, columns) in zip(open.tiles, columns) {
                guard let tile else { continue }
                var target = tile.row(rowInTile) + columns.offset * bytesPerPixel
                var source = band.row(y) + columns.samples.lowerBound * bytesPerPixel
                let byteCount = columns.samples.count * bytesPerPixel
                for _ in 0..<count {
                    target.copyMemory(from: source, byteCount: byteCount)
                    target += tile.rowBytes
                    source += band.stride
                }
            }
            open.filled += count
            y += count
        }
    }

    /// Allocates the rows of the tiles through `row`, filled with background where tiles are padded.
    private func makeRoom(in open: inout OpenRow, forRow row: Int) throws {
        let rowsPerChunk = TileBuffer.rowsPerChunk(of: plane)
        while open.allocatedRows <= row {
            var chunks = try assembler.acquireChunks(open.tiles.count { $0 != nil })
            for column in open.tiles.indices where open.tiles[column] != nil {
                let chunk = chunks.removeLast()
                open.tiles[column]?.append(chunk)
                guard open.span.isPadded || columns[column].isPadded else { continue }
                for y in 0..<rowsPerChunk {
                    (chunk + y * backgroundRow.count).copyMemory(from: backgroundRow, byteCount: backgroundRow.count)
                }
            }
            open.allocatedRows += rowsPerChunk
        }
    }
}

/// The samples of a plane that one column or row of tiles shows, and their position inside the tiles.
struct TileSpan {
    /// The samples of the level's plane.
    let samples: Range<Int>
    /// Samples of a tile before the first of them.
    let offset: Int
    /// All samples of a tile in this direction, padding included.
    let length: Int

    /// Whether the tiles are padded in this direction.
    var isPadded: Bool { length > samples.count }

    init(column: Int, of level: Level, in pyramid: Pyramid, plane: PlaneFormat) {
        let index = TileIndex(level: level.index, column: column, row: 0)
        samples = plane.span(pyramid.rect(of: index).columns)
        offset = plane.length(pyramid.offsetInTile(of: index).x)
        length = plane.length(pyramid.storedSize(of: index).width)
    }

    init(row: Int, of level: Level, in pyramid: Pyramid, plane: PlaneFormat) {
        let index = TileIndex(level: level.index, column: 0, row: row)
        samples = plane.span(pyramid.rect(of: index).rows)
        offset = plane.length(pyramid.offsetInTile(of: index).y)
        length = plane.length(pyramid.storedSize(of: index).height)
    }
}
