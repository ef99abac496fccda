internal import ImageSources
internal import Concurrency
internal import TilePyramid

/// A row of tiles held as the entropy-coded bits of the image.
final class SplicedTileRow: PassthroughRow {
    let number: Int
    /// What all tiles of the image share.
    let plan: SplicedTilePlan
    /// The MCU rows of the tiles.
    let rows: [MCURowBitstream]
    private let countdown: TileCountdown

    init(number: Int, plan: SplicedTilePlan, rows: [MCURowBitstream], pool: ObjectPool<MCURowBitstream>) {
        self.number = number
        self.plan = plan
        self.rows = rows
        countdown = TileCountdown(plan.level.grid.columns) { pool.recycle(rows) }
    }

    func releaseTile() { countdown.releaseTile() }

    func makeWriter() throws -> any PassthroughWriter { SplicedTileWriter(plan) }
}

/// What is common to all tiles that are spliced from an image.
struct SplicedTilePlan: Sendable {
    let scan: JPEGScan
    let pyramid: Pyramid
    let header: JPEGTileHeader
    /// The image's name for messages.
    let name: String

    var level: Level { pyramid.finestLevel }
}
