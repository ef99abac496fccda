internal import PixelKernels
public import TilePyramid

/// A decoded picture, ready to be drawn: 8-bit premultiplied BGRA in sRGB, row after row without gaps.
///
/// It never changes, so one buffer can be the contents of many layers, be drawn by several threads, and be known by its
/// identity: presenters keep one texture for each. Memory: 4 bytes for each pixel.
public final class PixelBuffer: @unchecked Sendable {
    // The guard behind `@unchecked Sendable`: the memory is written within `init` only.
    private let pixels: UnsafeMutableBufferPointer<UInt32>

    /// How many pixels it has each way; at least 1.
    public let size: PixelSize

    /// Whether every pixel is known to be opaque, so that what lies below need not be drawn.
    public let isOpaque: Bool

    /// Makes a buffer by writing its pixels.
    ///
    /// - Parameters:
    ///   - size: pixels each way; at least 1.
    ///   - isOpaque: whether every pixel that will be written is opaque; it is believed. With nil they are looked at,
    ///     until the first that is not.
    ///   - write: fills the memory, `size.area` pixels that are transparent black at first. A pixel is one number of 32
    ///     bits, 0xAARRGGBB, with red, green and blue multiplied by alpha: the bytes B, G, R, A in memory.
    /// - Throws: what `write` throws.
    public init<Failure: Error>(
        size: PixelSize, isOpaque: Bool? = false,
        write: (UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(size.width >= 1 && size.height >= 1, "a pixel buffer has at least one pixel")
        let pixels = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size.area)
        pixels.initialize(repeating: 0)
        do {
            try write(pixels)
        } catch {
            pixels.deallocate()
            throw error
        }
        self.pixels = pixels
        self.size = size
        self.isOpaque = isOpaque ?? PremultipliedPixels.areOpaque(UnsafeBufferPointer(pixels))
    }

    deinit {
        pixels.deallocate()
    }

    /// Runs `body` with the pixels, 0xAARRGGBB each, from the upper left, `size.width` to a row.
    public func withPixels<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(pixels))
    }

    /// A copy of some of its pixels.
    ///
    /// - Parameter rect: which, at least one; within the buffer.
    /// - Returns: a buffer of that size. It is this one when `rect` is all of it.
    public func cropped(to rect: PixelRect) -> PixelBuffer {
        precondition(
            rect.x >= 0 && rect.y >= 0 && rect.columns.upperBound <= size.width && rect.rows.upperBound <= size.height,
            "the rectangle lies within the buffer")
        guard rect.size != size else { return self }
        return PixelBuffer(size: rect.size, isOpaque: isOpaque ? true : nil) { target in
            guard let source = pixels.baseAddress, let target = target.baseAddress else { return }
            for row in 0..<rect.size.height {
                (target + row * rect.size.width).update(
                    from: source + (rect.y + row) * size.width + rect.x, count: rect.size.width)
            }
        }
    }

    /// The bytes of memory its pixels take.
    public var byteCount: Int { size.area * MemoryLayout<UInt32>.stride }

    /// The pixel in a column and row; both within ``size``.
    public subscript(column: Int, row: Int) -> UInt32 {
        precondition(
            (0..<size.width).contains(column) && (0..<size.height).contains(row), "a pixel lies within its buffer")
        return pixels[row * size.width + column]
    }
}

extension PixelBuffer: Hashable {
    /// Whether both are the same buffer; equal pixels in two buffers do not count.
    public static func == (left: PixelBuffer, right: PixelBuffer) -> Bool { left === right }

    /// Feeds the identity to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
