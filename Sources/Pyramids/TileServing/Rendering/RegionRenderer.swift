internal import Concurrency
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// Renders regions of a pyramid: from the tiles that they touch, one row of tiles after the other.
///
/// A region that is a level halved a number of times is equal to the level that a pyramid would have there. Others are
/// resampled once: by the mean of the areas where they become smaller, and linearly where they become larger.
struct RegionRenderer: Sendable {
    let tiles: any DecodedTiles

    /// Renders a region as it was planned, and blocks until it is done.
    ///
    /// - Throws: errors of the tiles, `OutOfMemory`, and `CancellationError` once the current ``Cancellation`` is cancelled.
    func render(_ plan: RegionPlan, _ options: OutputOptions) throws -> OutputImage {
        let size = PixelSize(width: plan.columns.count, height: plan.rows.count)
        let output = try OutputImage(size, from: tiles.layout, options)
        let add = try receiver(plan, output)
        let (columns, rows) = (plan.columns.source, plan.rows.source)
        let bytes = tiles.layout.bytesPerPixel
        var memory = ScratchBuffer()
        let stride = columns.count * bytes
        let cancellation = Cancellation.current
        for tileRow in plan.tileRows {
            let first = interior(plan, column: plan.tileColumns.lowerBound, row: tileRow)
            let shown = first.rows.clamped(to: rows)
            guard !shown.isEmpty else { continue }
            let band = try memory.reserve(shown.count * stride)
            for tileColumn in plan.tileColumns {
                let index = TileIndex(level: plan.level, column: tileColumn, row: tileRow)
                let interior = interior(plan, column: tileColumn, row: tileRow)
                let wanted = interior.columns.clamped(to: columns)
                guard !wanted.isEmpty else { continue }
                if let cancellation, cancellation.isCancelled { throw CancellationError() }
                let tile = try tiles.tile(index, scale: plan.scale)
                for y in shown {
                    (band + (y - shown.lowerBound) * stride + (wanted.lowerBound - columns.lowerBound) * bytes)
                        .copyMemory(
                            from: tile.row(y - interior.y) + (wanted.lowerBound - interior.x) * bytes,
                            byteCount: wanted.count * bytes)
                }
            }
            for y in shown { try add(band + (y - shown.lowerBound) * stride, y - rows.lowerBound) }
        }
        return output
    }

    /// What turns the rows of the level, counted from the first that is needed, into those of the result.
    private func receiver(
        _ plan: RegionPlan, _ output: OutputImage
    ) throws -> (UnsafeRawPointer, Int) throws -> Void {
        let (columns, rows) = (plan.columns, plan.rows)
        if let halvings = columns.halvings, halvings == rows.halvings {
            guard halvings > 0 else { return output.add }
            let reducer = try BoxReducer(
                PixelSize(width: columns.source.count, height: rows.source.count), tiles.layout,
                origin: PixelOffset(x: columns.source.lowerBound, y: rows.source.lowerBound), halvings: halvings,
                output: output.add)
            return reducer.add
        }
        if columns.step >= 1, rows.step >= 1, !tiles.layout.channels.hasAlpha {
            return try AreaReducer(columns, rows, tiles.layout, output: output.add).add
        }
        let resampler = try ImageResampler(
            width: columns.source.count, layout: tiles.layout,
            to: PixelSize(width: columns.count, height: rows.count), columns: columns.window, rows: rows.window)
        return { row, y in try resampler.add(row, y, output: output.add) }
    }

    /// The pixels of a tile, at the scale at which it is decoded.
    private func interior(_ plan: RegionPlan, column: Int, row: Int) -> PixelRect {
        let full = tiles.pyramid.interior(of: TileIndex(level: plan.level, column: column, row: row))
        let (side, size) = (plan.scale.rawValue, plan.scale.size(of: full.size))
        return PixelRect(x: full.x / side, y: full.y / side, width: size.width, height: size.height)
    }
}
