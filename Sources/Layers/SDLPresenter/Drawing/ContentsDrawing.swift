internal import Compositing
internal import LayerTree
internal import TilePyramid

/// What has to be drawn for a quad of contents: parts of polygons, each of one texture, in the order in which they are
/// drawn.
///
/// Between two sizes of contents, the trilinear filter mixes. Graphics hardware, as SDL uses it, cannot; so the finer
/// size is drawn first, as far as it is seen, but covering what lies below as if it were seen wholly; then the coarser
/// one is added. That is exact for opaque contents, and for others wherever both sizes are equally opaque.
struct ContentsDrawing {
    /// One thing to draw.
    struct Step {
        /// Whether it is added to what has been drawn of the contents before.
        var isAdded: Bool
        /// Which of the sizes it is of.
        var level: Int
        /// What part of the size, where.
        var part: ContentsSampling.Part
    }

    /// The sizes of the contents, from the full one on; only those that are drawn.
    private(set) var drawnLevels: [Int: (size: ContentsMipLevel, sampling: ContentsSampling)] = [:]
    /// What to draw.
    private(set) var steps: [Step] = []

    private let contents: RenderContents
    private let view: InverseProjection
    private let halved: [PixelBuffer]
    private let limit: Int?

    /// Works out what has to be drawn; nil when nothing is seen of the contents.
    ///
    /// - Parameters:
    ///   - contents: the contents.
    ///   - polygon: where they are seen in the frame.
    ///   - mipLevels: the halved sizes of everything that may need them.
    ///   - limit: the sides of the largest texture; nil for none.
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
            // Of one texture after the other; what is added comes last. Cells do not overlap.
            steps.sort {
                ($0.isAdded ? 1 : 0, $0.level, $0.part.row, $0.part.column)
                    < ($1.isAdded ? 1 : 0, $1.level, $1.part.row, $1.part.column)
            }
        }
    }

    /// Adds the steps of a polygon in which perspective does not matter.
    private mutating func addSteps(for cell: ClippablePolygon<MeshVertex>) {
        guard !halved.isEmpty else {
            add(cell, level: 0, isAdded: false)
            return
        }
        let details = cell.corners.map { corner in
            // Where a pixel's center would lie in the corner.
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
