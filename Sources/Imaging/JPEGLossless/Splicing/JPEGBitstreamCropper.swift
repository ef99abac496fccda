package import ImageSources
package import TilePyramid

/// Crops sequential JPEGs at their right and lower edge by copying their entropy-coded bits.
///
/// Does what ``JPEGLosslessCropper`` does for JPEGs of any kind, in a quarter of the time. What follows from a header
/// is kept for the next image, which usually has the same one. One thread uses a cropper at a time.
package final class JPEGBitstreamCropper {
    /// What images with the same header have in common.
    private struct HeaderContext {
        /// The bytes before the entropy-coded data.
        let header: [UInt8]
        /// The size of the cropped image.
        let part: PixelSize
        /// The bytes before the cropped image's entropy-coded data.
        let partHeader: [UInt8]
        let rows: Int
        let decoder: EntropyDecoder
        let splicer: JPEGSplicer
        /// Receives the coefficients, which are not used.
        let coefficients: DownscaledCoefficients
    }

    private let headerReader: JPEGSampleDecoder
    private let size: PixelSize
    private let encoding: TileEncoding
    private let bitstream: DestuffedBitstream
    private let row = MCURowBitstream()
    private var context: HeaderContext?

    /// Creates a cropper of images of one size.
    ///
    /// - Parameters:
    ///   - headerReader: reads headers.
    ///   - size: the size of the images.
    ///   - encoding: the metadata of the cropped images; they keep the Huffman tables of the originals.
    /// - Throws: ``JPEGSampleDecoder/Failure`` when the system refuses memory.
    package init(_ headerReader: JPEGSampleDecoder, size: PixelSize, encoding: TileEncoding) throws(JPEGSampleDecoder
        .Failure)
    {
        do throws(OutOfMemory) { bitstream = try DestuffedBitstream() } catch { throw .noMemory }
        (self.headerReader, self.size, self.encoding) = (headerReader, size, encoding)
    }

    /// Lends the top left part of a JPEG, as a JPEG.
    ///
    /// - Parameters:
    ///   - jpeg: the image.
    ///   - part: the size of the part; at most the image's.
    ///   - body: called with the part, if the image can be cropped this way.
    /// - Returns: whether the image can be cropped this way.
    /// - Throws: ``JPEGSampleDecoder/Failure`` if it is damaged, or what `body` throws.
    package func crop(_ jpeg: [UInt8], to part: PixelSize, _ body: (RawSpan) throws -> Void) throws -> Bool {
        precondition(part.width <= size.width && part.height <= size.height, "a part is no larger than the image")
        if context.map({ $0.part == part && jpeg.starts(with: $0.header) }) != true {
            context = try makeContext(of: jpeg, part)
        }
        guard let context else { return false }
        try jpeg.withUnsafeBufferPointer { bytes in
            try bitstream.load(UnsafeBufferPointer(rebasing: bytes[context.header.count...]))
        }
        context.decoder.reset()
        context.splicer.begin(context.partHeader)
        for _ in 0..<context.rows {
            row.removeAll()
            do {
                try context.decoder.decodeRow(into: row, context.coefficients.base)
            } catch {
                throw JPEGSampleDecoder.Failure(error)
            }
            guard context.splicer.append(column: 0, of: row) else {
                throw JPEGSampleDecoder.Failure(reason: "a DC coefficient is out of range")
            }
        }
        try context.splicer.finish(body)
        return true
    }

    /// Makes the context for an image and those that follow; nil if libjpeg has to crop it.
    private func makeContext(of jpeg: [UInt8], _ part: PixelSize) throws(JPEGSampleDecoder.Failure) -> HeaderContext? {
        guard let (scan, start) = try headerReader.scan(of: jpeg, size: size),
            let transform = HalfScaleIDCT(scan, halvesAllComponents: true)
        else { return nil }
        let coefficients: DownscaledCoefficients
        do throws(OutOfMemory) { coefficients = try DownscaledCoefficients(transform) } catch { throw .noMemory }
        return HeaderContext(
            header: Array(jpeg[..<start]), part: part,
            partHeader: JPEGTileHeader(scan, encoding).bytes(of: part),
            rows: (part.height + scan.mcuSize.height - 1) / scan.mcuSize.height,
            decoder: EntropyDecoder(
                scan, transform: transform,
                tileColumns: TileColumns(width: (part.width + scan.mcuSize.width - 1) / scan.mcuSize.width),
                bitstream: bitstream),
            splicer: JPEGSplicer(scan), coefficients: coefficients)
    }
}
