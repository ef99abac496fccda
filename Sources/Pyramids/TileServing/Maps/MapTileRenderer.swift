internal import Concurrency
internal import ImageCodecs
internal import MapProjections
internal import Glibc
internal import PixelKernels
internal import TilePyramid

/// Renders map tiles of an image: decodes the tiles of a level that are needed, samples them, and halves the result.
struct MapTileRenderer: Sendable {
    let tiles: any DecodedTiles
    /// The processor time that it may take; nil, the default, for any.
    var budget: AnswerBudget?

    /// Renders a tile as it was planned, and encodes it; blocks until it is done.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - format: JPEG, PNG or WebP; what lies beyond the image is white in JPEG.
    ///   - quality: the quality of lossy formats.
    /// - Returns: the bytes; nil if no pixel shows anything of the image.
    /// - Throws: errors of the tiles, `OutOfMemory`, `CodecError`, and `CancellationError` once the current ``Cancellation`` is
    ///   cancelled.
    func encoded(_ plan: MapTilePlan, _ format: TileFormat, quality: Int) throws -> [UInt8]? {
        let hasAlpha = tiles.layout.channels.hasAlpha || !plan.isWhole || !plan.sampling.isCovering
        let layout = hasAlpha ? PixelLayout(tiles.layout.channels.withAlpha) : tiles.layout
        let window = try window(plan, layout)
        let sampled = try PixelMemory(plan.part.size, layout)
        memset(sampled.base, 0, sampled.byteCount)
        try plan.sampling.render(
            from: PixelWindow(base: UnsafeRawPointer(window.base), stride: window.stride, rect: plan.needed), layout,
            into: sampled)
        var options = OutputOptions()
        options.format = format
        let output = try OutputImage(PixelSize(width: plan.side, height: plan.side), from: layout, options)
        // A row of the tile, transparent where the part has no pixels.
        let line = try PixelMemory(PixelSize(width: plan.side, height: 1), layout)
        memset(line.base, 0, line.byteCount)
        if !plan.isWhole { for y in 0..<plan.side { output.add(line.base, y) } }
        let bytesPerPixel = layout.bytesPerPixel
        let count = min(plan.side - plan.offset.x, ((plan.part.size.width - 1) >> plan.halvings) + 1)
        var isBlank = hasAlpha
        func add(_ row: UnsafeRawPointer, _ y: Int) {
            if isBlank { isBlank = Self.isTransparent(row, count: count, layout) }
            (line.base + plan.offset.x * bytesPerPixel).copyMemory(from: row, byteCount: count * bytesPerPixel)
            output.add(line.base, plan.offset.y + y)
        }
        if plan.halvings == 0 {
            for y in 0..<plan.part.size.height { add(sampled.row(y), y) }
        } else {
            let reducer = try BoxReducer(
                plan.part.size, layout, origin: plan.origin, halvings: plan.halvings, output: { row, y in add(row, y) })
            for y in 0..<plan.part.size.height { try reducer.add(sampled.row(y), y) }
        }
        return isBlank ? nil : try output.encoded(quality: quality)
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
                try budget?.check()
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
