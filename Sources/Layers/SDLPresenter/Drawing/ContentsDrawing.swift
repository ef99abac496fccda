internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The steps that draw a quad of contents: polygons with one texture each, in drawing order.
///
/// The trilinear filter blends two mip levels. SDL's renderer cannot sample both at once, so the finer level is drawn
/// first, with its color weighted but with full alpha, and then the coarser level is added. That is exact for opaque
/// contents, and for others where both levels are equally opaque.
struct ContentsDrawing {
    /// One polygon to draw.
    struct Step {
        /// Whether the polygon is added to the earlier steps of the contents.
        var isAdded: Bool
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
    /// A texture has at most `limit` pixels per side; nil stands for no limit.
    init?(
        _ contents: RenderContents, in polygon: ClippablePolygon<SIMD2<Double>>,
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
            addSteps(for: cell)
        }
        if cells.count > 1 || steps.count > 1 {
            // Grouped by texture, with the added steps last. The order is free, since cells do not overlap.
            steps.sort {
                ($0.isAdded ? 1 : 0, $0.level, $0.part.row, $0.part.column)
                    < ($1.isAdded ? 1 : 0, $1.level, $1.part.row, $1.part.column)
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

    private mutating func add(_ polygon: ClippablePolygon<MeshVertex>, level: Int, isAdded: Bool) {
        let (size, sampling) = self.size(level)
        for part in sampling.parts(of: size.polygon(polygon)) {
            steps.append(Step(isAdded: isAdded, level: level, part: part))
        }
    }

    private mutating func size(_ level: Int) -> (ContentsMipLevel, ContentsSampling) {
        if let known = drawnLevels[level] { return known }
        let size =
            level > 0
            ? ContentsMipLevel(halved[level - 1], of: view.source, level: level)
            : ContentsMipLevel(contents.buffer, part: view.source)
        let sampling = ContentsSampling(size, isSmooth: contents.filter != .nearest, limit: limit)
        drawnLevels[level] = (size, sampling)
        return (size, sampling)
    }
}
