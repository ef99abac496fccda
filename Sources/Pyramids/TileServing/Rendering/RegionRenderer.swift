internal import Concurrency
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Renders regions of a pyramid: from the tiles that they touch, one row of tiles after the other.
///
/// A region that is a level halved a number of times is equal to the level that a pyramid would have there. Others are
/// resampled once: by the mean of the areas where they become smaller, and linearly where they become larger.
struct RegionRenderer: Sendable {
    let tiles: any DecodedTiles

    /// Renders a region as it was planned, encodes it, and blocks until it is done.
    ///
    /// - Throws: what ``render(_:_:)`` throws, and `CodecError`.
    func encoded(_ plan: RegionPlan, _ options: OutputOptions, quality: Int) throws -> [UInt8] {
        if tiles.terrain == nil, PlanarRegionRenderer.supports(plan, options, tiles.layout),
            let image = try PlanarRegionRenderer(tiles: tiles).render(plan)
        {
            return try image.encoded(quality: quality)
        }
        let image = try image(plan, options)
        try ProcessorTimeBudget.current?.check(leaving: options.format.encodingSeconds(pixels: image.pixels.size.area))
        return try image.encoded(quality: quality)
    }

    /// Renders a region, and rotates it freely if that is asked for.
    private func image(_ plan: RegionPlan, _ options: OutputOptions) throws -> OutputImage {
        let keepsNumbers = tiles.terrain != nil && TerrainAnswers.keepsNumbers(options)
        let size = PixelSize(width: plan.columns.count, height: plan.rows.count)
        guard let rotation = options.freeRotation(of: size) else {
            return try image(plan, options, keepsNumbers: keepsNumbers)
        }
        let pixels = try image(plan, options.beforeRotation, keepsNumbers: keepsNumbers).pixels
        return try rotation.rotated(pixels, holdsNumbers: keepsNumbers, options)
    }

    /// Renders a region, or draws a picture of elevations whose numbers are not kept.
    private func image(_ plan: RegionPlan, _ options: OutputOptions, keepsNumbers: Bool) throws -> OutputImage {
        guard tiles.terrain != nil, !keepsNumbers else { return try render(plan, options) }
        var numbers = OutputOptions()
        numbers.format = .png
        return try ReliefPicture(of: try render(plan, numbers).pixels).drawn(options)
    }

    /// Renders a region as it was planned, and blocks until it is done.
    ///
    /// - Throws: errors of the tiles, `OutOfMemory`, `ProcessorTimeBudget.Exhausted`, and `CancellationError` once the current
    ///   ``Cancellation`` is cancelled.
    func render(_ plan: RegionPlan, _ options: OutputOptions) throws -> OutputImage {
        let size = PixelSize(width: plan.columns.count, height: plan.rows.count)
        let output = try OutputImage(size, from: tiles.layout, options)
        let add = try receiver(plan, output)
        let columns = plan.columns.source
        let rows = plan.rows.source
        let bytes = tiles.layout.bytesPerPixel
        let cancellation = Cancellation.current
        for tileRow in plan.tileRows {
            let tileRows = interior(plan, column: plan.tileColumns.lowerBound, row: tileRow).rows
            let shown = tileRows.clamped(to: rows)
            guard !shown.isEmpty else { continue }
            var row = TileRow()
            for tileColumn in plan.tileColumns {
                let interior = interior(plan, column: tileColumn, row: tileRow)
                let wanted = interior.columns.clamped(to: columns)
                guard !wanted.isEmpty else { continue }
                if let cancellation, cancellation.isCancelled { throw CancellationError() }
                try ProcessorTimeBudget.current?.check()
                let index = TileIndex(level: plan.level, column: tileColumn, row: tileRow)
                let part = PixelRect(
                    x: wanted.lowerBound - interior.x, y: shown.lowerBound - interior.y, width: wanted.count,
                    height: shown.count)
                row.parts.append(
                    TileRow.Part(
                        tile: try tiles.tile(index, scale: plan.scale, part: part), start: part.x * bytes,
                        offset: (wanted.lowerBound - columns.lowerBound) * bytes, byteCount: wanted.count * bytes))
            }
            for y in shown { try add(row, y - tileRows.lowerBound, y - rows.lowerBound) }
        }
        return output
    }

    /// Takes a row of a row of tiles: its number there, and in the region.
    private typealias Receiver = (TileRow, _ tileY: Int, _ y: Int) throws -> Void

    /// A function that turns the rows of the level, counted from the first that is needed, into rows of the result.
    private func receiver(_ plan: RegionPlan, _ output: OutputImage) throws -> Receiver {
        let columns = plan.columns
        let rows = plan.rows
        if plan.isReduction, !tiles.layout.channels.hasAlpha, tiles.terrain == nil {
            return try AreaReducer(columns, rows, tiles.layout, output: output.add).add
        }
        let add = try joinedReceiver(plan, output)
        let row = try PixelMemory(PixelSize(width: columns.source.count, height: 1), tiles.layout)
        return { tiles, tileY, y in
            tiles.copy(row: tileY, to: row)
            try add(row.base, y)
        }
    }

    /// A function that takes the rows of the level, each in one piece.
    private func joinedReceiver(
        _ plan: RegionPlan, _ output: OutputImage
    ) throws -> (UnsafeRawPointer, Int) throws -> Void {
        let columns = plan.columns
        let rows = plan.rows
        if let halvings = plan.halvings {
            guard halvings > 0 else { return output.add }
            let reducer = try BoxReducer(
                PixelSize(width: columns.source.count, height: rows.source.count), tiles.layout,
                origin: PixelOffset(x: columns.source.lowerBound, y: rows.source.lowerBound), halvings: halvings,
                holdsNumbers: tiles.terrain != nil, output: output.add)
            return reducer.add
        }
        let resampler = try ImageResampler(
            width: columns.source.count, layout: tiles.layout,
            to: PixelSize(width: columns.count, height: rows.count), holdsNumbers: tiles.terrain != nil,
            columns: columns.window, rows: rows.window)
        return { row, y in try resampler.add(row, y, output: output.add) }
    }

    /// The pixels of a tile, at the scale at which it is decoded.
    private func interior(_ plan: RegionPlan, column: Int, row: Int) -> PixelRect {
        let full = tiles.pyramid.interior(of: TileIndex(level: plan.level, column: column, row: row))
        let side = plan.scale.rawValue
        let size = plan.scale.size(of: full.size)
        return PixelRect(x: full.x / side, y: full.y / side, width: size.width, height: size.height)
    }
}
