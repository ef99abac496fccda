internal import PixelKernels
internal import TilePyramid

/// Decompresses the rows of PNG files that are not interlaced, and takes their filters off, with memory kept from file to
/// file.
final class PNGRowReader {
    /// Made with the first file; nil before, and when there is no memory.
    private(set) lazy var decompressor = DeflateDecompressor()
    private var joined = ScratchBuffer()
    private var filtered = ScratchBuffer()
    private var rows = ScratchBuffer()

    /// Hands out the rows from top to bottom.
    ///
    /// - Parameters:
    ///   - file: whose data has been found to be enough for its size.
    ///   - bytesPerPixel: the distance at which filters look for the pixel to the left.
    ///   - name: for messages.
    ///   - body: gets the stored bytes of a row, and room for as many that is its own until it returns.
    /// - Throws: ``CodecError``, or what `body` throws.
    func read(
        _ file: PNGFile, bytesPerPixel: Int, name: String,
        _ body: (_ row: UnsafeRawPointer, _ y: Int, _ scratch: UnsafeMutableRawPointer) throws -> Void
    ) throws {
        guard let decompressor else { throw CodecError.noMemoryForTile(name) }
        let rowBytes = file.rowBytes
        let padded = rowBytes + PNGFilter.padding
        let target = filtered.reserve(file.pixelBytes + PNGFilter.padding)
        let output = UnsafeMutableRawBufferPointer(start: target, count: file.pixelBytes)
        guard decompressor.decompress(file.joinedData(&joined), into: output) == .success else {
            throw CodecError.damagedTile(name, "its data cannot be decompressed")
        }

        // Rows are unfiltered into two places in turn; a third holds the zeros above the first, then it is lent.
        let rowBuffers = rows.reserve(3 * padded)
        let scratchRow = rowBuffers + 2 * padded
        scratchRow.initializeMemory(as: UInt8.self, repeating: 0, count: padded)
        var above = UnsafeRawPointer(scratchRow)
        for y in 0..<file.size.height {
            let start = UnsafeRawPointer(target) + y * (rowBytes + 1)
            guard let filter = PNGFilter(rawValue: start.load(as: UInt8.self)) else {
                throw CodecError.damagedTile(name, "a row has an unknown filter")
            }
            var row = start + 1
            if filter != .none {
                let unfiltered = rowBuffers + (y & 1) * padded
                filter.unfilter(
                    from: row, above: above, count: rowBytes, bytesPerPixel: bytesPerPixel, into: unfiltered)
                row = UnsafeRawPointer(unfiltered)
            }
            try body(row, y, scratchRow)
            above = row
        }
    }

    /// Gives memory back that is more than tiles usually need.
    func trim() {
        joined.trim(to: TileDecoder.keptBytes)
        filtered.trim(to: TileDecoder.keptBytes)
    }
}
