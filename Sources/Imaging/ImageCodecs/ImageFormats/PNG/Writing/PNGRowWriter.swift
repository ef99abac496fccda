internal import Compression
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Writes PNG row by row: each is filtered, deflated by zlib and written in `IDAT` chunks of bounded size.
///
/// Source of the format: PNG (Third Edition), W3C.
final class PNGRowWriter: RowWriter {
    let size: PixelSize
    let layout: PixelLayout

    /// The maximum bytes of data in an `IDAT` chunk.
    private static let chunkBytes = 64 * 1024
    /// The zlib level: higher ones make photographs hardly smaller and much slower.
    private static let compressionLevel: Int32 = 6

    private let file: ImageFileWriter
    private let deflater: ZlibStreamCompressor
    private var filter: PNGRowFilter
    private var nextRow = 0

    init(_ file: ImageFileWriter, size: PixelSize, layout: PixelLayout) throws {
        self.file = file
        self.size = size
        self.layout = layout
        filter = PNGRowFilter(rowBytes: size.width * layout.bytesPerPixel, pixelBytes: layout.bytesPerPixel)
        guard let deflater = ZlibStreamCompressor(compressionLevel: Self.compressionLevel, outputBytes: Self.chunkBytes)
        else {
            throw CodecError(.encoding, file: file.path, "not enough memory for the PNG encoder.")
        }
        self.deflater = deflater
        try file.write(
            PNGHeader.signature + PNGChunks.header(size: size, layout: layout) + PNGChunks.chunk("sRGB", [0]))
    }

    func write(_ band: PixelBand) throws {
        precondition(band.rows.lowerBound == nextRow, "rows must be written in order")
        nextRow = band.rows.upperBound
        for row in band.rows {
            try filter.filter(band.row(row)) { bytes in
                try deflater.deflate(bytes, finish: false) { try file.write(PNGChunks.chunk("IDAT", Array($0))) }
            }
        }
    }

    func finish() throws {
        precondition(nextRow == size.height, "every row must be written before finish")
        try deflater.deflate(UnsafeBufferPointer(start: nil, count: 0), finish: true) {
            try file.write(PNGChunks.chunk("IDAT", Array($0)))
        }
        try file.write(PNGChunks.chunk("IEND", []))
        try file.commit()
    }
}
