internal import Concurrency
internal import ImageSources
internal import MapProjections
internal import Glibc
internal import PixelKernels
internal import TilePyramid

/// Renders map tiles of an image: decodes the tiles of a level that are needed, samples them, and halves the result.
struct MapTileRenderer: Sendable {
    let tiles: any DecodedTiles

    /// Renders a tile as it was planned, and encodes it; blocks until it is done.
    ///
    /// - Parameters:
    ///   - plans: the plans of what the tile shows; where two have a pixel, that with more alpha is shown.
    ///   - format: the format; what lies beyond the image is white in JPEG.
    ///   - quality: the quality of lossy formats.
    /// - Returns: the bytes; nil if no pixel shows anything of the image.
    /// - Throws: errors of the tiles, `OutOfMemory`, `CodecError`, `ProcessorTimeBudget.Exhausted`, and `CancellationError`
    ///   once the current ``Cancellation`` is cancelled.
    func encoded(_ plans: [MapTilePlan], _ format: OutputFormat, quality: Int) throws -> [UInt8]? {
        guard let first = plans.first else { return nil }
        let hasAlpha =
            tiles.layout.channels.hasAlpha || plans.count > 1 || !first.isWhole || !first.sampling.isCovering
        let layout = hasAlpha ? PixelLayout(tiles.layout.channels.withAlpha) : tiles.layout
        let tile = try PixelMemory(PixelSize(width: first.side, height: first.side), layout)
        if hasAlpha { memset(tile.base, 0, tile.byteCount) }
        try render(first, into: tile)
        for plan in plans.dropFirst() {
            let other = try PixelMemory(tile.size, layout)
            memset(other.base, 0, other.byteCount)
            try render(plan, into: other)
            Self.copyMoreOpaque(other, to: tile)
        }
        let rows = 0..<tile.size.height
        if hasAlpha, rows.allSatisfy({ Self.isTransparent(tile.row($0), count: tile.size.width, layout) }) {
            return nil
        }
        var options = OutputOptions()
        options.format = format
        let output = try OutputImage(tile.size, from: layout, options)
        for y in rows { output.add(tile.row(y), y) }
        return try output.encoded(quality: quality)
    }

    /// Renders what a plan shows into the pixels of the tile, and leaves the others as they are.
    private func render(_ plan: MapTilePlan, into tile: PixelMemory) throws {
        let layout = tile.layout
        let window = try window(plan, layout)
        let sampled = try PixelMemory(plan.part.size, layout)
        memset(sampled.base, 0, sampled.byteCount)
        try plan.sampling.render(
            from: PixelWindow(base: UnsafeRawPointer(window.base), stride: window.stride, rect: plan.needed), layout,
            into: sampled)
        let count = min(plan.side - plan.offset.x, ((plan.part.size.width - 1) >> plan.halvings) + 1)
        func add(_ row: UnsafeRawPointer, _ y: Int) {
            (tile.row(plan.offset.y + y) + plan.offset.x * layout.bytesPerPixel)
                .copyMemory(from: row, byteCount: count * layout.bytesPerPixel)
        }
        guard plan.halvings > 0 else {
            for y in 0..<plan.part.size.height { add(sampled.row(y), y) }
            return
        }
        let reducer = try BoxReducer(
            plan.part.size, layout, origin: plan.origin, halvings: plan.halvings,
            holdsNumbers: tiles.terrain != nil, output: { row, y in add(row, y) })
        for y in 0..<plan.part.size.height { try reducer.add(sampled.row(y), y) }
    }

    /// Copies the pixels that have more alpha than those of another tile of the same layout.
    private static func copyMoreOpaque(_ source: PixelMemory, to tile: PixelMemory) {
        let channels = tile.layout.channels.rawValue
        let from = source.base.assumingMemoryBound(to: UInt8.self)
        let to = tile.base.assumingMemoryBound(to: UInt8.self)
        for pixel in stride(from: 0, to: tile.byteCount, by: channels)
        where from[pixel + channels - 1] > to[pixel + channels - 1] {
            (to + pixel).update(from: from + pixel, count: channels)
        }
    }

    /// The pixels of the level that are needed, in one piece.
    private func window(_ plan: MapTilePlan, _ layout: PixelLayout) throws -> PixelMemory {
        let needed = plan.needed
        let window = try PixelMemory(needed.size, layout)
        let conversion = LayoutConversion(
            from: tiles.layout, to: layout, background: (red: 255, green: 255, blue: 255))
        let level = tiles.pyramid.levels[plan.level]
        let cancellation = Cancellation.current
        for row in level.tileRows(showing: needed.rows) {
            for column in level.tileColumns(showing: needed.columns) {
                if let cancellation, cancellation.isCancelled { throw CancellationError() }
                try ProcessorTimeBudget.current?.check()
                let index = TileIndex(level: plan.level, column: column, row: row)
                let interior = tiles.pyramid.interior(of: index)
                guard let wanted = interior.intersection(needed) else { continue }
                let part = PixelRect(
                    x: wanted.x - interior.x, y: wanted.y - interior.y, width: wanted.size.width,
                    height: wanted.size.height)
                let tile = try tiles.tile(index, scale: .full, part: part)
                for y in part.rows {
                    conversion.convert(
                        UnsafeRawPointer(tile.row(y)) + part.x * tiles.layout.bytesPerPixel, count: part.size.width,
                        into: window.row(interior.y + y - needed.y) + (wanted.x - needed.x) * layout.bytesPerPixel)
                }
            }
        }
        return window
    }

    /// Whether no pixel of a row with alpha shows anything.
    private static func isTransparent(_ row: UnsafeRawPointer, count: Int, _ layout: PixelLayout) -> Bool {
        let channels = layout.channels.rawValue
        let samples = row.assumingMemoryBound(to: UInt8.self)
        return (0..<count).allSatisfy { samples[$0 * channels + channels - 1] == 0 }
    }
}
