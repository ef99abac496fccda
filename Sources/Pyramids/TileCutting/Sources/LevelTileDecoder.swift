internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// The tiles of a level, decoded into their places in a row of tiles; by several threads at once.
struct LevelTileDecoder: Sendable {
    let source: any TileSource
    let level: Level
    let layout: PixelLayout
    let background: RGBColor
    let name: String

    /// The rows of a row of tiles.
    struct Memory: @unchecked Sendable {
        // The guard behind `@unchecked Sendable`: every tile is written by one thread, to columns of its own.

        /// The first pixel of the level's row of pixels.
        let base: UnsafeMutableRawPointer
        /// Bytes from one row of pixels to the next.
        let stride: Int
    }

    /// The most tiles that are looked at to see what all are.
    static let sampleLimit = 64

    /// The rows of the level that belong to a row of tiles, overlaps left out.
    func rows(of row: Int) -> Range<Int> {
        Self.span(row, tileSide: level.tileSize.height, inset: level.inset.y, length: level.size.height)
    }

    private func columns(of column: Int) -> Range<Int> {
        Self.span(column, tileSide: level.tileSize.width, inset: level.inset.x, length: level.size.width)
    }

    private static func span(_ position: Int, tileSide: Int, inset: Int, length: Int) -> Range<Int> {
        let start = position * tileSide - inset
        return max(0, start)..<min(length, start + tileSide)
    }

    /// Decodes a tile into its columns of memory that holds the rows of its row of tiles.
    func write(column: Int, row: Int, to memory: Memory) throws {
        let index = TileIndex(level: level.index, column: column, row: row)
        let (columns, rows) = (columns(of: column), rows(of: row))
        let stride = memory.stride
        let target = memory.base + columns.lowerBound * layout.bytesPerPixel
        guard let tile = try source.read(index) else {
            let pixel = Background.pixel(background, layout)
            let blank = Array(repeatElement(pixel, count: columns.count).joined())
            for y in 0..<rows.count {
                (target + y * stride).copyMemory(from: blank, byteCount: blank.count)
            }
            return
        }
        let image = try openTileImage(tile.bytes, name: "\(name): tile \(index)")
        let (rect, place) = (source.pyramid.rect(of: index), source.pyramid.offsetInTile(of: index))
        // What lies before the columns and rows in the tile: its overlap, and what is beyond the picture.
        let left = place.x + columns.lowerBound - rect.x
        let top = place.y + rows.lowerBound - rect.y
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
                conversion.convert(
                    band.row(y) + before, count: columns.count, into: target + (y - top) * stride)
            }
        }
    }

    /// What the tiles of a level have in common: color if any has it, alpha if any has it or some are absent, and the
    /// most depth.
    ///
    /// - Throws: `CodecError` when the level has no tiles or one cannot be read.
    static func commonLayout(_ source: any TileSource, _ level: Level, name: String) throws -> PixelLayout {
        var layouts: [PixelLayout] = []
        var (hasMissingTiles, holdsAlpha) = (false, false)
        func inspect(at place: Int) throws {
            let index = TileIndex(
                level: level.index, column: place % level.grid.columns, row: place / level.grid.columns)
            guard let tile = try source.read(index) else {
                hasMissingTiles = true
                return
            }
            holdsAlpha = holdsAlpha || tile.format.supportsAlpha
            layouts.append(try openTileImage(tile.bytes, name: "\(name): tile \(index)").info.layout)
        }
        let samples = min(sampleLimit, level.grid.count)
        for sample in 0..<samples {
            try inspect(at: sample * level.grid.count / samples)
        }
        var place = 0
        while layouts.isEmpty, place < level.grid.count {
            try inspect(at: place)
            place += 1
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
