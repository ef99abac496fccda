internal import Compression
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Decompresses and unfilters the rows of PNG files that are not interlaced, with buffers reused from file to file.
final class PNGRowReader {
    /// Created with the first file; nil without memory.
    private(set) lazy var decompressor = ZlibDecompressor()
    private var joined = ScratchBuffer()
    private var filtered = ScratchBuffer()
    private var rows = ScratchBuffer()

    /// Lends the rows to `body` from top to bottom.
    ///
    /// - Parameters:
    ///   - file: a file whose data can be large enough for its size.
    ///   - bytesPerPixel: the distance to the pixel on the left that filters use.
    ///   - name: the tile's name for error messages.
    ///   - body: gets the stored bytes of a row, and scratch memory of the same size.
    /// - Throws: ``CodecError``, or what `body` throws.
    func read(
        _ file: PNGFile, bytesPerPixel: Int, name: String,
        _ body: (_ row: UnsafeRawPointer, _ y: Int, _ scratch: UnsafeMutableRawPointer) throws -> Void
    ) throws {
        guard let decompressor else { throw CodecError.noMemoryForTile(name) }
        let rowBytes = file.rowBytes
        let target = try filtered.reserve(file.pixelBytes + PNGFilter.padding)
        let output = UnsafeMutableRawBufferPointer(start: target, count: file.pixelBytes)
        guard decompressor.decompress(try file.joinedData(&joined), into: output) == .success else {
            throw CodecError.damagedTile(name, "its data cannot be decompressed")
        }

        // The row of zeros above the first, then lent as scratch.
        let scratchRow = try rows.reserve(rowBytes + PNGFilter.padding)
        scratchRow.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes + PNGFilter.padding)
        var above = UnsafeRawPointer(scratchRow)
        for y in 0..<file.header.size.height {
            let start = target + y * (rowBytes + 1)
            guard let filter = PNGFilter(rawValue: start.load(as: UInt8.self)) else {
                throw CodecError.damagedTile(name, "a row has an unknown filter")
            }
            filter.unfilter(start + 1, above: above, count: rowBytes, bytesPerPixel: bytesPerPixel)
            above = UnsafeRawPointer(start + 1)
            try body(above, y, scratchRow)
        }
    }

    /// Frees buffers that are larger than `limit` bytes.
    func trim(to limit: Int) {
        joined.trim(to: limit)
        filtered.trim(to: limit)
    }
}
