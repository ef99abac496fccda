internal import ImageCodecs
internal import PixelKernels

/// The format of one plane of samples, which is assembled and downsampled on its own.
///
/// An image has one plane of interleaved pixels, or three planes: Y, and Cb and Cr at half the resolution.
struct PlaneFormat: Hashable, Sendable {
    /// The plane's position among the planes of the image.
    let number: Int
    /// The layout of its samples in memory.
    let layout: PixelLayout
    /// The binary logarithm of its subsampling factor in both directions: 0 or 1.
    let shift: Int
    /// Whether its pixels are `NumberPixels`.
    var holdsNumbers = false

    /// The single plane of an image of interleaved pixels.
    static func interleaved(_ layout: PixelLayout, holdsNumbers: Bool = false) -> [PlaneFormat] {
        [PlaneFormat(number: 0, layout: layout, shift: 0, holdsNumbers: holdsNumbers)]
    }

    /// Planar YCbCr with 4:2:0 subsampling, 8 bits per sample.
    static let yCbCr420 = [
        PlaneFormat(number: 0, layout: PixelLayout(.gray), shift: 0),
        PlaneFormat(number: 1, layout: PixelLayout(.gray), shift: 1),
        PlaneFormat(number: 2, layout: PixelLayout(.gray), shift: 1),
    ]

    /// The samples along an image side of `count` pixels, rounded up.
    func length(_ count: Int) -> Int { (count + (1 << shift) - 1) >> shift }

    /// The samples that cover a range of pixels; the range must begin at a sample.
    func span(_ pixels: Range<Int>) -> Range<Int> { pixels.lowerBound >> shift..<length(pixels.upperBound) }
}

extension [PlaneFormat] {
    /// Returns the bytes of one background pixel in each of these planes, which are those of an image.
    func background(_ color: RGBColor) -> [[UInt8]] {
        count == 1 ? map { color.backgroundPixel($0.layout) } : color.yCbCr.map { [$0] }
    }
}
