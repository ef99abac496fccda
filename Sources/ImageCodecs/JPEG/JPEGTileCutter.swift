internal import CodecShims
internal import TilePyramid

/// Writes tiles of an image's coefficients with one libjpeg compressor: nothing is decoded, nothing is lost.
final class JPEGTileCutter: ReadyTileWriter {
    private let cutter: OpaquePointer
    private let cut: JPEGTileCut

    init(_ cut: JPEGTileCut) throws {
        var structure = cut.structure
        guard let cutter = tk_jpeg_tile_cutter_create(&structure, cut.optimizesHuffman ? 1 : 0) else {
            throw CodecError(.encoding, file: "tile", "not enough memory for a JPEG encoder.")
        }
        self.cutter = cutter
        self.cut = cut
        guard
            tk_jpeg_tile_cutter_set_metadata(cutter, cut.profile, cut.profile.count, cut.exif, cut.exif.count)
                == TK_JPEG_OK
        else {
            tk_jpeg_tile_cutter_destroy(cutter)
            throw CodecError(.encoding, file: "tile", "not enough memory for the profile.")
        }
    }

    deinit {
        tk_jpeg_tile_cutter_destroy(cutter)
    }

    func write(column: Int, of row: any ReadyTileRow, _ body: (RawSpan) throws -> Void) throws {
        guard let row = row as? JPEGTileRow else { preconditionFailure("a writer takes rows of its own source") }
        let level = cut.pyramid.finestLevel
        let rect = cut.pyramid.rect(of: TileIndex(level: level.index, column: column, row: row.number))
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        let status = row.rows.map(\.memory).withUnsafeBufferPointer { rows in
            tk_jpeg_tile_cutter_cut(
                cutter, rows.baseAddress, UInt32(rect.x / cut.structure.pixelsOfMCU.across), UInt32(rect.size.width),
                UInt32(rect.size.height), &bytes, &length)
        }
        guard status == TK_JPEG_OK, let bytes else {
            throw CodecError(
                .damaged, file: cut.name,
                "the JPEG data of tile \(column), \(row.number) cannot be written again "
                    + "(\(String(cString: tk_jpeg_tile_cutter_message(cutter)))). Cut the image with --lossless never.")
        }
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(bytes), byteCount: length))
    }
}
