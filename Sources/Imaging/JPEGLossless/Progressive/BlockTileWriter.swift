internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Encodes upright tiles from the blocks of stored ones.
///
/// One thread uses a writer at a time.
final class BlockTileWriter: StripTileWriter {
    private let components: [JPEGScan.Component]
    private let transform: DCTBlockTransform
    private let encoder: CoefficientTileEncoder
    /// The placement of turned blocks, and memory for them; nil if they stay as they are.
    private let turned: (placement: BlockPlacement, blocks: CoefficientBlocks)?

    /// Creates a writer of tiles of at most so many stored MCUs each way.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(
        _ frame: JPEGFrame, _ transform: DCTBlockTransform, _ header: RecodedTileHeader, mcuColumns: Int, mcuRows: Int
    ) throws(OutOfMemory) {
        components = frame.components
        self.transform = transform
        encoder = CoefficientTileEncoder(header)
        guard transform.transposes || transform.flipsHorizontally || transform.flipsVertically else {
            turned = nil
            return
        }
        let blocks = try CoefficientBlocks(
            counts: frame.components.map { mcuColumns * mcuRows * $0.horizontalSampling * $0.verticalSampling })
        turned = (BlockPlacement(transform), blocks)
    }

    func write(
        _ tile: StoredTile, of rows: [CoefficientBlocks], size: PixelSize, _ body: (RawSpan) throws -> Void
    ) throws {
        let stored = components.enumerated().map { number, component in
            rows.flatMap { row in
                (0..<component.verticalSampling).map { line in
                    BlockRow(
                        row.components[number],
                        from: line * component.blocksPerRow + tile.firstMCU * component.horizontalSampling)
                }
            }
        }
        guard let turned else { return try encoder.encode(size: size, rows: stored, body) }
        let upright = zip(components, stored).enumerated().map { number, stored -> [BlockRow] in
            let (component, rows) = stored
            let columns = tile.mcuColumns * component.horizontalSampling
            let target = turned.blocks.components[number]
            let grid = BlockGrid(columns: columns, rows: rows.count, transform)
            for (row, blocks) in rows.enumerated() {
                for column in 0..<columns {
                    turned.placement.move(blocks, column, to: grid.index(column: column, row: row), of: target)
                }
            }
            let (uprightColumns, uprightRows) = transform.transposes ? (rows.count, columns) : (columns, rows.count)
            return (0..<uprightRows).map { BlockRow(target, from: $0 * uprightColumns) }
        }
        try encoder.encode(size: size, rows: upright, body)
    }

    func storedRow(of problem: CoefficientTileEncoder.OutOfRange, rows: Int) -> Int {
        let row =
            (transform.transposes ? problem.column : problem.row) / components[problem.component].verticalSampling
        return transform.flipsVertically ? rows - 1 - row : row
    }
}
