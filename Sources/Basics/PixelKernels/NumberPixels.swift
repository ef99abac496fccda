/// Pixels whose red, green and blue of 8 bits are the bytes of one number, the highest first, as elevations are stored in
/// Terrain-RGB.
///
/// Alpha says which pixels have a number: it is full or 0.
package enum NumberPixels {
    /// The greatest number.
    package static let greatest: UInt32 = 0xFF_FFFF

    /// Reads the number of a pixel.
    @inline(__always)
    package static func number(_ pixel: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
    }

    /// Writes the number of a pixel.
    @inline(__always)
    package static func store(_ number: UInt32, _ pixel: UnsafeMutablePointer<UInt8>) {
        pixel[0] = UInt8(truncatingIfNeeded: number >> 16)
        pixel[1] = UInt8(truncatingIfNeeded: number >> 8)
        pixel[2] = UInt8(truncatingIfNeeded: number)
    }

    /// Writes a number that was calculated: rounded to the nearest, and clipped.
    @inline(__always)
    package static func store(_ number: Float, _ pixel: UnsafeMutablePointer<UInt8>) {
        store(number > 0 ? min(UInt32(min(number.rounded(), 16_777_215)), greatest) : 0, pixel)
    }

    /// Makes a row of the next coarser level from two rows of a finer one: each number is the mean of those in 2×2 pixels.
    ///
    /// With alpha, a pixel has a number if at least half of the pixels under it have one. Means are rounded as those of
    /// ``BoxDownsampling``. The rows are those of ``BoxDownsampling/makeRow(upper:lower:width:layout:into:outputRow:firstColumn:)``.
    ///
    /// - Parameters:
    ///   - upper: the finer level's row 2·`outputRow`.
    ///   - lower: the row below it; nil when the level ends with `upper`.
    ///   - width: the number of pixels in the finer rows.
    ///   - hasAlpha: whether pixels have alpha.
    ///   - output: room for (width + 1) / 2 pixels; may not overlap the input.
    ///   - outputRow: the number of the row to make, which decides where means are rounded up.
    package static func makeRow(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer?, width: Int, hasAlpha: Bool,
        into output: UnsafeMutableRawPointer, outputRow: Int
    ) {
        let step = hasAlpha ? 4 : 3
        let rows = [upper, lower].compactMap { $0?.assumingMemoryBound(to: UInt8.self) }
        let target = output.assumingMemoryBound(to: UInt8.self)
        var phase = BoxDownsampling.phase(column: 0, row: outputRow)
        for x in 0..<((width + 1) / 2) {
            var sum: UInt32 = 0
            var valid: UInt32 = 0
            var count: UInt32 = 0
            for row in rows {
                for column in 2 * x..<min(2 * x + 2, width) {
                    let pixel = row + column * step
                    count += 1
                    guard !hasAlpha || pixel[3] >= 128 else { continue }
                    valid += 1
                    sum += number(pixel)
                }
            }
            let pixel = target + x * step
            let isValid = valid > 0 && 2 * valid >= count
            // From 0 to less than the number of pixels, in quarters of it.
            let bias = UInt32(phase >> 14) * valid / 4
            store(isValid ? (sum + bias) / valid : 0, pixel)
            if hasAlpha { pixel[3] = isValid ? 255 : 0 }
            phase &+= BoxDownsampling.columnStep
        }
    }
}
