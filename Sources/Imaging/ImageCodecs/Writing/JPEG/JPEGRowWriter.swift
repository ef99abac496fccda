internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// Writes baseline JPEG with 4:2:0 chroma through libjpeg.
final class JPEGRowWriter: RowWriter {
    let size: PixelSize
    let layout: PixelLayout

    private let file: ImageFileWriter
    private let encoder: OpaquePointer
    private var nextRow = 0

    init(_ file: ImageFileWriter, size: PixelSize, layout: PixelLayout, quality: Int) throws {
        guard
            let encoder = tk_jpeg_row_writer_create(
                file.descriptor, UInt32(size.width), UInt32(size.height), Int32(layout.channels.rawValue),
                Int32(quality), 1)
        else {
            throw CodecError(.encoding, file: file.path, "not enough memory for the JPEG encoder.")
        }
        self.file = file
        self.encoder = encoder
        self.size = size
        self.layout = layout
    }

    deinit { tk_jpeg_row_writer_destroy(encoder) }

    func write(_ band: PixelBand) throws {
        precondition(band.rows.lowerBound == nextRow, "rows must be written in order")
        nextRow = band.rows.upperBound
        let rows = band.base.assumingMemoryBound(to: UInt8.self)
        guard tk_jpeg_row_writer_write(encoder, rows, band.stride, band.rows.count) == 0 else { throw failure() }
    }

    func finish() throws {
        precondition(nextRow == size.height, "every row must be written before finish")
        guard tk_jpeg_row_writer_finish(encoder) == 0 else { throw failure() }
        try file.commit()
    }

    private func failure() -> CodecError {
        let code = tk_jpeg_row_writer_errno(encoder)
        guard code == 0 else { return file.writeError(code) }
        let reason = String(cString: tk_jpeg_row_writer_message(encoder))
        return CodecError(.encoding, file: file.path, "the JPEG encoder failed (\(reason)).")
    }
}
