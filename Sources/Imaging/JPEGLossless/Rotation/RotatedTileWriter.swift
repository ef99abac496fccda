internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decodes stored tiles, and encodes them as upright ones.
///
/// One thread uses a writer at a time.
final class RotatedTileWriter: StripTileWriter {
    private let scan: JPEGScan
    private let transform: DCTBlockTransform
    private let decoder: RotatedTileDecoder
    private let encoder: CoefficientTileEncoder

    /// Creates a writer of tiles of at most so many stored MCUs each way.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(
        _ scan: JPEGScan, _ transform: DCTBlockTransform, _ header: RecodedTileHeader, mcuColumns: Int, mcuRows: Int
    ) throws(OutOfMemory) {
        self.scan = scan
        self.transform = transform
        decoder = try RotatedTileDecoder(scan, transform, mcuColumns: mcuColumns, mcuRows: mcuRows)
        encoder = CoefficientTileEncoder(header)
    }

    func write(
        _ tile: StoredTile, of rows: [MCURowBitstream], size: PixelSize, _ body: (RawSpan) throws -> Void
    ) throws {
        let mcuColumns = tile.mcuColumns
        try decoder.decode(column: tile.column, mcuColumns: mcuColumns, of: rows)
        let blockRows = zip(scan.components, decoder.coefficients.components).map { component, blocks -> [BlockRow] in
            let across = mcuColumns * component.horizontalSampling
            let down = rows.count * component.verticalSampling
            let (columns, rows) = transform.transposes ? (down, across) : (across, down)
            return (0..<rows).map { BlockRow(blocks, from: $0 * columns) }
        }
        try encoder.encode(size: size, rows: blockRows, body)
    }

    func storedRow(of problem: CoefficientTileEncoder.OutOfRange, rows: Int) -> Int {
        let component = scan.components[problem.component]
        let row = (transform.transposes ? problem.column : problem.row) / component.verticalSampling
        return transform.flipsVertically ? rows - 1 - row : row
    }
}
