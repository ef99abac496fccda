package import PixelKernels
package import TilePyramid

/// Encodes an image as a TIFF in uncompressed strips, in memory.
package enum TIFFStripEncoder {
    /// The target size of a strip in bytes: large enough for an efficient read, small enough to skip.
    static let stripBytes = 256 * 1024

    /// Encodes an image.
    ///
    /// - Parameters:
    ///   - pixels: the first pixel.
    ///   - stride: the bytes from one row to the next.
    ///   - size: the columns and rows, at least one of each.
    ///   - layout: the layout of the pixels in memory.
    /// - Returns: the bytes of a TIFF; a BigTIFF from 4 GiB on.
    package static func bytes(
        of pixels: UnsafeRawPointer, stride: Int, size: PixelSize, layout: PixelLayout
    ) -> [UInt8] {
        let rowBytes = size.width * layout.bytesPerPixel
        let header = TIFFStripDirectory(size: size, layout: layout, rowsPerStrip: max(1, stripBytes / rowBytes))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(header.pixelOffset + rowBytes * size.height)
        header.write { bytes += $0 }
        for y in 0..<size.height {
            bytes += UnsafeRawBufferPointer(start: pixels + y * stride, count: rowBytes)
        }
        return bytes
    }
}
