internal import TilePyramid

/// Writes tiles by copying their bits out of the image.
final class JPEGBitTileWriter: ReadyTileWriter {
    private let cut: JPEGBitCut
    private let joiner: JPEGBitJoiner

    init(_ cut: JPEGBitCut) {
        self.cut = cut
        joiner = JPEGBitJoiner(cut.scan)
    }

    func write(column: Int, of row: any ReadyTileRow, _ body: (RawSpan) throws -> Void) throws {
        guard let row = row as? JPEGBitTileRow else { preconditionFailure("a writer takes rows of its own source") }
        let rect = cut.pyramid.rect(of: TileIndex(level: cut.level.index, column: column, row: row.number))
        joiner.begin(cut.header.bytes(width: rect.size.width, height: rect.size.height))
        guard row.rows.allSatisfy({ joiner.append(column: column, of: $0) }) else {
            throw CodecError(
                .damaged, file: cut.name,
                "the JPEG data of tile \(column), \(row.number) has brightness that no JPEG can have. Cut the "
                    + "image with --lossless never.")
        }
        try joiner.finish(body)
    }
}
