package import ImageSources
package import TilePyramid

/// Divides sequential JPEGs into smaller ones by copying their entropy-coded bits.
///
/// For the top left part it does the work of ``JPEGLosslessCropper``, which accepts JPEGs of any kind, in a quarter of the
/// time. Data derived from a header is kept for the next image, which usually has the same header. One thread uses a divider at
/// a time.
package final class JPEGBitstreamDivider {
    /// The state that images with the same header and the same wanted part share.
    private struct HeaderContext {
        /// The bytes before the entropy-coded data.
        let header: [UInt8]
        let part: PixelSize
        /// The height of a piece in MCUs.
        let pieceRows: Int
        let rows: Int
        let pieceHeader: JPEGTileHeader
        let decoder: EntropyDecoder
        /// One for each column of pieces.
        let splicers: [JPEGSplicer]
        /// Receives the coefficients, which are not used.
        let coefficients: DownscaledCoefficients
    }

    private let headerReader: JPEGSampleDecoder
    private let size: PixelSize
    private let piece: PixelSize
    private let encoding: TileEncoding
    private let bitstream: DestuffedBitstream
    private let row = MCURowBitstream()
    private var context: HeaderContext?

    /// Creates a divider of images of one size.
    ///
    /// - Parameters:
    ///   - headerReader: reads headers.
    ///   - size: the size of the images.
    ///   - piece: the size of the pieces, except the last ones in a row or column; nil for an image in one piece.
    ///   - encoding: the metadata of the pieces; they keep the Huffman tables of the originals.
    /// - Throws: ``JPEGSampleDecoder/Failure`` when the system refuses memory.
    package init(
        _ headerReader: JPEGSampleDecoder, size: PixelSize, piece: PixelSize? = nil, encoding: TileEncoding
    ) throws(JPEGSampleDecoder.Failure) {
        do throws(OutOfMemory) { bitstream = try DestuffedBitstream() } catch { throw .noMemory }
        self.headerReader = headerReader
        self.size = size
        self.piece = piece ?? size
        self.encoding = encoding
    }

    /// Lends the pieces of the top left part of a JPEG, row by row, each as a JPEG.
    ///
    /// - Parameters:
    ///   - jpeg: the image.
    ///   - part: the size of the part; at most the image's.
    ///   - body: called with the column, the row and the bytes of each piece, if the image can be divided in this way.
    /// - Returns: whether the image can be divided in this way.
    /// - Throws: ``JPEGSampleDecoder/Failure`` if the image is damaged, or the error of `body`.
    package func divide(
        _ jpeg: [UInt8], part: PixelSize, _ body: (_ column: Int, _ row: Int, _ bytes: RawSpan) throws -> Void
    ) throws -> Bool {
        precondition(part.width <= size.width && part.height <= size.height, "a part is no larger than the image")
        if context.map({ $0.part == part && jpeg.starts(with: $0.header) }) != true {
            context = try makeContext(of: jpeg, part)
        }
        guard let context else { return false }
        try jpeg.withUnsafeBufferPointer { bytes in
            try bitstream.load(UnsafeBufferPointer(rebasing: bytes[context.header.count...]))
        }
        context.decoder.reset()
        var pieceRow = 0
        for mcuRow in 0..<context.rows {
            if mcuRow == pieceRow * context.pieceRows { begin(pieceRow, context) }
            row.removeAll()
            do {
                try context.decoder.decodeRow(into: row, context.coefficients.base)
            } catch {
                throw JPEGSampleDecoder.Failure(error)
            }
            for (column, splicer) in context.splicers.enumerated() {
                guard splicer.append(column: column, of: row) else {
                    throw JPEGSampleDecoder.Failure(reason: "a DC coefficient is out of range")
                }
            }
            guard mcuRow + 1 == min((pieceRow + 1) * context.pieceRows, context.rows) else { continue }
            for (column, splicer) in context.splicers.enumerated() {
                try splicer.finish { try body(column, pieceRow, $0) }
            }
            pieceRow += 1
        }
        return true
    }

    /// Begins the pieces of a row.
    private func begin(_ pieceRow: Int, _ context: HeaderContext) {
        let height = min(piece.height, context.part.height - pieceRow * piece.height)
        for (column, splicer) in context.splicers.enumerated() {
            let width = min(piece.width, context.part.width - column * piece.width)
            splicer.begin(context.pieceHeader.bytes(of: PixelSize(width: width, height: height)))
        }
    }

    /// Makes the context for an image and the following ones; nil if its bits cannot be copied.
    private func makeContext(of jpeg: [UInt8], _ part: PixelSize) throws(JPEGSampleDecoder.Failure) -> HeaderContext? {
        guard let (scan, start) = try headerReader.scan(of: jpeg, size: size),
            let transform = HalfScaleIDCT(scan, halvesAllComponents: true)
        else { return nil }
        let mcu = scan.mcuSize
        let columns = (part.width + piece.width - 1) / piece.width
        // Pieces that have neighbors consist of whole MCUs.
        guard columns == 1 || piece.width.isMultiple(of: mcu.width),
            part.height <= piece.height || piece.height.isMultiple(of: mcu.height)
        else { return nil }
        let coefficients: DownscaledCoefficients
        do throws(OutOfMemory) { coefficients = try DownscaledCoefficients(transform) } catch { throw .noMemory }
        let edge = (part.width + mcu.width - 1) / mcu.width
        return HeaderContext(
            header: Array(jpeg[..<start]), part: part, pieceRows: (piece.height + mcu.height - 1) / mcu.height,
            rows: (part.height + mcu.height - 1) / mcu.height, pieceHeader: JPEGTileHeader(scan, encoding),
            decoder: EntropyDecoder(
                scan, transform: transform,
                tileColumns: TileColumns(width: (piece.width + mcu.width - 1) / mcu.width, edge: edge),
                bitstream: bitstream),
            splicers: (0..<columns).map { _ in JPEGSplicer(scan) }, coefficients: coefficients)
    }
}
