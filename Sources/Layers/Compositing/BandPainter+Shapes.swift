internal import LayerTree
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

extension BandPainter {
    /// Draws a shape.
    func draw(_ shape: ShapeCommand, in bounds: PixelRect) {
        if case .color(let pixel) = shape.paint {
            forEachRun(of: shape, in: bounds) { _, columns, covered, target in
                switch (shape.blendMode, covered) {
                case (.over, let covered?): Blending.over(pixel, coverage: covered, onto: target, count: columns.count)
                case (.over, nil): Blending.over(pixel, onto: target, count: columns.count)
                case (.add, _):
                    guard let scratch = workspace.scratch(atDepth: 0, count: columns.count) else { return }
                    if let covered {
                        scratch.update(repeating: 0, count: columns.count)
                        Blending.over(pixel, coverage: covered, onto: scratch, count: columns.count)
                    } else {
                        scratch.update(repeating: pixel, count: columns.count)
                    }
                    Blending.add(scratch, opacity: 255, onto: target, count: columns.count)
                }
            }
            return
        }
        shape.paint.drawSpans(
            columns: bounds.columns, with: ShapeConsumer(painter: self, shape: shape, bounds: bounds))
    }

    fileprivate func fill(_ shape: ShapeCommand, in bounds: PixelRect, from source: some SpanSource) {
        let width = bounds.size.width
        // The pixels of the paint, and the same as far as they are covered.
        guard let scratch = workspace.scratch(atDepth: 0, count: 2 * width) else { return }
        var source = source
        forEachRun(of: shape, in: bounds) { row, columns, covered, target in
            let pixels = source.pixels(row: row, columns: columns, scratch: scratch)
            var seen = pixels
            if let covered {
                let target = scratch + width
                target.update(repeating: 0, count: columns.count)
                Blending.over(pixels, coverage: covered, onto: target, count: columns.count)
                seen = UnsafePointer(target)
            }
            shape.blendMode.blend(seen, opacity: shape.opacity, onto: target, count: columns.count)
        }
    }

    /// Calls `body` for the columns that a shape may cover in each row; the coverage is nil if the shape covers them fully.
    private func forEachRun(
        of shape: ShapeCommand, in bounds: PixelRect,
        _ body: (
            _ row: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<UInt8>?, _ target: UnsafeMutablePointer<UInt32>
        ) -> Void
    ) {
        shape.forEachRow(of: coverage.shapes, in: bounds) { row, all, covered in
            let columns = shape.polygons.columns(inRow: row, of: all)
            guard !columns.isEmpty else { return }
            let target = canvas.pixels(column: columns.lowerBound, row: row)
            body(row, columns, covered.map { $0 + (columns.lowerBound - all.lowerBound) }, target)
        }
    }

    /// Draws a shadow.
    func draw(_ shadow: ShadowCommand, in bounds: PixelRect) {
        let mask = coverage.shadows[shadow.mask]
        let bounds = bounds.intersection(shadow.reach(of: mask))
        guard !bounds.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * ShadowRun.size(columns: bounds.size.width)) {
            memory in
            guard let scratch = memory.baseAddress else { return }
            // Left and right of what is hidden; most rows of a rectangle's shadow are like the one before.
            var runs = (
                ShadowRun(scratch: scratch), ShadowRun(scratch: scratch + ShadowRun.size(columns: bounds.size.width))
            )
            func draw(_ columns: Range<Int>, row: Int, _ run: inout ShadowRun) {
                guard !columns.isEmpty else { return }
                let target = canvas.pixels(column: columns.lowerBound, row: row)
                let covered = run.coverage(of: shadow, mask, row: row, columns: columns)
                Blending.over(shadow.pixel, coverage: covered, onto: target, count: columns.count)
            }
            for row in bounds.rows {
                let columns = shadow.polygons.columns(inRow: row, of: bounds.columns)
                let hidden = shadow.hidden.columns
                guard shadow.hidden.rows.contains(row), hidden.overlaps(columns) else {
                    draw(columns, row: row, &runs.0)
                    continue
                }
                draw(columns.lowerBound..<max(columns.lowerBound, hidden.lowerBound), row: row, &runs.0)
                draw(min(columns.upperBound, hidden.upperBound)..<columns.upperBound, row: row, &runs.1)
            }
        }
    }

    /// Draws copies of an image.
    func draw(_ command: SpritesCommand, in bounds: PixelRect) {
        guard let scratch = workspace.scratch(atDepth: 0, count: bounds.size.width) else { return }
        command.forEachRun(in: bounds, scratch: scratch) { tint, row, columns in
            if tint != 0xFFFF_FFFF { Blending.multiply(scratch, by: tint, count: columns.count) }
            let target = canvas.pixels(column: columns.lowerBound, row: row)
            command.blendMode.blend(scratch, opacity: command.opacity, onto: target, count: columns.count)
        }
    }
}

/// Fills a shape with the pixels of a source.
private struct ShapeConsumer: SpanConsumer {
    let painter: BandPainter
    let shape: ShapeCommand
    let bounds: PixelRect

    func draw(_ source: some SpanSource) {
        if let tint = shape.tint {
            painter.fill(shape, in: bounds, from: TintedSpans(source: source, tint: tint))
        } else {
            painter.fill(shape, in: bounds, from: source)
        }
    }
}
