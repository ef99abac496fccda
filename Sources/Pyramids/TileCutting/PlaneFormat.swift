internal import PixelKernels

/// One plane of an image's samples, which is gathered and halved by itself.
///
/// There is one with all channels of a pixel side by side, or there are three: lightness, and two colors of half the
/// resolution.
struct PlaneFormat: Hashable, Sendable {
    /// Its place among the planes of the image.
    let number: Int
    /// How its samples lie in memory.
    let layout: PixelLayout
    /// How much coarser it is than the image in both directions, as a power of two: 0 or 1.
    let shift: Int

    /// The planes of an image whose pixels have this layout.
    static func interleaved(_ layout: PixelLayout) -> [PlaneFormat] {
        [PlaneFormat(number: 0, layout: layout, shift: 0)]
    }

    /// Lightness and two colors at half the resolution, 8 bits each.
    static let yCbCr420 = [
        PlaneFormat(number: 0, layout: PixelLayout(.gray), shift: 0),
        PlaneFormat(number: 1, layout: PixelLayout(.gray), shift: 1),
        PlaneFormat(number: 2, layout: PixelLayout(.gray), shift: 1),
    ]

    /// The samples along a side of the image `count` pixels long.
    func length(_ count: Int) -> Int { (count + (1 << shift) - 1) >> shift }

    /// The samples that cover a span of pixels, which begins at a sample of the plane.
    func span(_ pixels: Range<Int>) -> Range<Int> { pixels.lowerBound >> shift..<length(pixels.upperBound) }
}
