internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Takes the rows of one plane of a level as they come, gathers them into tiles, and hands the halved rows to the next level.
///
/// Rows are copied once, into their tiles, while they are still in the processor's cache.
final class LevelBuilder {
    /// A row of tiles that is being gathered; nil stands for a tile that need not be made.
    private struct OpenRow {
        var rows: Range<Int>
        var tiles: [TileBuffer?]
        var filled = 0
    }

    private let level: Level
    private let pyramid: Pyramid
    private let plane: Plane
    /// Samples in a row of the plane, and rows.
    private let size: PixelSize
    private let queue: TileQueue
    private let assembler: TileAssembler
    private let isFinished: (TileIndex) -> Bool
    private let coarser: LevelBuilder?

    private var open: [OpenRow] = []
    private var nextTileRow = 0
    /// An upper row that waits for the lower one of its pair.
    private let heldRow: UnsafeMutableRawPointer
    private var isHolding = false
    /// Rows of the coarser level made from one band.
    private var halved = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    private var rowBytes: Int { size.width * plane.layout.bytesPerPixel }

    /// A builder of the level at `index` and of all coarser ones that are present.
    init(
        index: Int, pyramid: Pyramid, plane: Plane, queue: TileQueue, assembler: TileAssembler,
        isFinished: @escaping (TileIndex) -> Bool
    ) {
        level = pyramid.levels[index]
        self.pyramid = pyramid
        self.plane = plane
        let level = pyramid.levels[index]
        size = PixelSize(width: plane.length(level.size.width), height: plane.length(level.size.height))
        self.queue = queue
        self.assembler = assembler
        self.isFinished = isFinished
        heldRow = .allocate(byteCount: size.width * plane.layout.bytesPerPixel, alignment: 64)
        coarser =
            index > pyramid.presentLevels.lowerBound
            ? LevelBuilder(
                index: index - 1, pyramid: pyramid, plane: plane, queue: queue, assembler: assembler,
                isFinished: isFinished)
            : nil
    }

    deinit {
        heldRow.deallocate()
        halved.deallocate()
        queue.abandon(open.flatMap { $0.tiles.compactMap { $0 } })
    }

    /// Takes the next rows of the level.
    func add(_ band: PixelBand) throws {
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
            let end = min(open.first?.rows.upperBound ?? band.rows.upperBound, band.rows.upperBound)
            openRows(upTo: end)
            for place in open.indices {
                let rows = (start..<end).clamped(to: open[place].rows)
                if !rows.isEmpty {
                    try fill(&open[place], rows: rows, from: band)
                }
            }
            while let first = open.first, first.filled == first.rows.count {
                open.removeFirst()
                assembler.add(first.tiles.compactMap { $0 })
            }
            start = end
        }
    }

    /// Opens every row of tiles that begins above row `end` of the level.
    private func openRows(upTo end: Int) {
        while nextTileRow < level.grid.rows {
            let rows = plane.span(pyramid.span(of: nextTileRow, length: level.size.height))
            guard rows.lowerBound < end else { return }
            let tiles = (0..<level.grid.columns).map { column -> TileBuffer? in
                let index = TileIndex(level: level.index, column: column, row: nextTileRow)
                let columns = plane.span(pyramid.span(of: column, length: level.size.width))
                let size = PixelSize(width: columns.count, height: rows.count)
                return isFinished(index) ? nil : TileBuffer(index: index, size: size, plane: plane)
            }
            open.append(OpenRow(rows: rows, tiles: tiles))
            nextTileRow += 1
        }
    }

    /// Copies `rows` of the band into the tiles of an open row, column by column, chunk by chunk.
    private func fill(_ open: inout OpenRow, rows: Range<Int>, from band: PixelBand) throws {
        let rowsPerChunk = TileBuffer.rowsPerChunk(of: plane)
        var y = rows.lowerBound
        while y < rows.upperBound {
            let place = y - open.rows.lowerBound
            let inChunk = place % rowsPerChunk
            if inChunk == 0 {
                var chunks = try queue.acquireChunks(open.tiles.count { $0 != nil })
                for column in open.tiles.indices where open.tiles[column] != nil {
                    open.tiles[column]?.append(chunks.removeLast())
                }
            }
            let count = min(rowsPerChunk - inChunk, rows.upperBound - y)
            for (column, tile) in open.tiles.enumerated() {
                guard let tile else { continue }
                let x = plane.span(pyramid.span(of: column, length: level.size.width)).lowerBound
                var target = tile.row(place)
                var source = band.row(y) + x * plane.layout.bytesPerPixel
                for _ in 0..<count {
                    target.copyMemory(from: source, byteCount: tile.rowBytes)
                    target += tile.rowBytes
                    source += band.stride
                }
            }
            open.filled += count
            y += count
        }
    }

    // MARK: The coarser level

    private func reduce(_ band: PixelBand) throws {
        guard let coarser else { return }
        let coarserBytes = coarser.rowBytes
        let made = (band.rows.upperBound == size.height ? band.rows.upperBound + 1 : band.rows.upperBound) / 2
        let first = (band.rows.lowerBound + (isHolding ? 0 : 1)) / 2
        var y = band.rows.lowerBound
        if made > first {
            let room = reserveHalved((made - first) * coarserBytes)
            for outputRow in first..<made {
                let upper = isHolding ? UnsafeRawPointer(heldRow) : band.row(y)
                y += isHolding ? 0 : 1
                isHolding = false
                let lower = y < size.height ? band.row(y) : nil
                y += 1
                Halving.makeRow(
                    upper: upper, lower: lower, width: size.width, layout: plane.layout,
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

    private func reserveHalved(_ byteCount: Int) -> UnsafeMutableRawPointer {
        if let base = halved.baseAddress, halved.count >= byteCount {
            return base
        }
        halved.deallocate()
        let base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        halved = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
        return base
    }
}
