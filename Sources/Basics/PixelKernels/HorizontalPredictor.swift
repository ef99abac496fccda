/// What TIFF calls predictor 2: each sample of a row less the one of the pixel to its left (TIFF 6.0, section 14).
///
/// With samples of 8 bits it is what PNG calls ``PNGFilter/sub``, which is what it is done with here.
package enum HorizontalPredictor {
    /// Writes the differences of a row to `output`.
    ///
    /// - Parameters:
    ///   - row: whole pixels, their samples in the machine's byte order; any alignment.
    ///   - width: the number of pixels; at least 1.
    ///   - layout: how they lie.
    ///   - output: room for as many bytes, apart from `row`.
    package static func apply(
        to row: UnsafeRawPointer, width: Int, layout: PixelLayout, into output: UnsafeMutableRawPointer
    ) {
        guard layout.depth == .sixteen else {
            // The row above is not used by this filter.
            PNGFilter.sub.apply(
                to: row, above: row, count: width * layout.bytesPerPixel, bytesPerPixel: layout.bytesPerPixel,
                into: output)
            return
        }
        output.copyMemory(from: row, byteCount: layout.bytesPerPixel)
        for offset in stride(from: layout.bytesPerPixel, to: width * layout.bytesPerPixel, by: 2) {
            let sample = row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            let left = row.loadUnaligned(fromByteOffset: offset - layout.bytesPerPixel, as: UInt16.self)
            output.storeBytes(of: sample &- left, toByteOffset: offset, as: UInt16.self)
        }
    }

    /// Replaces the differences of a row by its samples.
    ///
    /// - Parameters:
    ///   - row: what ``apply(to:width:layout:into:)`` has written.
    ///   - width: the number of pixels; at least 1.
    ///   - layout: how they lie.
    package static func remove(from row: UnsafeMutableRawPointer, width: Int, layout: PixelLayout) {
        let step = layout.bytesPerPixel
        if layout.depth == .eight {
            for offset in step..<max(step, width * step) {
                let left = row.load(fromByteOffset: offset - step, as: UInt8.self)
                row.storeBytes(
                    of: row.load(fromByteOffset: offset, as: UInt8.self) &+ left, toByteOffset: offset, as: UInt8.self)
            }
        } else {
            for offset in stride(from: step, to: width * step, by: 2) {
                let left = row.loadUnaligned(fromByteOffset: offset - step, as: UInt16.self)
                row.storeBytes(
                    of: row.loadUnaligned(fromByteOffset: offset, as: UInt16.self) &+ left, toByteOffset: offset,
                    as: UInt16.self)
            }
        }
    }
}
