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
        guard let encoder = tk_jpeg_encoder_create(Int32(layout.channels.rawValue), Int32(quality), 1) else {
            throw CodecError(.encoding, file: file.path, "not enough memory for the JPEG encoder.")
        }
        self.file = file
        self.encoder = encoder
        self.size = size
        self.layout = layout
        try check(
            tk_jpeg_encoder_start_file(encoder, file.descriptor, UInt32(size.width), UInt32(size.height)))
    }

    deinit { tk_jpeg_encoder_destroy(encoder) }

    func write(_ band: PixelBand) throws {
        precondition(band.rows.lowerBound == nextRow, "rows must be written in order")
        nextRow = band.rows.upperBound
        let rows = band.base.assumingMemoryBound(to: UInt8.self)
        try check(tk_jpeg_encoder_write_rows(encoder, rows, band.stride, band.rows.count))
    }

    func finish() throws {
        precondition(nextRow == size.height, "every row must be written before finish")
        try check(tk_jpeg_encoder_finish_file(encoder))
        try file.commit()
    }

    private func check(_ status: tk_jpeg_status) throws {
        switch status {
        case TK_JPEG_OK: break
        case TK_JPEG_WRITE_FAILED: throw file.writeError(tk_jpeg_encoder_errno(encoder))
        default:
            let reason = String(cString: tk_jpeg_encoder_message(encoder))
            throw CodecError(.encoding, file: file.path, "the JPEG encoder failed (\(reason)).")
        }
    }
}
