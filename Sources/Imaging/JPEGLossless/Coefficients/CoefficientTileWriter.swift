internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import TilePyramid

/// Writes an image's coefficients as tiles with one libjpeg compressor (`jpeg_write_coefficients`), losslessly.
final class CoefficientTileWriter {
    private let writer: OpaquePointer

    /// Creates a compressor that writes this metadata into every tile.
    ///
    /// - Throws: ``CodecError`` if memory runs out.
    init(_ structure: tk_jpeg_structure, profile: [UInt8], exif: [UInt8], optimizesHuffman: Bool) throws {
        var structure = structure
        guard let writer = tk_jpeg_coefficient_writer_create(&structure, optimizesHuffman ? 1 : 0) else {
            throw CodecError(.encoding, file: "tile", "not enough memory for a JPEG encoder.")
        }
        self.writer = writer
        guard
            tk_jpeg_coefficient_writer_set_metadata(writer, profile, profile.count, exif, exif.count) == TK_JPEG_OK
        else {
            tk_jpeg_coefficient_writer_destroy(writer)
            throw CodecError(.encoding, file: "tile", "not enough memory for the profile.")
        }
    }

    deinit {
        tk_jpeg_coefficient_writer_destroy(writer)
    }

    func write(column: Int, of row: CoefficientTileRow, _ body: (RawSpan) throws -> Void) throws {
        let plan = row.plan
        let level = plan.pyramid.finestLevel
        let rect = plan.pyramid.rect(of: TileIndex(level: level.index, column: column, row: row.number))
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        let status = row.rows.map(\.memory).withUnsafeBufferPointer { rows in
            tk_jpeg_coefficient_writer_write(
                writer, rows.baseAddress, UInt32(rect.x / plan.structure.mcuSize.width), UInt32(rect.size.width),
                UInt32(rect.size.height), &bytes, &length)
        }
        guard status == TK_JPEG_OK, let bytes else {
            throw CodecError(
                .damaged, file: plan.name,
                "the coefficients of tile \(column), \(row.number) cannot be encoded "
                    + "(\(String(cString: tk_jpeg_coefficient_writer_message(writer)))). Cut the image with --lossless never."
            )
        }
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(bytes), byteCount: length))
    }
}
