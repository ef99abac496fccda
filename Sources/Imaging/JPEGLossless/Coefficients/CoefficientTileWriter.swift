internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import TilePyramid

/// Writes an image's coefficients as tiles with one libjpeg compressor (`jpeg_write_coefficients`), losslessly.
final class CoefficientTileWriter {
    private let writer: OpaquePointer

    /// Creates a compressor that writes the metadata of `encoding` into every tile.
    ///
    /// - Throws: ``CodecError`` if memory runs out.
    init(_ structure: tk_jpeg_structure, _ encoding: TileEncoding) throws {
        var structure = structure
        guard let writer = tk_jpeg_coefficient_writer_create(&structure, encoding.optimizesHuffman ? 1 : 0) else {
            throw CodecError(.encoding, file: "tile", "not enough memory for a JPEG encoder.")
        }
        self.writer = writer
        let profile = encoding.profile ?? []
        let exif = encoding.exif ?? []
        guard
            tk_jpeg_coefficient_writer_set_metadata(writer, profile, profile.count, exif, exif.count) == TK_JPEG_OK
        else { throw CodecError(.encoding, file: "tile", "not enough memory for the profile.") }
    }

    deinit {
        tk_jpeg_coefficient_writer_destroy(writer)
    }

    /// Writes a tile of `size` pixels that begins at an MCU column of some MCU rows.
    ///
    /// - Returns: the tile's bytes, valid until the next call.
    func write(
        _ rows: [CoefficientRowPool.Row], column: Int, size: PixelSize
    ) throws(JPEGSampleDecoder.Failure) -> UnsafeRawBufferPointer {
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        let status = rows.map(\.memory).withUnsafeBufferPointer { rows in
            tk_jpeg_coefficient_writer_write(
                writer, rows.baseAddress, UInt32(column), UInt32(size.width), UInt32(size.height), &bytes, &length)
        }
        guard status == TK_JPEG_OK, let bytes else {
            throw JPEGSampleDecoder.Failure(reason: String(cString: tk_jpeg_coefficient_writer_message(writer)))
        }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }
}
