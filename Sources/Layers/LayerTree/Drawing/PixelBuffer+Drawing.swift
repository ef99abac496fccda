public import TilePyramid

extension PixelBuffer {
    /// Makes a picture by drawing, on any thread.
    ///
    /// ```swift
    /// let dot = PixelBuffer.drawn(size: PixelSize(width: 20, height: 20)) { context in
    ///     context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - size: pixels each way; at least 1.
    ///   - scale: pixels for each point, both ways; default 1.
    ///   - draw: draws; the context is transparent at first, and its upper left corner is the origin.
    /// - Returns: the picture; whether it is opaque has been looked at.
    /// - Throws: what `draw` throws.
    public static func drawn<Failure: Error>(
        size: PixelSize, scale: Double = 1, _ draw: (inout PixelContext) throws(Failure) -> Void
    ) throws(Failure) -> PixelBuffer {
        try PixelBuffer(size: size, isOpaque: nil) { memory throws(Failure) in
            var context = PixelContext(
                memory, size: size, transform: AffineTransform(scaleX: scale, y: scale),
                clip: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
            try draw(&context)
        }
    }
}
