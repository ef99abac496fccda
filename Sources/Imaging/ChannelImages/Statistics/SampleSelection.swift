internal import TilePyramid

/// The samples that statistics are measured in: a level, or blocks that are spread over one.
struct SampleSelection {
    /// The level.
    let level: Int
    /// The rectangles, which do not overlap: one or several blocks each, or the middle of one that is too large.
    let rects: [PixelRect]

    /// Selects the coarsest level of at least ``SampledStatistics/levelArea`` samples, or full size if none has as many.
    ///
    /// A level of more than ``SampledStatistics/sampleLimit`` is represented by blocks in the middles of the cells of a grid.
    init(_ image: any ChannelImage) {
        let sizes = image.description.levels
        let level = sizes.indices.last { Self.area(sizes[$0]) >= SampledStatistics.levelArea } ?? 0
        self.level = level
        let size = sizes[level]
        let stored = image.blockSize(ofLevel: level)
        let block = Self.group(
            of: PixelSize(
                width: min(max(1, stored.width), size.width), height: min(max(1, stored.height), size.height)),
            in: size)
        let columns = (size.width + block.width - 1) / block.width
        let rows = (size.height + block.height - 1) / block.height
        let used = Self.numberOfBlocks(columns: columns, rows: rows, block: block, in: size)
        let limit = SampledStatistics.sampleLimit
        rects = (0..<used.rows).flatMap { row in
            (0..<used.columns).map { column in
                let x = Self.middle(column, of: used.columns, among: columns) * block.width
                let y = Self.middle(row, of: used.rows, among: rows) * block.height
                let width = min(block.width, size.width - x, limit)
                let height = min(block.height, size.height - y)
                let kept = min(height, max(1, limit / width))
                return PixelRect(x: x, y: y + (height - kept) / 2, width: width, height: kept)
            }
        }
    }

    /// The size of several neighboring blocks, if one has few samples.
    private static func group(of block: PixelSize, in size: PixelSize) -> PixelSize {
        func multiple(_ side: Int, upTo limit: Int, _ area: Int) -> Int {
            let count = (SampledStatistics.levelArea + area - 1) / area
            return side * min(count, (limit + side - 1) / side)
        }
        let width = min(multiple(block.width, upTo: size.width, area(block)), size.width)
        let row = PixelSize(width: width, height: block.height)
        return PixelSize(width: width, height: min(multiple(block.height, upTo: size.height, area(row)), size.height))
    }

    /// The columns and rows of blocks that are read: all, or about as many as the limit of samples allows.
    private static func numberOfBlocks(
        columns: Int, rows: Int, block: PixelSize, in size: PixelSize
    ) -> (columns: Int, rows: Int) {
        guard area(size) > SampledStatistics.sampleLimit else { return (columns, rows) }
        let count = max(1, SampledStatistics.sampleLimit / max(1, area(block)))
        let side = (Double(count) * Double(columns) / Double(rows)).squareRoot()
        let across = min(columns, count, max(1, Int(min(side.rounded(), 1e9))))
        return (across, min(rows, max(1, count / across)))
    }

    /// The index of the middle one of those in a cell.
    private static func middle(_ cell: Int, of cells: Int, among count: Int) -> Int {
        min(count - 1, (2 * cell + 1) * count / (2 * cells))
    }

    /// The number of pixels; the greatest integer if it does not fit.
    private static func area(_ size: PixelSize) -> Int {
        let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        return overflows ? .max : area
    }
}
