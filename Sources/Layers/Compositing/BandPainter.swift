internal import LayerTree
internal import PixelKernels
internal import TilePyramid

/// Draws a band, a range of rows of the area to draw, on one worker.
struct BandPainter {
    /// The destination.
    let canvas: Canvas
    /// The pixels to draw, within the canvas.
    let area: PixelRect
    /// The coverage of shapes and shadows.
    let coverage: FrameCoverage
    /// The worker's scratch memory.
    let workspace: Workspace
    /// The nesting depth of groups.
    var depth = 0

    /// Draws all commands over a background.
    func draw(_ commands: CommandList, over background: UInt32) {
        commands.forEachVisible(in: area) { isCovered in
            if !isCovered { fill(with: background, where: commands) }
        } _: { content, bounds in
            switch content {
            case .quad(let quad): draw(quad, in: bounds)
            case .shape(let shape): draw(shape, in: bounds)
            case .shadow(let shadow): draw(shadow, in: bounds)
            case .sprites(let sprites): draw(sprites, in: bounds)
            case .group(let group): draw(group, in: bounds)
            }
        }
    }

    /// Fills the pixels that no command hides.
    private func fill(with background: UInt32, where commands: CommandList) {
        for part in commands.inBand(ofRow: area.y).uncoveredPixels(of: area, limit: DrawCommand.hiderLimit) {
            for row in part.rows {
                canvas.pixels(column: part.x, row: row).update(repeating: background, count: part.size.width)
            }
        }
    }

    // MARK: Groups

    private func draw(_ group: GroupCommand, in bounds: PixelRect) {
        guard let base = workspace.scratch(atDepth: depth + 1, count: bounds.size.area) else { return }
        let own = Canvas(base: base, stride: bounds.size.width, bounds: bounds)
        inner(own, depth: depth + 1).draw(group.commands, over: 0)
        if let commands = group.maskCommands { mask(own, by: commands, group.maskOperation) }
        for row in bounds.rows {
            let source = UnsafePointer(own.pixels(column: bounds.x, row: row))
            let target = canvas.pixels(column: bounds.x, row: row)
            group.blendMode.blend(source, opacity: group.opacity, onto: target, count: bounds.size.width)
        }
    }

    /// Multiplies a group's pixels by the alpha of its mask, or combines their colors with it.
    private func mask(_ group: Canvas, by commands: CommandList, _ operation: MaskOperation) {
        let bounds = group.bounds
        guard let base = workspace.scratch(atDepth: depth + 2, count: bounds.size.area) else { return }
        let mask = Canvas(base: base, stride: bounds.size.width, bounds: bounds)
        inner(mask, depth: depth + 2).draw(commands, over: 0)
        switch operation {
        case .alpha: Blending.mask(group.base, by: UnsafePointer(base), count: bounds.size.area)
        case .difference(let gain):
            let gain = UInt8(min(max(gain, 1), MaskOperation.maximumGain))
            Blending.difference(group.base, from: UnsafePointer(base), gain: gain, count: bounds.size.area)
        case .multiply: Blending.multiply(group.base, by: UnsafePointer(base), count: bounds.size.area)
        case .screen: Blending.screen(group.base, with: UnsafePointer(base), count: bounds.size.area)
        }
    }

    /// Returns a painter that draws into other memory.
    private func inner(_ canvas: Canvas, depth: Int) -> BandPainter {
        BandPainter(
            canvas: canvas, area: canvas.bounds, coverage: coverage, workspace: workspace, depth: depth)
    }

    // MARK: Quads

    private func draw(_ quad: QuadCommand, in bounds: PixelRect) {
        if case .color(let pixel) = quad.paint, quad.softEdges == nil {
            fill(quad, in: bounds, with: pixel)
        } else {
            quad.paint.drawSpans(
                columns: bounds.columns, with: QuadConsumer(painter: self, quad: quad, bounds: bounds))
        }
    }

    /// Calls `body` for the columns that a quad covers in each row.
    private func forEachSpan(
        of quad: QuadCommand, in bounds: PixelRect,
        _ body: (_ row: Int, _ columns: Range<Int>, _ target: UnsafeMutablePointer<UInt32>) -> Void
    ) {
        let isRectangle = quad.polygons.isEmpty
        for row in bounds.rows {
            let columns = isRectangle ? bounds.columns : quad.columns(inRow: row).clamped(to: bounds.columns)
            if !columns.isEmpty {
                body(row, columns, canvas.pixels(column: columns.lowerBound, row: row))
            }
        }
    }

    private func fill(_ quad: QuadCommand, in bounds: PixelRect, with pixel: UInt32) {
        forEachSpan(of: quad, in: bounds) { _, columns, target in
            if quad.isOpaque {
                target.update(repeating: pixel, count: columns.count)
            } else if quad.blendMode == .over {
                Blending.over(pixel, onto: target, count: columns.count)
            } else {
                Blending.add(pixel, onto: target, count: columns.count)
            }
        }
    }

    fileprivate func fill(_ quad: QuadCommand, in bounds: PixelRect, from source: some SpanSource) {
        if let edges = quad.softEdges {
            fill(quad, in: bounds, from: source, edges)
            return
        }
        var source = source
        // Opaque pixels are sampled straight into the destination.
        guard !quad.isOpaque else {
            forEachSpan(of: quad, in: bounds) { row, columns, target in
                let pixels = source.pixels(row: row, columns: columns, scratch: target)
                if pixels != UnsafePointer(target) {
                    target.update(from: pixels, count: columns.count)
                }
            }
            return
        }
        guard let scratch = workspace.scratch(atDepth: 0, count: bounds.size.width) else { return }
        forEachSpan(of: quad, in: bounds) { row, columns, target in
            let pixels = source.pixels(row: row, columns: columns, scratch: scratch)
            quad.blendMode.blend(pixels, opacity: quad.opacity, onto: target, count: columns.count)
        }
    }
}

extension BandPainter {
    /// Fills a quad with antialiased edges: the columns that are covered fully as if it had none, and the others blended.
    private func fill(_ quad: QuadCommand, in bounds: PixelRect, from source: some SpanSource, _ edges: SoftEdges) {
        let width = bounds.size.width
        guard let scratch = workspace.scratch(atDepth: 0, count: 2 * width) else { return }
        var source = source
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { coverage in
            guard let coverage = coverage.baseAddress else { return }
            forEachSpan(of: quad, in: bounds) { row, columns, target in
                func blend(_ pixels: UnsafePointer<UInt32>, _ part: Range<Int>) {
                    let target = target + (part.lowerBound - columns.lowerBound)
                    quad.blendMode.blend(pixels, opacity: quad.opacity, onto: target, count: part.count)
                }
                func fillEdge(_ part: Range<Int>) {
                    guard !part.isEmpty else { return }
                    edges.coverage(row: row, columns: part, into: coverage)
                    let pixels = source.pixels(row: row, columns: part, scratch: scratch)
                    let seen = scratch + width
                    seen.update(repeating: 0, count: part.count)
                    Blending.over(pixels, coverage: coverage, onto: seen, count: part.count)
                    blend(seen, part)
                }
                let full = edges.fullColumns(inRow: row, of: columns)
                guard !full.isEmpty else { return fillEdge(columns) }
                fillEdge(columns.lowerBound..<full.lowerBound)
                let inside = target + (full.lowerBound - columns.lowerBound)
                if quad.isOpaqueInside {
                    let pixels = source.pixels(row: row, columns: full, scratch: inside)
                    if pixels != UnsafePointer(inside) { inside.update(from: pixels, count: full.count) }
                } else {
                    blend(source.pixels(row: row, columns: full, scratch: scratch), full)
                }
                fillEdge(full.upperBound..<columns.upperBound)
            }
        }
    }
}

extension RenderBlendMode {
    /// Blends pixels onto those of the destination, with an opacity in 255ths.
    @inline(__always)
    func blend(
        _ pixels: UnsafePointer<UInt32>, opacity: UInt8, onto target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        switch self {
        case .over: Blending.over(pixels, opacity: opacity, onto: target, count: count)
        case .add: Blending.add(pixels, opacity: opacity, onto: target, count: count)
        }
    }
}

/// Fills a quad with the pixels of a source.
private struct QuadConsumer: SpanConsumer {
    let painter: BandPainter
    let quad: QuadCommand
    let bounds: PixelRect

    func draw(_ source: some SpanSource) {
        if let tint = quad.tint {
            painter.fill(quad, in: bounds, from: TintedSpans(source: source, tint: tint))
        } else {
            painter.fill(quad, in: bounds, from: source)
        }
    }
}
