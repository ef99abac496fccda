internal import ImageMetadata
internal import ImageSources
internal import Concurrency
internal import TilePyramid

/// A row of tiles held as the entropy-coded bits of the image.
final class SplicedTileRow: PassthroughRow {
    let number: Int
    private let plan: SplicedTilePlan
    /// The MCU rows of the tiles.
    private let rows: [MCURowBitstream]
    private let countdown: TileCountdown

    init(number: Int, plan: SplicedTilePlan, rows: [MCURowBitstream], pool: ObjectPool<MCURowBitstream>) {
        self.number = number
        self.plan = plan
        self.rows = rows
        countdown = TileCountdown(plan.level.grid.columns) { pool.recycle(rows) }
    }

    func releaseTile() { countdown.releaseTile() }

    func withTile(column: Int, _ body: (RawSpan) throws -> Void) throws {
        let rect = plan.pyramid.rect(of: TileIndex(level: plan.level.index, column: column, row: number))
        try plan.splicers.withContext { splicer in
            splicer.begin(plan.header.bytes(of: rect.size))
            guard rows.allSatisfy({ splicer.append(column: column, of: $0) }) else {
                throw CodecError(
                    .damaged, file: plan.name,
                    "a DC coefficient in tile \(column), \(number) is out of range; the file is damaged. Cut the "
                        + "image with re-encoding.")
            }
            try splicer.finish(body)
        }
    }
}

/// The values shared by all tiles that are spliced from an image.
struct SplicedTilePlan: Sendable {
    let pyramid: Pyramid
    let header: JPEGTileHeader
    /// The image's name for messages.
    let name: String
    /// The splicers of the threads that write tiles.
    let splicers: ContextPool<JPEGSplicer>

    var level: Level { pyramid.finestLevel }
}
