extension BoxDownsampling {
    /// Makes one row of pixels whose red, green and blue are the bytes of a number of 24 bits, the highest first: elevations
    /// in tiles.
    ///
    /// A pixel is the mean of the 2×2 numbers that it covers, as ``makeRow(upper:lower:width:layout:into:outputRow:firstColumn:)``
    /// rounds it. Means of the separate bytes would be other numbers. With alpha, a pixel is the mean of those that are not
    /// transparent, and opaque if there is one.
    ///
    /// - Parameters:
    ///   - upper: the finer level's row 2·`outputRow`.
    ///   - lower: the row below it; nil when the level ends with `upper`.
    ///   - width: the number of pixels in the finer rows.
    ///   - hasAlpha: whether the pixels are RGBA of 8 bits, and not RGB.
    ///   - output: room for (width + 1) / 2 pixels; may not overlap the input.
    ///   - outputRow: the number of the row to make, which decides where numbers are rounded up.
    ///   - firstColumn: the number of the first pixel to make; 0 by default.
    package static func makeNumberRow(
        upper: UnsafeRawPointer, lower: UnsafeRawPointer?, width: Int, hasAlpha: Bool,
        into output: UnsafeMutableRawPointer, outputRow: Int, firstColumn: Int = 0
    ) {
        let size = hasAlpha ? 4 : 3
        let above = upper.assumingMemoryBound(to: UInt8.self)
        let below = lower?.assumingMemoryBound(to: UInt8.self) ?? above
        let target = output.assumingMemoryBound(to: UInt8.self)
        var phase = phase(column: firstColumn, row: outputRow)
        for x in 0..<(width + 1) / 2 {
            let left = 2 &* x &* size
            // A pixel that does not exist is replaced by one that does.
            let right = 2 &* x &+ 1 < width ? left &+ size : left
            let bias = UInt32(phase >> 14)
            phase &+= columnStep
            var sum: UInt32 = 0
            var count: UInt32 = 0
            func add(_ pixel: UnsafePointer<UInt8>) {
                if hasAlpha, pixel[3] == 0 { return }
                sum &+= UInt32(pixel[0]) &<< 16 | UInt32(pixel[1]) &<< 8 | UInt32(pixel[2])
                count &+= 1
            }
            add(above + left)
            add(above + right)
            add(below + left)
            add(below + right)
            // At most four numbers of 24 bits; for a count of four, the bias is added before the division.
            let mean = count > 0 ? (sum &+ count &* bias / 4) / count : 0
            let pixel = target + x &* size
            pixel[0] = UInt8(truncatingIfNeeded: mean &>> 16)
            pixel[1] = UInt8(truncatingIfNeeded: mean &>> 8)
            pixel[2] = UInt8(truncatingIfNeeded: mean)
            if hasAlpha { pixel[3] = count > 0 ? 255 : 0 }
        }
    }
}
