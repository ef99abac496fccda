internal import ImageCodecs
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
    private let queue: TileQueue
    private let assembler: TileAssembler
    private let wholeLevels: LevelImageCollector?
    private let isFinished: (TileIndex) -> Bool
    private let coarser: LevelBuilder?

    private var open: [OpenRow] = []
    private var nextTileRow = 0
    /// The upper row of a pair, kept until the lower one comes.
    private let heldRow: UnsafeMutableRawPointer
    private var isHolding = false
    /// Rows of the coarser level, made from one band.
    private var halved = ScratchBuffer()

    private var rowBytes: Int { size.width * plane.layout.bytesPerPixel }

    /// Creates the builder of the level at `index` and of the coarser ones down to `coarsest`.
    init(
        index: Int, coarsest: Int, pyramid: Pyramid, plane: PlaneFormat, background: Background, queue: TileQueue,
        assembler: TileAssembler, wholeLevels: LevelImageCollector?, isFinished: @escaping (TileIndex) -> Bool
    ) {
        let level = pyramid.levels[index]
        self.level = level
        self.pyramid = pyramid
        self.plane = plane
        columns = (0..<level.grid.columns).map { TileSpan(column: $0, of: level, in: pyramid, plane: plane) }
        backgroundRow =
            pyramid.padsTiles
            ? Array(repeatElement(background.samples[plane.number], count: plane.length(pyramid.tileSize)).joined())
            : []
        size = PixelSize(width: plane.length(level.size.width), height: plane.length(level.size.height))
        self.queue = queue
        self.assembler = assembler
        self.wholeLevels = wholeLevels
        self.isFinished = isFinished
        heldRow = .allocate(byteCount: size.width * plane.layout.bytesPerPixel, alignment: 64)
        coarser =
            index > coarsest
            ? LevelBuilder(
                index: index - 1, coarsest: coarsest, pyramid: pyramid, plane: plane, background: background,
                queue: queue,
                assembler: assembler, wholeLevels: wholeLevels, isFinished: isFinished)
            : nil
    }

    deinit {
        heldRow.deallocate()
        queue.abandon(open.flatMap { $0.tiles.compactMap { $0 } })
    }

    /// Adds the next rows of the level.
    func add(_ band: PixelBand) throws {
        wholeLevels?.add(band, level: level.index, plane: plane)
        try gather(band)
        try reduce(band)
    }

    // MARK: Tiles

    /// Copies a band into the tiles that it touches.
    ///
    /// The band is split where a row of tiles ends. Each row of tiles is handed over as soon as it is complete, so that
    /// a high band needs no more memory than a low one.
    private func gather(_ band: PixelBand) throws {
        var start = band.rows.lowerBound
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
                assembler.add(open.removeFirst().tiles.compactMap { $0 })
            }
            start = end
        }
    }

    /// Opens every row of tiles that begins above row `end` of the level.
    private func openRows(upTo end: Int) {
        while nextTileRow < level.grid.rows {
            let span = TileSpan(row: nextTileRow, of: level, in: pyramid, plane: plane)
            guard span.samples.lowerBound < end else { return }
            let tiles = columns.enumerated().map { column, columns -> TileBuffer? in
                let index = TileIndex(level: level.index, column: column, row: nextTileRow)
                let size = PixelSize(width: columns.length, height: span.length)
                return isFinished(index) ? nil : TileBuffer(index: index, size: size, plane: plane)
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
            var chunks = try queue.acquireChunks(open.tiles.count { $0 != nil })
            for column in open.tiles.indices where open.tiles[column] != nil {
                let chunk = chunks.removeLast()
                open.tiles[column]?.append(chunk)
                if open.span.isPadded || columns[column].isPadded {
                    fillWithBackground(chunk, rows: rowsPerChunk)
                }
            }
            open.allocatedRows += rowsPerChunk
        }
    }

    private func fillWithBackground(_ chunk: UnsafeMutableRawPointer, rows: Int) {
        backgroundRow.withUnsafeBytes { row in
            guard let base = row.baseAddress else { return }
            for y in 0..<rows {
                (chunk + y * row.count).copyMemory(from: base, byteCount: row.count)
            }
        }
    }

    // MARK: The coarser level

    private func reduce(_ band: PixelBand) throws {
        guard let coarser else { return }
        let coarserBytes = coarser.rowBytes
        // Where sizes are rounded down, the last row and column are not used: the coarser level's size decides.
        let end = band.rows.upperBound == size.height ? band.rows.upperBound + 1 : band.rows.upperBound
        let made = min(end / 2, coarser.size.height)
        let width = min(size.width, 2 * coarser.size.width)
        let first = (band.rows.lowerBound + (isHolding ? 0 : 1)) / 2
        var y = band.rows.lowerBound
        if made > first {
            let room = halved.reserve((made - first) * coarserBytes)
            for outputRow in first..<made {
                let upper = isHolding ? UnsafeRawPointer(heldRow) : band.row(y)
                y += isHolding ? 0 : 1
                isHolding = false
                let lower = y < size.height ? band.row(y) : nil
                y += 1
                BoxDownsampling.makeRow(
                    upper: upper, lower: lower, width: width, layout: plane.layout,
                    into: room + (outputRow - first) * coarserBytes, outputRow: outputRow)
            }
            try coarser.add(
                PixelBand(base: UnsafeRawPointer(room), stride: coarserBytes, rows: first..<made))
        }
        if y < band.rows.upperBound {
            heldRow.copyMemory(from: band.row(y), byteCount: rowBytes)
            isHolding = true
        }
    }
}
