internal import PixelKernels
public import TilePyramid

/// A decoded image, ready for drawing: 8-bit premultiplied BGRA in sRGB, rows from the top without padding.
///
/// A buffer is immutable and compared by identity: many layers can share it as their contents, several threads can draw
/// it, and a presenter keeps one texture for it. It takes 4 bytes for each pixel.
public final class PixelBuffer: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: the memory is written only within `init`.
    private let pixels: UnsafeMutableBufferPointer<UInt32>
    /// The owner of the memory if it is not this buffer; the memory is only read.
    private let owner: MappedTile?

    /// Width and height in pixels; at least 1.
    public let size: PixelSize

    /// Whether every pixel is known to be opaque, so that nothing below needs to be drawn.
    public let isOpaque: Bool

    /// Creates a buffer and writes its pixels.
    ///
    /// - Parameters:
    ///   - size: width and height in pixels; at least 1.
    ///   - isOpaque: whether every written pixel is opaque; the value is not checked. Nil scans the pixels up to the first one
    ///     that is not opaque.
    ///   - write: writes the memory: `size.area` pixels, transparent black at first. A pixel is the 32-bit number
    ///     0xAARRGGBB with red, green and blue premultiplied by alpha: the bytes B, G, R, A in memory.
    /// - Throws: any error that `write` throws.
    public init<Failure: Error>(
        size: PixelSize, isOpaque: Bool? = false,
        write: (UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(size.width >= 1 && size.height >= 1, "a pixel buffer must have at least one pixel")
        let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size.area)
        pixels.initialize(repeating: 0)
        do {
            try write(pixels)
        } catch {
            pixels.deallocate()
            throw error
        }
        self.pixels = pixels
        owner = nil
        self.size = size
        self.isOpaque = isOpaque ?? PremultipliedPixels.areOpaque(UnsafeBufferPointer(pixels))
    }

    /// Creates a buffer from the pixels of a mapped tile, without copying them.
    ///
    /// - Complexity: O(1).
    public init(_ tile: MappedTile) {
        owner = tile
        pixels = UnsafeMutableBufferPointer(mutating: tile.memory)
        size = tile.size
        isOpaque = tile.isOpaque
    }

    deinit {
        if owner == nil {
            pixels.deallocate()
        }
    }

    /// Calls `body` with the pixels, 0xAARRGGBB each, from the upper left, `size.width` for each row.
    public func withPixels<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(pixels))
    }

    /// Returns a copy of a rectangle of the pixels.
    ///
    /// - Parameter rect: the rectangle: at least one pixel, and within the buffer.
    /// - Returns: a buffer of that size, or this one if `rect` is all of it.
    public func cropped(to rect: PixelRect) -> PixelBuffer {
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.columns.upperBound <= size.width && rect.rows.upperBound <= size.height,
            "the rectangle must lie within the buffer")
        guard rect.size != size else { return self }
        return PixelBuffer(size: rect.size, isOpaque: isOpaque ? true : nil) { target in
            guard let source = pixels.baseAddress, let target = target.baseAddress else { return }
            for row in 0..<rect.size.height {
                (target + row * rect.size.width).update(
                    from: source + (rect.y + row) * size.width + rect.x, count: rect.size.width)
            }
        }
    }

    /// Returns a part with at least two columns and rows for sampling: if necessary, a copy with a doubled column or row.
    package func samplable(_ part: PixelRect) -> (buffer: PixelBuffer, part: PixelRect) {
        guard part.size.width < 2 || part.size.height < 2 else { return (self, part) }
        let size = PixelSize(width: max(2, part.size.width), height: max(2, part.size.height))
        let doubled = PixelBuffer(size: size) { pixels in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    pixels[row * size.width + column] =
                        self[part.x + min(column, part.size.width - 1), part.y + min(row, part.size.height - 1)]
                }
            }
        }
        return (doubled, PixelRect(size))
    }

    /// The memory of the pixels in bytes.
    public var byteCount: Int { size.area * MemoryLayout<UInt32>.stride }

    /// The pixel at a column and row, both within ``size``.
    public subscript(column: Int, row: Int) -> UInt32 {
        precondition(
            (0..<size.width).contains(column) && (0..<size.height).contains(row), "a pixel must lie within its buffer")
        return pixels[row * size.width + column]
    }
}

extension PixelBuffer: Hashable {
    /// Returns true if both are the same buffer; buffers with equal pixels are different.
    public static func == (left: PixelBuffer, right: PixelBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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
            let transform = AffineTransform(scaleX: scale, y: scale)
            var context = PixelContext(memory, size: size, transform: transform, clip: PixelRect(size))
            try draw(&context)
        }
    }
}
