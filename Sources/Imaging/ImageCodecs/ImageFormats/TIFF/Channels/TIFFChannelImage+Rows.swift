internal import ChannelImages
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension TIFFChannelImage {
    /// The most bytes of a row that are read at a time.
    private static let rowPieceBytes = 16 << 20

    /// Reads rows of a strip or tile without compression from their places in the file.
    ///
    /// Rows are read together where most of their bytes are needed.
    ///
    /// - Parameters:
    ///   - piece: the piece in the image.
    ///   - column: the column of the block.
    ///   - extent: the part of the file with the block; its size is not used.
    ///   - plane: the plane.
    ///   - target: the first sample.
    ///   - stride: the bytes from one row to the next.
    /// - Throws: ``TIFFBlocks/Problem`` when the file ends before, or ``CodecError`` when reading fails.
    func readRows(
        _ piece: PixelRect, column: Int, _ extent: TIFFBlocks.Extent, of plane: StoredPlane,
        into target: UnsafeMutableRawPointer, stride: Int
    ) throws {
        let page = plane.page
        let samples = plane.samples
        let bits = page.pixelBits
        let firstPixel = piece.x - column * page.block.width
        // Packed samples begin within a byte, but those of each eighth pixel.
        let base = bits % 8 == 0 ? firstPixel : firstPixel / 8 * 8
        // Checked: sides, samples and bits are limited, and offsets are compared with the size of the file.
        let readFrom = base * bits / 8
        let count = ((firstPixel + piece.size.width) * bits + 7) / 8 - readFrom
        guard count <= Self.rowPieceBytes || piece.size.width < 16 else {
            var left = piece
            left.size.width = piece.size.width / 2
            var right = piece
            right.x += left.size.width
            right.size.width -= left.size.width
            try readRows(left, column: column, extent, of: plane, into: target, stride: stride)
            let middle = target + left.size.width * page.sampleType.byteCount
            return try readRows(right, column: column, extent, of: plane, into: middle, stride: stride)
        }
        let isDirect = samples.isIdentity && count == piece.size.width * page.sampleType.byteCount
        let isDense = 4 * count >= page.rowBytes
        let together = isDense ? max(1, Self.bandBytes / page.rowBytes) : 1
        let top = piece.y - piece.y / page.block.height * page.block.height
        var memory = ScratchBuffer()
        var y = 0
        while y < piece.size.height {
            let rows = min(together, piece.size.height - y)
            let span = (rows - 1) * page.rowBytes + count
            let (distance, isTooFar) = (top + y).multipliedReportingOverflow(by: page.rowBytes)
            guard !isTooFar, distance <= plane.file.file.size - extent.offset,
                readFrom <= .max - distance - extent.offset
            else { throw TIFFBlocks.Problem.missing }
            let isInPlace = isDirect && (rows == 1 || (count == page.rowBytes && count == stride))
            let start = isInPlace ? target + y * stride : try memory.reserve(span)
            let room = UnsafeMutableRawBufferPointer(start: start, count: span)
            guard try plane.file.file.read(at: extent.offset + distance + readFrom, into: room) == span else {
                throw TIFFBlocks.Problem.missing
            }
            if page.isByteSwapped {
                for row in 0..<rows {
                    SampleByteOrder.swap(start + row * page.rowBytes, bytes: count, bits: page.storedType.bits)
                }
            }
            if !isInPlace {
                for row in 0..<rows {
                    samples.copy(
                        start + row * page.rowBytes, from: firstPixel - base, count: piece.size.width,
                        to: target + (y + row) * stride)
                }
            }
            y += rows
        }
    }
}
