internal import Concurrency
internal import TilePyramid

/// A row of tiles as the bits that stand for them in the image.
final class SplicedTileRow: PassthroughRow {
    let number: Int
    /// What its tiles share with each other and the image.
    let plan: SplicedTilePlan
    /// The rows of MCUs that its tiles consist of.
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

/// How an image is cut into tiles.
struct SplicedTilePlan: Sendable {
    let scan: JPEGScan
    let pyramid: Pyramid
    let header: JPEGTileHeader
    /// The image's name, for messages.
    let name: String

    var level: Level { pyramid.finestLevel }
}
