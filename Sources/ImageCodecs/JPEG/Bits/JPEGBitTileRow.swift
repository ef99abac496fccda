internal import TilePyramid

/// A row of tiles as the bits that stand for them in the image.
final class JPEGBitTileRow: ReadyTileRow {
    let number: Int
    /// What its tiles share with each other and the image.
    let cut: JPEGBitCut
    /// The rows of MCUs that its tiles consist of.
    let rows: [MCURow]
    private let countdown: TileCountdown

    init(number: Int, cut: JPEGBitCut, rows: [MCURow], pool: ReusePool<MCURow>) {
        self.number = number
        self.cut = cut
        self.rows = rows
        countdown = TileCountdown(cut.level.grid.columns) { pool.giveBack(rows) }
    }

    func tileIsDone() { countdown.tileIsDone() }

    func makeWriter() throws -> any ReadyTileWriter { JPEGBitTileWriter(cut) }
}

/// How an image is cut into tiles.
struct JPEGBitCut: Sendable {
    let scan: JPEGScan
    let pyramid: Pyramid
    let header: JPEGTileHeader
    /// The image's name, for messages.
    let name: String

    var level: Level { pyramid.finestLevel }
}
