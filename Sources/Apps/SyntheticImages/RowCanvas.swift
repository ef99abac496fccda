/// A row of pixels on which shapes are drawn.
struct RowCanvas {
    /// The pixel of column 0.
    let pixels: UnsafeMutablePointer<UInt8>
    /// The number of pixels.
    let width: Int
    /// 3, or 4 if alpha follows the colors; alpha and transparent pixels are not changed.
    let bytesPerPixel: Int

    /// Blends a color into a pixel.
    @inline(__always)
    func blend(_ column: Int, _ color: SIMD4<Float>, _ opacity: Float) {
        let pixel = pixels + column * bytesPerPixel
        guard bytesPerPixel == 3 || pixel[3] > 0 else { return }
        pixel[0] = Self.mixed(pixel[0], color.x, opacity)
        pixel[1] = Self.mixed(pixel[1], color.y, opacity)
        pixel[2] = Self.mixed(pixel[2], color.z, opacity)
    }

    @inline(__always)
    private static func mixed(_ old: UInt8, _ new: Float, _ opacity: Float) -> UInt8 {
        UInt8(Float(old) + (new - Float(old)) * opacity + 0.5)
    }

    /// Returns the columns whose centers lie in an interval.
    @inline(__always)
    func columns(from low: Float, to high: Float) -> Range<Int> {
        let first = max(0, Int(max(low, -1).rounded(.up)))
        let last = min(width - 1, Int(min(high, Float(width)).rounded(.down)))
        return first <= last ? first..<last + 1 : 0..<0
    }
}
