internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

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
