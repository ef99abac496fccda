internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import TilePyramid

/// Writes an image's coefficients as tiles with one libjpeg compressor (`jpeg_write_coefficients`), losslessly.
final class CoefficientTileWriter: PassthroughWriter {
    private let writer: OpaquePointer
    private let plan: CoefficientTilePlan

    init(_ plan: CoefficientTilePlan) throws {
        var structure = plan.structure
        guard let writer = tk_jpeg_coefficient_writer_create(&structure, plan.optimizesHuffman ? 1 : 0) else {
            throw CodecError(.encoding, file: "tile", "not enough memory for a JPEG encoder.")
        }
        self.writer = writer
        self.plan = plan
        guard
            tk_jpeg_coefficient_writer_set_metadata(
                writer, plan.profile, plan.profile.count, plan.exif, plan.exif.count)
                == TK_JPEG_OK
        else {
            tk_jpeg_coefficient_writer_destroy(writer)
            throw CodecError(.encoding, file: "tile", "not enough memory for the profile.")
        }
    }

    deinit {
        tk_jpeg_coefficient_writer_destroy(writer)
    }

    func write(column: Int, of row: any PassthroughRow, _ body: (RawSpan) throws -> Void) throws {
        guard let row = row as? CoefficientTileRow else {
            preconditionFailure("a writer writes rows of its own source")
        }
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
