internal import Glibc
internal import TilePyramid

/// Makes sequential JPEGs smaller at their right and lower edge by copying their bits, as far as they are wanted: what
/// ``JPEGTrimmer`` does for all kinds, in a quarter of the time.
///
/// What follows from a header is kept for the next image, which mostly has the same. One thread uses it at a time.
final class JPEGBitTrimmer {
    /// What images with the same header have in common.
    private struct Kind {
        /// The bytes before the data.
        let header: [UInt8]
        /// What is to be left of an image.
        let part: PixelSize
        /// What stands before the data of that.
        let partHeader: [UInt8]
        let rows: Int
        let decoder: EntropyDecoder
        let joiner: JPEGBitJoiner
        /// What becomes of coefficients, which is not wanted.
        let coefficients: FoldedCoefficients

        /// Whether an image is one of these.
        func fits(_ jpeg: [UInt8], _ part: PixelSize) -> Bool {
            self.part == part && header.count <= jpeg.count && memcmp(header, jpeg, header.count) == 0
        }
    }

    private let headers: JPEGSampleDecoder
    private let size: PixelSize
    private let encoding: TileEncoding
    private let window = EntropyWindow()
    private let row = MCURow()
    private var kind: Kind?

    /// A trimmer of images of one size.
    ///
    /// - Parameters:
    ///   - headers: reads headers.
    ///   - size: what the images have.
    ///   - encoding: what goes into the parts beside the picture; they keep the Huffman tables that the images have.
    init(_ headers: JPEGSampleDecoder, size: PixelSize, encoding: TileEncoding) {
        (self.headers, self.size, self.encoding) = (headers, size, encoding)
    }

    /// Lends the left upper part of a JPEG, as a JPEG.
    ///
    /// - Parameters:
    ///   - jpeg: the image.
    ///   - part: what is to be left of it; no larger than it is.
    ///   - body: called if it is one that can be trimmed so.
    /// - Returns: whether it is.
    /// - Throws: ``JPEGSampleDecoder/Failure`` when it is damaged, or what `body` throws.
    func trim(_ jpeg: [UInt8], to part: PixelSize, _ body: (RawSpan) throws -> Void) throws -> Bool {
        precondition(part.width <= size.width && part.height <= size.height, "a part is no larger")
        if kind?.fits(jpeg, part) != true {
            kind = try makeKind(of: jpeg, part)
        }
        guard let kind else { return false }
        jpeg.withUnsafeBufferPointer { bytes in
            window.show(UnsafeBufferPointer(rebasing: bytes[kind.header.count...]))
        }
        kind.decoder.begin()
        kind.joiner.begin(kind.partHeader)
        for _ in 0..<kind.rows {
            row.removeAll()
            do {
                try kind.decoder.decodeRow(into: row, kind.coefficients.base)
            } catch {
                throw JPEGSampleDecoder.Failure(error)
            }
            guard kind.joiner.append(column: 0, of: row) else {
                throw JPEGSampleDecoder.Failure(reason: "it has brightness that no JPEG can have")
            }
        }
        try kind.joiner.finish(body)
        return true
    }

    /// What can be done with an image and those that follow; nil when libjpeg has to trim it.
    private func makeKind(of jpeg: [UInt8], _ part: PixelSize) throws(JPEGSampleDecoder.Failure) -> Kind? {
        guard let (scan, start) = try headers.scan(of: jpeg, size: size),
            let transform = HalfSizeTransform(scan, foldsAll: true)
        else { return nil }
        let header = JPEGTileHeader(scan, profile: encoding.profile ?? [], exif: encoding.exif ?? [])
        return Kind(
            header: Array(jpeg[..<start]), part: part,
            partHeader: header.bytes(width: part.width, height: part.height),
            rows: (part.height + scan.unit.down - 1) / scan.unit.down,
            decoder: EntropyDecoder(
                scan, transform: transform, unitsOfTile: (part.width + scan.unit.across - 1) / scan.unit.across,
                window: window),
            joiner: JPEGBitJoiner(scan), coefficients: FoldedCoefficients(transform))
    }
}
