internal import LayerTree
internal import PixelKernels
internal import TilePyramid

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
            switch shape.blendMode {
            case .over: Blending.over(seen, opacity: shape.opacity, onto: target, count: columns.count)
            case .add: Blending.add(seen, opacity: shape.opacity, onto: target, count: columns.count)
            }
        }
    }

    /// Calls `body` for the columns that a shape may cover in each row; without a coverage if it covers them fully.
    private func forEachRun(
        of shape: ShapeCommand, in bounds: PixelRect,
        _ body: (
            _ row: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<UInt8>?, _ target: UnsafeMutablePointer<UInt32>
        ) -> Void
    ) {
        shape.coverage.forEachSpan(in: bounds) { span in
            let columns = shape.polygons.reduce(span.columns) { $0.clamped(to: $1.columns(inRow: span.row)) }
            guard !columns.isEmpty else { return }
            let covered = span.coverage.map { $0 + (columns.lowerBound - span.columns.lowerBound) }
            body(span.row, columns, covered, canvas.pixels(column: columns.lowerBound, row: span.row))
        }
    }

    /// Draws a shadow.
    func draw(_ shadow: ShadowCommand, in bounds: PixelRect) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bounds.size.width) { memory in
            guard let coverage = memory.baseAddress else { return }
            for row in bounds.rows {
                let columns = shadow.polygons.reduce(bounds.columns) { $0.clamped(to: $1.columns(inRow: row)) }
                guard !columns.isEmpty else { continue }
                shadow.coverage(row: row, columns: columns, into: coverage)
                let target = canvas.pixels(column: columns.lowerBound, row: row)
                Blending.over(shadow.pixel, coverage: coverage, onto: target, count: columns.count)
            }
        }
    }

    /// Draws copies of an image.
    func draw(_ command: SpritesCommand, in bounds: PixelRect) {
        let size = SIMD2(Float(command.source.size.width), Float(command.source.size.height))
        let (top, bottom) = (Float(bounds.y), Float(bounds.rows.upperBound))
        guard let scratch = workspace.scratch(atDepth: 0, count: bounds.size.width) else { return }
        for sprite in command.sprites {
            let (center, reach) = sprite.extent(of: size)
            guard center.y - reach.y < bottom, center.y + reach.y > top, sprite.tint != 0,
                let source = SpriteSpans(sprite, of: command)
            else { continue }
            let first = max(bounds.y, Int((center.y - reach.y).rounded(.down)))
            let end = min(bounds.rows.upperBound, Int((center.y + reach.y).rounded(.up)))
            guard first < end else { continue }
            for row in first..<end {
                let all = source.columns(inRow: row).clamped(to: bounds.columns)
                let columns = command.polygons.reduce(all) { $0.clamped(to: $1.columns(inRow: row)) }
                guard !columns.isEmpty else { continue }
                let pixels = source.pixels(row: row, columns: columns, scratch: scratch)
                if sprite.tint != 0xFFFF_FFFF { Blending.multiply(scratch, by: sprite.tint, count: columns.count) }
                let target = canvas.pixels(column: columns.lowerBound, row: row)
                switch command.blendMode {
                case .over: Blending.over(pixels, opacity: command.opacity, onto: target, count: columns.count)
                case .add: Blending.add(pixels, opacity: command.opacity, onto: target, count: columns.count)
                }
            }
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
