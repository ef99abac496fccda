internal import ImageMetadata
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

/// Writes tiles by splicing the image's bitstream.
final class SplicedTileWriter: PassthroughWriter {
    private let plan: SplicedTilePlan
    private let splicer: JPEGSplicer

    init(_ plan: SplicedTilePlan) {
        self.plan = plan
        splicer = JPEGSplicer(plan.scan)
    }

    func write(column: Int, of row: any PassthroughRow, _ body: (RawSpan) throws -> Void) throws {
        guard let row = row as? SplicedTileRow else { preconditionFailure("a writer writes rows of its own source") }
        let rect = plan.pyramid.rect(of: TileIndex(level: plan.level.index, column: column, row: row.number))
        splicer.begin(plan.header.bytes(width: rect.size.width, height: rect.size.height))
        guard row.rows.allSatisfy({ splicer.append(column: column, of: $0) }) else {
            throw CodecError(
                .damaged, file: plan.name,
                "a DC coefficient in tile \(column), \(row.number) is out of range; the file is damaged. Cut the "
                    + "image with --lossless never.")
        }
        try splicer.finish(body)
    }
}
