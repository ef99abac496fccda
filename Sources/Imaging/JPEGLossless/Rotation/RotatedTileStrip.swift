internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A row of stored tiles, held as the entropy-coded bits of the image: a row of upright tiles, or a column of them if
/// the image is transposed.
final class RotatedTileStrip: PassthroughRow {
    let number: Int
    private let plan: RotatedTilePlan
    /// The stored MCU rows of the tiles, and the number of the first.
    private let rows: [MCURowBitstream]
    private let firstRow: Int
    private let countdown: TileCountdown

    /// Creates the strip with the stored number `stored`.
    init(
        stored: Int, firstRow: Int, plan: RotatedTilePlan, rows: [MCURowBitstream], pool: ObjectPool<MCURowBitstream>
    ) {
        number = plan.orientation.mirrorsStoredRows ? plan.rows.count - 1 - stored : stored
        self.plan = plan
        self.rows = rows
        self.firstRow = firstRow
        countdown = TileCountdown(plan.columns.count) { pool.recycle(rows) }
    }

    var isColumn: Bool { plan.orientation.transposes }

    func releaseTile() { countdown.releaseTile() }

    func withTile(column position: Int, _ body: (RawSpan) throws -> Void) throws {
        let stored = plan.orientation.mirrorsStoredColumns ? plan.columns.count - 1 - position : position
        let level = plan.pyramid.finestLevel.index
        let index = TileIndex(
            level: level, column: isColumn ? number : position, row: isColumn ? position : number)
        try plan.writers.withContext { writer in
            do {
                try writer.write(
                    rows, column: stored, mcuColumns: plan.columns.width(of: stored),
                    size: plan.pyramid.rect(of: index).size, body)
            } catch let damage as JPEGDamage {
                throw damage.error(file: plan.name, row: plan.end(ofRow: firstRow), of: plan.storedHeight)
            } catch let problem as CoefficientTileEncoder.OutOfRange {
                let row = firstRow + writer.storedRow(of: problem, rows: rows.count)
                throw JPEGDamage.corrupt.error(file: plan.name, row: plan.end(ofRow: row), of: plan.storedHeight)
            }
        }
    }
}

/// The stored MCUs that are a row or a column of tiles, one after the other.
struct StoredTiles {
    /// The number of tiles.
    let count: Int
    /// The MCUs of the first, of each further one but the last, and of all of them.
    let first: Int
    let others: Int
    let total: Int

    /// Splits `total` MCUs into tiles of `length`, counted from the last one if `isMirrored`.
    init(_ total: Int, length: Int, isMirrored: Bool) {
        count = (total + length - 1) / length
        first = isMirrored ? total - (count - 1) * length : min(length, total)
        others = length
        self.total = total
    }

    /// The longest tile.
    var longest: Int { min(others, total) }

    /// Returns the number of MCUs of a tile.
    func width(of number: Int) -> Int {
        let start = number == 0 ? 0 : first + (number - 1) * others
        return number == 0 ? first : min(others, total - start)
    }
}

/// The values shared by all tiles that are cut from a rotated image.
struct RotatedTilePlan: Sendable {
    let pyramid: Pyramid
    let orientation: Orientation
    /// The stored columns and rows of tiles.
    let columns: StoredTiles
    let rows: StoredTiles
    /// The height of the stored image and of its MCUs in pixels.
    let storedHeight: Int
    let mcuHeight: Int
    /// The image's name for messages.
    let name: String
    /// The memory of the threads that write tiles.
    let writers: ContextPool<RotatedTileWriter>

    /// Returns the pixel row past an MCU row.
    func end(ofRow mcuRow: Int) -> Int { min((mcuRow + 1) * mcuHeight, storedHeight) }
}
