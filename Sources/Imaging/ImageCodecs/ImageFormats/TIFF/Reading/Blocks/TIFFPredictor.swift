internal import PixelKernels

/// The inverses of TIFF's predictors, for one row of a block.
enum TIFFPredictor {
    /// Adds to each sample the one of the pixel to its left (TIFF 6.0, section 14).
    static func undoHorizontal(_ row: UnsafeMutableRawPointer, _ bytes: Int, bits: Int, samplesPerPixel: Int) {
        HorizontalPredictor.accumulate(row, bits: bits, count: 8 * bytes / bits, step: samplesPerPixel)
    }

    /// Accumulates bytes, and gathers those of each sample, which are stored apart, the highest first (Adobe Photoshop
    /// TIFF Technical Note 3).
    static func undoFloatingPoint(
        _ row: UnsafeMutableRawPointer, _ bytes: Int, bits: Int, samplesPerPixel: Int, scratch: UnsafeMutableRawPointer
    ) {
        HorizontalPredictor.accumulate(row, bits: 8, count: bytes, step: samplesPerPixel)
        scratch.copyMemory(from: row, byteCount: bytes)
        let size = bits / 8
        let count = bytes / size
        let source = scratch.assumingMemoryBound(to: UInt8.self)
        let target = row.assumingMemoryBound(to: UInt8.self)
        for byte in 0..<size {
            // The machine's byte order is little-endian.
            let plane = source + (size - 1 - byte) * count
            for index in 0..<count { target[index &* size &+ byte] = plane[index] }
        }
    }
}
