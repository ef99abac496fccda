internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A row of stored tiles, held as the bits or the coefficients of its MCU rows: a row of upright tiles, or a column of
/// them if the image is transposed.
final class TileStrip<Writer: StripTileWriter>: PassthroughRow {
    let number: Int
    private let plan: TileStripPlan<Writer>
    /// The stored MCU rows of the tiles, and the number of the first.
    private let rows: [Writer.Row]
    private let firstRow: Int
    private let countdown: TileCountdown

    /// Creates the strip with the stored number `stored`, whose rows are given back with `recycle`.
    init(
        stored: Int, firstRow: Int, plan: TileStripPlan<Writer>, rows: [Writer.Row],
        recycle: @escaping @Sendable ([Writer.Row]) -> Void
    ) {
        number = plan.orientation.mirrorsStoredRows ? plan.rows.count - 1 - stored : stored
        self.plan = plan
        self.rows = rows
        self.firstRow = firstRow
        countdown = TileCountdown(plan.columns.count) { recycle(rows) }
    }

    var isColumn: Bool { plan.orientation.transposes }

    func releaseTile() { countdown.releaseTile() }

    func withTile(column position: Int, _ body: (RawSpan) throws -> Void) throws {
        let stored = plan.orientation.mirrorsStoredColumns ? plan.columns.count - 1 - position : position
        let level = plan.pyramid.finestLevel.index
        let index = TileIndex(
            level: level, column: isColumn ? number : position, row: isColumn ? position : number)
        let tile = StoredTile(
            column: stored, firstMCU: plan.columns.start(of: stored), mcuColumns: plan.columns.length(of: stored))
        try plan.writers.withContext { writer in
            do {
                try writer.write(tile, of: rows, size: plan.pyramid.rect(of: index).size, body)
            } catch let damage as JPEGDamage {
                throw damage.error(file: plan.name, row: plan.start(ofRow: firstRow), of: plan.storedHeight)
            } catch let problem as CoefficientTileEncoder.OutOfRange {
                let row = firstRow + writer.storedRow(of: problem, rows: rows.count)
                throw JPEGDamage.corrupt.error(file: plan.name, row: plan.start(ofRow: row), of: plan.storedHeight)
            }
        }
    }
}

/// Writes upright tiles from the MCU rows of stored ones.
///
/// One thread uses a writer at a time.
protocol StripTileWriter: AnyObject, SendableMetatype {
    /// The data that is kept of an MCU row.
    associatedtype Row: Sendable

    /// Writes a tile.
    ///
    /// - Parameters:
    ///   - tile: the position of the stored tile in its strip.
    ///   - rows: the MCU rows of the strip.
    ///   - size: the size of the upright tile in pixels.
    ///   - body: called with the tile.
    /// - Throws: ``JPEGDamage``, ``CoefficientTileEncoder/OutOfRange``, or what `body` throws.
    func write(_ tile: StoredTile, of rows: [Row], size: PixelSize, _ body: (RawSpan) throws -> Void) throws

    /// Returns the stored MCU row of an upright block, counted in a tile of `rows` MCU rows.
    func storedRow(of problem: CoefficientTileEncoder.OutOfRange, rows: Int) -> Int
}

/// The position of a stored tile in its strip.
struct StoredTile {
    /// The number of the tile, from the left.
    let column: Int
    /// The tile's first MCU, and its width in MCUs.
    let firstMCU: Int
    let mcuColumns: Int
}
