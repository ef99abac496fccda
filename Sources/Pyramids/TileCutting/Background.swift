internal import ImageCodecs
internal import PixelKernels

/// The pixels of tiles beyond the image: a color, or transparent where there is alpha.
struct Background {
    /// The bytes of one background pixel in each plane.
    let samples: [[UInt8]]

    /// Creates the background of an image that is cut in these planes.
    ///
    /// - Parameters:
    ///   - color: the color of pixels without alpha; gray pixels get its luma.
    ///   - planes: the planes of the image: one of interleaved pixels, or Y, Cb and Cr.
    init(_ color: RGBColor, planes: [PlaneFormat]) {
        // One plane holds interleaved pixels; otherwise they are Y, Cb and Cr.
        samples = planes.count == 1 ? planes.map { Self.pixel(color, $0.layout) } : Self.yCbCr(color)
    }

    /// Returns the bytes of a background pixel: `color`, or transparent if the layout has alpha.
    static func pixel(_ color: RGBColor, _ layout: PixelLayout) -> [UInt8] {
        guard !layout.channels.hasAlpha else { return Array(repeating: 0, count: layout.bytesPerPixel) }
        let samples =
            layout.channels == .gray
            ? yCbCr(color).prefix(1).flatMap { $0 } : [color.red, color.green, color.blue]
        // v · 257 maps 8 bits to 16: both bytes equal v, in either byte order.
        return layout.depth == .eight ? samples : samples.flatMap { [$0, $0] }
    }

    private static func yCbCr(_ color: RGBColor) -> [[UInt8]] {
        let pixel = [color.red, color.green, color.blue]
        var samples: [UInt8] = [0, 0, 0]
        pixel.withUnsafeBytes { pixel in
            samples.withUnsafeMutableBytes { samples in
                guard let pixel = pixel.baseAddress, let samples = samples.baseAddress else { return }
                RGBToYCbCr420.convertRows(
                    upper: pixel, lower: pixel, width: 1, upperLuma: samples, lowerLuma: samples,
                    cb: samples + 1, cr: samples + 2)
            }
        }
        return samples.map { [$0] }
    }
}
