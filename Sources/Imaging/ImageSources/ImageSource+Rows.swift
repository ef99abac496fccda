internal import TilePyramid

extension ImageSource {
    /// The default is ``RowAccess/sequential``.
    public var rowAccess: RowAccess { .sequential }

    /// Decodes from the top to the last of the rows, and lends only these.
    public func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        do {
            try readBands { band in
                if let band = band.clamped(to: rows) { try body(band) }
                // A band that ends the image ends it in an orderly way.
                if band.rows.upperBound >= rows.upperBound, rows.upperBound < info.size.height { throw EnoughRows() }
            }
        } catch is EnoughRows {
            return
        }
    }
}

extension PlanarImageSource {
    /// Decodes from the top to the last of the rows, and lends only these.
    package func readPlanes(rows: Range<Int>, _ body: (PlanarBand) throws -> Void) throws {
        do {
            try readPlanes { band in
                if let band = band.clamped(to: rows) { try body(band) }
                let end = band.planes[0].rows.upperBound
                if end >= rows.upperBound, rows.upperBound < info.size.height { throw EnoughRows() }
            }
        } catch is EnoughRows {
            return
        }
    }
}

/// Ends a decoding whose remaining rows are not needed.
private struct EnoughRows: Error {}

extension PixelBand {
    /// Returns the band with only the rows in `rows`; nil if there are none.
    package func clamped(to rows: Range<Int>) -> PixelBand? {
        let kept = self.rows.clamped(to: rows)
        return kept.isEmpty ? nil : PixelBand(base: row(kept.lowerBound), stride: stride, rows: kept)
    }
}

extension PlanarBand {
    /// Returns the band with only the rows of luma in `rows`, and their chroma; nil if there are none.
    ///
    /// `rows` begins with an even row, and ends with an even row or with the image.
    package func clamped(to rows: Range<Int>) -> PlanarBand? {
        let chroma = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
        guard let luma = planes[0].clamped(to: rows), let cb = planes[1].clamped(to: chroma),
            let cr = planes[2].clamped(to: chroma)
        else { return nil }
        return PlanarBand(luma: luma, cb: cb, cr: cr)
    }
}
