internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Takes the rows of one plane of a level as they come, gathers them into tiles, and hands the halved rows to the next
/// level.
///
/// Rows are copied once, into their tiles, while they are still in the processor's cache.
final class LevelBuilder {
    /// A row of tiles that is being gathered; nil stands for a tile that need not be made.
    private struct OpenRow {
        let span: TileSpan
        var tiles: [TileBuffer?]
        /// Rows of the level that are in the tiles.
        var filled = 0
        /// Rows of the tiles for which there is room.
        var allocatedRows = 0
    }

    private let level: Level
    private let pyramid: Pyramid
    private let plane: PlaneFormat
    /// Samples in a row of the plane, and rows.
    private let size: PixelSize
    private let columns: [TileSpan]
    /// A row of the widest tile that shows nothing of the picture; empty where no tile has one.
    private let backgroundRow: [UInt8]
    private let queue: TileQueue
    private let assembler: TileAssembler
    private let wholeLevels: LevelImageCollector?
    private let isFinished: (TileIndex) -> Bool
    private let coarser: LevelBuilder?

    private var open: [OpenRow] = []
    private var nextTileRow = 0
    /// An upper row that waits for the lower one of its pair.
    private let heldRow: UnsafeMutableRawPointer
    private var isHolding = false
    /// Rows of the coarser level made from one band.
    private var halved = RowBuffer()

    private var rowBytes: Int { size.width * plane.layout.bytesPerPixel }

    /// A builder of the level at `index` and of the coarser ones down to `coarsest`.
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

    /// Takes the next rows of the level.
    func add(_ band: PixelBand) throws {
        wholeLevels?.add(band, level: level.index, plane: plane)
        try gather(band)
        try reduce(band)
    }

    // MARK: Tiles

    /// Copies a band into the tiles it touches, in parts that end where a row of tiles ends: each is handed over as
    /// soon as it is complete, so that a tall band needs no more room than a low one.
    private func gather(_ band: PixelBand) throws {
        var start = band.rows.lowerBound
        while start < band.rows.upperBound {
            openRows(upTo: start + 1)
            let end = min(open.first?.span.samples.upperBound ?? band.rows.upperBound, band.rows.upperBound)
            openRows(upTo: end)
            for offset in open.indices {
                let rows = (start..<end).clamped(to: open[offset].span.samples)
                if !rows.isEmpty {
                    try fill(&open[offset], rows: rows, from: band)
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

    /// Copies `rows` of the band into the tiles of an open row, column by column, chunk by chunk.
    private func fill(_ open: inout OpenRow, rows: Range<Int>, from band: PixelBand) throws {
        let rowsPerChunk = TileBuffer.rowsPerChunk(of: plane)
        let bytesPerPixel = plane.layout.bytesPerPixel
        var y = rows.lowerBound
        while y < rows.upperBound {
            let offset = open.span.offset + y - open.span.samples.lowerBound
            try makeRoom(in: &open, forRow: offset)
            let count = min(rowsPerChunk - offset % rowsPerChunk, rows.upperBound - y)
            for (tile, columns) in zip(open.tiles, columns) {
                guard let tile else { continue }
                var target = tile.row(offset) + columns.offset * bytesPerPixel
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

    /// Gets room for the rows of tiles up to `row`, filled with background where the picture does not reach.
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
        // What rounding down leaves out is never halved: the coarser level says how many rows and columns there are.
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
