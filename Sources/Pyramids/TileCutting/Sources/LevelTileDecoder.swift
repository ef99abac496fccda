internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Decodes the tiles of a level into the rows of pixels that a row of tiles covers; several threads may use it at once.
struct LevelTileDecoder: Sendable {
    let source: any TileSource
    let level: Level
    let layout: PixelLayout
    let background: RGBColor
    let name: String

    /// The memory of the pixels of a row of tiles.
    struct Memory: @unchecked Sendable {
        // The guard of `@unchecked Sendable`: every tile is written by one thread, to columns of its own.

        /// The first pixel of the level's row of pixels.
        let base: UnsafeMutableRawPointer
        /// Bytes from one row of pixels to the next.
        let stride: Int
    }

    /// The most tiles that are inspected to find the pixel layout of all.
    static let sampleLimit = 64

    /// The rows of the level that belong to a row of tiles, without overlaps.
    func rows(of row: Int) -> Range<Int> {
        source.pyramid.interior(of: TileIndex(level: level.index, column: 0, row: row)).rows
    }

    /// Decodes a tile into its columns of memory that holds the rows of its row of tiles.
    func write(column: Int, row: Int, to memory: Memory) throws {
        let index = TileIndex(level: level.index, column: column, row: row)
        let interior = source.pyramid.interior(of: index)
        let (columns, rows) = (interior.columns, interior.rows)
        let stride = memory.stride
        let target = memory.base + columns.lowerBound * layout.bytesPerPixel
        guard let tile = try source.read(index) else {
            let pixel = background.backgroundPixel(layout)
            let blank = Array(repeatElement(pixel, count: columns.count).joined())
            for y in 0..<rows.count {
                (target + y * stride).copyMemory(from: blank, byteCount: blank.count)
            }
            return
        }
        let image = try openTileImage(tile.bytes, name: "\(name): tile \(index)")
        let (rect, offset) = (source.pyramid.rect(of: index), source.pyramid.offsetInTile(of: index))
        // Pixels of the tile before these columns and rows: its overlap, and pixels beyond the image.
        let left = offset.x + columns.lowerBound - rect.x
        let top = offset.y + rows.lowerBound - rect.y
        let size = image.info.size
        guard size.width >= left + columns.count, size.height >= top + rows.count,
            size.area <= TileDecoder.defaultPixelLimit
        else {
            throw CodecError(
                .damaged, file: "\(name): tile \(index)",
                "the tile has \(size) pixels where the pyramid says \(source.pyramid.storedSize(of: index)).")
        }
        let conversion = LayoutConversion(
            from: image.info.layout, to: layout,
            background: (red: background.red, green: background.green, blue: background.blue))
        let before = left * image.info.layout.bytesPerPixel
        let shown = top..<(top + rows.count)
        try image.readBands { band in
            for y in band.rows.clamped(to: shown) {
                conversion.convert(band.row(y) + before, count: columns.count, into: target + (y - top) * stride)
            }
        }
    }

    /// Returns the pixel layout that fits all tiles of a level: color if any has it, alpha if any has it or some are
    /// absent, and the greatest depth.
    ///
    /// - Throws: `CodecError` when the level has no tiles or one cannot be read.
    static func commonLayout(_ source: any TileSource, _ level: Level, name: String) throws -> PixelLayout {
        var layouts: [PixelLayout] = []
        var (hasMissingTiles, holdsAlpha) = (false, false)
        func inspect(_ index: TileIndex) throws {
            guard let tile = try source.read(index) else {
                hasMissingTiles = true
                return
            }
            holdsAlpha = holdsAlpha || tile.format.supportsAlpha
            layouts.append(try openTileImage(tile.bytes, name: "\(name): tile \(index)").info.layout)
        }
        for (column, row) in level.grid.samples(sampleLimit) {
            try inspect(TileIndex(level: level.index, column: column, row: row))
        }
        if layouts.isEmpty, let index = try source.anyTile(of: level.index) {
            try inspect(index)
        }
        guard !layouts.isEmpty else {
            throw CodecError(.unsupported, file: name, "there are no tiles at the level of \(level.size) pixels.")
        }
        let isGray = layouts.allSatisfy { $0.channels.opaque == .gray }
        let hasAlpha = layouts.contains { $0.channels.hasAlpha } || hasMissingTiles && holdsAlpha
        let channels: PixelLayout.Channels = isGray ? .gray : .rgb
        return PixelLayout(
            hasAlpha ? channels.withAlpha : channels,
            layouts.contains { $0.depth == .sixteen } ? .sixteen : .eight)
    }
}
