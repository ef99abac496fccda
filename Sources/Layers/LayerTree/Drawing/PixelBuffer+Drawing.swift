public import TilePyramid

extension PixelBuffer {
    /// Creates a buffer by drawing; callable on any thread.
    ///
    /// ```swift
    /// let dot = PixelBuffer.drawn(size: PixelSize(width: 20, height: 20)) { context in
    ///     context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - size: width and height in pixels; at least 1.
    ///   - scale: pixels for each point; the default is 1.
    ///   - draw: draws into a context that is transparent at first, with the origin at the upper left corner.
    /// - Returns: the buffer; ``isOpaque`` is found by scanning its pixels.
    /// - Throws: any error that `draw` throws.
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
