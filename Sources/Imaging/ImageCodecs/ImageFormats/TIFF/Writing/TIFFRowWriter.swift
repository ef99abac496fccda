internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Writes TIFF in uncompressed strips: the directory first, then the rows as they come.
///
/// Source of the format: TIFF 6.0 (Adobe, 1992), and libtiff's BigTIFF design for files from 4 GiB on. The byte order
/// is little-endian.
final class TIFFRowWriter: RowWriter {
    let size: PixelSize
    let layout: PixelLayout

    private let file: ImageFileWriter
    private let rowBytes: Int
    private var nextRow = 0

    init(_ file: ImageFileWriter, size: PixelSize, layout: PixelLayout) throws {
        self.file = file
        self.size = size
        self.layout = layout
        rowBytes = size.width * layout.bytesPerPixel
        let header = TIFFStripDirectory(
            size: size, layout: layout, rowsPerStrip: max(1, TIFFStripEncoder.stripBytes / rowBytes))
        try header.write { try file.write($0) }
    }

    func write(_ band: PixelBand) throws {
        precondition(band.rows.lowerBound == nextRow, "rows must be written in order")
        nextRow = band.rows.upperBound
        for row in band.rows {
            try file.write(UnsafeRawBufferPointer(start: band.row(row), count: rowBytes))
        }
    }

    func finish() throws {
        precondition(nextRow == size.height, "every row must be written before finish")
        try file.commit()
    }
}
