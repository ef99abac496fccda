internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The steps that draw a quad of contents: polygons with one texture each, in drawing order.
///
/// The trilinear filter blends two mip levels. SDL's renderer cannot sample both at once, so the finer level is drawn
/// first, with its color weighted but with full alpha, and then the coarser level is added. That is exact for opaque
/// contents, and for others where both levels are equally opaque.
///
/// The several samples of supersampled contents are drawn over each other, each with its share in the mean so far: all of the first,
/// half of the second and so on. That needs opaque contents; others, and those with antialiased edges, have one sample.
struct ContentsDrawing {
    /// One polygon to draw.
    struct Step {
        /// Whether the polygon is added to the earlier steps of the contents.
        var isAdded: Bool
        /// Whether the polygon is blended over what lies below, by the weights of its corners.
        var isBlended = false
        /// The number of the sample, from 0.
        var sample = 0
        /// The mip level.
        var level: Int
        /// The part of that level, and its polygon.
        var part: ContentsSampling.Part
    }

    /// The mip levels that are drawn, from 0 for full size.
    private(set) var drawnLevels: [Int: (size: ContentsMipLevel, sampling: ContentsSampling)] = [:]
    /// The steps in drawing order.
    private(set) var steps: [Step] = []

    private let contents: RenderContents
    private let view: InverseProjection
    private let halved: [PixelBuffer]
    private let limit: Int?

    /// Computes the steps for contents that fill a polygon of the frame; nil if no part is visible.
    ///
    /// A texture has at most `limit` pixels per side; nil stands for no limit. Cells are clipped to `halves` last: so a layer
    /// that is divided has the same cells on both sides of a cut, and no gap between them. Contents that hide what lies below have
    /// several samples if they are supersampled.
    init?(
        _ contents: RenderContents, in polygon: ClippablePolygon<SIMD2<Double>>,
        halves: [ClippablePolygon<SIMD2<Double>>] = [], softOutline: SoftOutline? = nil, hides: Bool = false,
        mipLevels: [MipCache.Key: MipLevels], limit: Int?
    ) {
        guard let inverse = contents.projection.inverse, let view = InverseProjection(contents) else { return nil }
        self.contents = contents
        self.view = view
        self.limit = limit
        let key = MipCache.Key(buffer: contents.buffer, part: view.source)
        halved = contents.filter == .trilinear ? mipLevels[key]?.halved ?? [] : []
        let cells =
            view.isAffine
            ? [ClippablePolygon(polygon, source: inverse)] : PerspectiveCells.cells(of: polygon, source: inverse)
        for cell in cells {
            let seen = halves.reduce(cell) { cell, half in cell.clipped(to: half) { $0.position } }
            guard !seen.isEmpty else { continue }
            if let softOutline {
                softOutline.parts(of: seen).forEach { add($0, level: 0, isAdded: false, isBlended: true) }
            } else if hides, contents.filter == .supersampled, !view.sampleOffsets.isEmpty {
                addSamples(of: seen)
            } else {
                addSteps(for: seen)
            }
        }
        if cells.count > 1 || steps.count > 1 {
            // Grouped by texture, with the added steps last. The order is free, since cells do not overlap.
            steps.sort {
                ($0.isAdded ? 1 : 0, $0.sample, $0.level, $0.part.row, $0.part.column)
                    < ($1.isAdded ? 1 : 0, $1.sample, $1.level, $1.part.row, $1.part.column)
            }
        }
    }

    /// Adds the steps of a polygon in which perspective can be ignored.
    private mutating func addSteps(for cell: ClippablePolygon<MeshVertex>) {
        guard !halved.isEmpty else { return add(cell, level: 0, isAdded: false) }
        let details = cell.corners.map { corner in
            // The level is evaluated at pixel centers.
            Double(
                view.levelOfDetail(
                    column: corner.position.x - 0.5, row: corner.position.y - 0.5, limit: 256 * halved.count)) / 256
        }
        guard let least = details.min(), let most = details.max() else { return }
        let first = Int(least)
        for level in first...max(first, Int(most.rounded(.up))) {
            var weighted = cell
            for (index, detail) in details.enumerated() {
                weighted.corners[index].weight = max(0, 1 - abs(detail - Double(level)))
            }
            add(weighted, level: level, isAdded: level > first)
        }
    }

    /// Adds a step for each sample of a polygon, with its share in the mean of the samples so far.
    private mutating func addSamples(of cell: ClippablePolygon<MeshVertex>) {
        for (sample, offset) in view.sampleOffsets.enumerated() {
            var moved = cell.mappingSource { $0 + offset }
            for index in moved.corners.indices { moved.corners[index].weight = 1 / Double(sample + 1) }
            add(moved, level: 0, isAdded: false, isBlended: sample > 0, sample: sample)
        }
    }

    private mutating func add(
        _ polygon: ClippablePolygon<MeshVertex>, level: Int, isAdded: Bool, isBlended: Bool = false, sample: Int = 0
    ) {
        let (size, sampling) = self.size(level)
        for part in sampling.parts(of: size.polygon(polygon)) {
            steps.append(Step(isAdded: isAdded, isBlended: isBlended, sample: sample, level: level, part: part))
        }
    }

    private mutating func size(_ level: Int) -> (ContentsMipLevel, ContentsSampling) {
        if let known = drawnLevels[level] { return known }
        let size =
            level > 0
            ? ContentsMipLevel(halved[level - 1], of: view.source, level: level)
            : ContentsMipLevel(contents.buffer, part: view.source)
        let sampling = ContentsSampling(size, isSmooth: contents.filter.isSmooth, limit: limit)
        drawnLevels[level] = (size, sampling)
        return (size, sampling)
    }
}

/// A mip level of some contents: all of them at full size, or a part halved `level` times.
struct ContentsMipLevel {
    /// The pixels.
    let buffer: PixelBuffer
    /// The pixels that may be sampled.
    let samplingBounds: PixelRect
    /// The position of the upper left corner of ``buffer`` in the contents.
    private let origin: SIMD2<Double>
    /// Pixels of ``buffer`` per pixel of the contents.
    private let scale: Double

    /// Creates level 0; only a part of it may be sampled.
    init(_ contents: PixelBuffer, part: PixelRect) {
        buffer = contents
        samplingBounds = part
        origin = .zero
        scale = 1
    }

    /// Creates the level of a part that has been halved `level` times.
    init(_ halved: PixelBuffer, of part: PixelRect, level: Int) {
        buffer = halved
        samplingBounds = PixelRect(halved.size)
        origin = SIMD2(Double(part.x), Double(part.y))
        scale = 1 / Double(1 << level)
    }

    /// Returns the polygon with its source coordinates in pixels of this level.
    func polygon(_ polygon: ClippablePolygon<MeshVertex>) -> ClippablePolygon<MeshVertex> {
        scale == 1 && origin == .zero ? polygon : polygon.mappingSource { ($0 - origin) * scale }
    }
}

/// The sampling of a mip level from textures: the texture for each part of a polygon, and the limits of sampling.
struct ContentsSampling {
    /// A part of a polygon that needs one texture.
    struct Part {
        /// The column of the texture's piece.
        var column: Int
        /// The row of the texture's piece.
        var row: Int
        /// The polygon, with its source coordinates clamped to the limits of sampling.
        var polygon: ClippablePolygon<MeshVertex>
    }

    /// The pieces of the level, one per texture.
    let pieces: TexturePieces
    /// Whether samples are interpolated between pixels.
    let isSmooth: Bool
    /// The ranges of source coordinates that may be sampled.
    private let columns: ClosedRange<Double>
    private let rows: ClosedRange<Double>

    /// Creates the sampling of a level from textures with at most `limit` pixels per side.
    init(_ size: ContentsMipLevel, isSmooth: Bool, limit: Int?) {
        let whole = size.buffer.size
        let part = size.samplingBounds
        pieces = TexturePieces(of: whole, limit: limit)
        self.isSmooth = isSmooth
        func range(_ part: Range<Int>, _ length: Int) -> ClosedRange<Double> {
            // Interpolation reaches half a pixel further. At the edges of the contents the texture ends, so nothing
            // further is sampled.
            let reach = isSmooth ? 0.5 : 0
            let first = part.lowerBound > 0 ? Double(part.lowerBound) + reach : 0
            let last = part.upperBound < length ? Double(part.upperBound) - reach : Double(length)
            return first...max(first, last)
        }
        columns = range(part.columns, whole.width)
        rows = range(part.rows, whole.height)
    }

    /// Splits a polygon into parts with one texture each.
    func parts(of polygon: ClippablePolygon<MeshVertex>) -> [Part] {
        // Without interpolation the source is shifted slightly, so that a sample between two pixels takes the right or
        // lower one despite rounding.
        let polygon = isSmooth ? polygon : polygon.mappingSource { $0 + 1.0 / 1024 }
        let lines = lines(polygon.range { $0.source.x }, within: columns, pieces.size.width)
        return polygon.split(at: lines) { $0.source.x }.flatMap { strip in
            let lines = self.lines(strip.range { $0.source.y }, within: rows, pieces.size.height)
            return strip.split(at: lines) { $0.source.y }.map(part)
        }
    }

    /// The lines to split at: between textures, and at the limits of sampling.
    private func lines(_ range: ClosedRange<Double>, within limits: ClosedRange<Double>, _ length: Int) -> [Double] {
        let between = pieces.lines(within: range, length: length)
        guard isSmooth else { return between }
        // A cut this close to a corner makes no visible difference.
        let margin = 1.0 / 64
        let stops = [limits.lowerBound, limits.upperBound].filter {
            $0 > 0 && $0 < Double(length) && $0 > range.lowerBound + margin && $0 < range.upperBound - margin
        }
        return stops.isEmpty ? between : (stops + between).sorted()
    }

    private func part(_ polygon: ClippablePolygon<MeshVertex>) -> Part {
        let x = polygon.range { $0.source.x }
        let y = polygon.range { $0.source.y }
        let least = SIMD2(columns.lowerBound, rows.lowerBound)
        let most = SIMD2(columns.upperBound, rows.upperBound)
        return Part(
            column: pieces.index(at: (x.lowerBound + x.upperBound) / 2, count: pieces.grid.columns),
            row: pieces.index(at: (y.lowerBound + y.upperBound) / 2, count: pieces.grid.rows),
            polygon: polygon.mappingSource { $0.clamped(lowerBound: least, upperBound: most) })
    }
}
