package import ImageMetadata
internal import CodecShims
internal import ImageSources

/// The findings of decoding a JPEG, besides its pixels.
package struct JPEGInspection: Equatable {
    /// The damage that libjpeg conceals, as a sentence for a warning; nil for an intact image.
    package var damage: String?
    /// True when extraneous bytes before a marker are skipped.
    package var hasSkippedBytes = false

    /// The warning about extraneous bytes.
    package static let skippedBytesWarning =
        "the JPEG has extraneous bytes before a marker, which are skipped; parts of the image may be wrong."

    /// The warning about a file that ends after its last row.
    package static let missingEndWarning = "the JPEG has no end marker; all of its rows are there."

    /// Decodes a JPEG of any colors, at the smallest scale.
    ///
    /// - Parameter input: the file or bytes.
    /// - Throws: ``CodecError`` when the image cannot be read.
    package init(_ input: ImageInput) throws {
        let decoder = try JPEGDecoderHandle(input)
        let header = try decoder.readHeader()
        if header.has_multiple_scans != 0, header.coefficient_bytes > JPEGImageSource.coefficientLimit {
            try decoder.spill(header.coefficient_bytes)
        }
        let size = try decoder.startInspection()
        var scratch = ScratchBuffer()
        let row = try scratch.reserve(size.rowBytes)
        for number in 0..<size.rows {
            guard try decoder.readRows(into: row, stride: size.rowBytes, count: 1) == 1 else { break }
            guard damage == nil, let found = decoder.damage else { continue }
            let storedRow = min(decoder.damagedRow ?? 8 * (number + 1), Int(header.height))
            damage = found.warning(row: storedRow, of: Int(header.height))
        }
        hasSkippedBytes = decoder.finish()
    }
}

extension JPEGDecoderHandle {
    /// Starts decoding to the stored components at 1/8 scale; returns the number of rows and of the bytes of each.
    fileprivate func startInspection() throws -> (rows: Int, rowBytes: Int) {
        var rows = UInt32(0)
        var rowBytes = 0
        try check(tk_jpeg_decoder_start_inspection(decoder, &rows, &rowBytes))
        return (Int(rows), rowBytes)
    }
}
