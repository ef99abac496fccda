package import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Converts an RGB image to planar YCbCr 4:2:0 for encoders that accept planes.
///
/// Cutting planes moves half the bytes, and converts colors once instead of on every level.
package final class YCbCr420Source: PlanarImageSource {
    private let base: any ImageSource

    /// Wraps a source whose pixels are 8-bit RGB.
    package init(_ base: any ImageSource) {
        precondition(base.info.layout == PixelLayout(.rgb), "only 8-bit RGB is converted")
        self.base = base
    }

    package var info: ImageInfo { base.info }
    package var warnings: [String] { base.warnings }
    package var hasPlanes: Bool { true }
    package var rowAccess: RowAccess { base.rowAccess }

    package func readBands(_ body: (PixelBand) throws -> Void) throws {
        try base.readBands(body)
    }

    package func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        try base.readBands(rows: rows, body)
    }

    package func readPlanes(_ body: (PlanarBand) throws -> Void) throws {
        try readPlanes(rows: 0..<info.size.height, body)
    }

    package func readPlanes(rows wanted: Range<Int>, _ body: (PlanarBand) throws -> Void) throws {
        // Such a source has threads for all conversions.
        if let converted = base as? ColorConvertedSource { return try converted.readPlanes(rows: wanted, body) }
        let size = base.info.size
        let chromaWidth = (size.width + 1) / 2
        let rowBytes = 3 * size.width
        let samples = PlanarBand.rowLimit * (size.width + chromaWidth)
        let memory = try HeapMemory.allocate(samples + rowBytes)
        defer { HeapMemory.free(memory) }
        let luma = memory
        let cb = luma + PlanarBand.rowLimit * size.width
        let cr = cb + PlanarBand.rowLimit / 2 * chromaWidth
        // The upper row of a pair whose lower row is in the next band.
        let heldRow = memory + samples
        /// The rows of the band that is being made: first, and past the last.
        var first = wanted.lowerBound
        var end = wanted.lowerBound

        func split(_ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer?) {
            let bandRow = end - first
            let upperLuma = luma + bandRow * size.width
            RGBToYCbCr420.convertRows(
                upper: upper, lower: lower ?? upper, width: size.width, upperLuma: upperLuma,
                lowerLuma: lower == nil ? upperLuma : upperLuma + size.width,
                cb: cb + bandRow / 2 * chromaWidth, cr: cr + bandRow / 2 * chromaWidth)
            end += lower == nil ? 1 : 2
        }
        func deliver() throws {
            guard end > first else { return }
            func plane(_ base: UnsafeMutableRawPointer) -> PixelBand {
                PixelBand(base: UnsafeRawPointer(base), stride: chromaWidth, rows: first / 2..<(end + 1) / 2)
            }
            try body(
                PlanarBand(
                    luma: PixelBand(
                        base: UnsafeRawPointer(luma), stride: size.width, rows: first..<end),
                    cb: plane(cb), cr: plane(cr)))
            first = end
        }

        try base.readBands(rows: wanted) { band in
            for y in band.rows {
                if !y.isMultiple(of: 2) {
                    split(y > band.rows.lowerBound ? band.row(y - 1) : UnsafeRawPointer(heldRow), band.row(y))
                } else if y + 1 == size.height {
                    split(band.row(y), nil)
                } else if y + 1 == band.rows.upperBound {
                    heldRow.copyMemory(from: band.row(y), byteCount: rowBytes)
                }
                if end - first >= PlanarBand.rowLimit {
                    try deliver()
                }
            }
            // Deliver while the rows are in the processor's cache, before the next band evicts them.
            try deliver()
        }
    }
}
