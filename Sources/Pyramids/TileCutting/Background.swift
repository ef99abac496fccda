internal import ImageCodecs
internal import PixelKernels

/// What tiles show beyond the picture: a color, or nothing where pixels can be transparent.
struct Background {
    /// The samples of a pixel of each plane, as they lie in memory.
    let samples: [[UInt8]]

    /// The background of an image that is cut in these planes.
    ///
    /// - Parameters:
    ///   - color: what it is where pixels have no alpha; its lightness where they are gray.
    ///   - planes: those of the image: one, or lightness and two colors.
    init(_ color: RGBColor, planes: [PlaneFormat]) {
        // One plane has the pixels as they are; otherwise they are Y, Cb and Cr.
        samples = planes.count == 1 ? planes.map { Self.pixel(color, $0.layout) } : Self.yCbCr(color)
    }

    /// The samples of a pixel.
    static func pixel(_ color: RGBColor, _ layout: PixelLayout) -> [UInt8] {
        guard !layout.channels.hasAlpha else { return Array(repeating: 0, count: layout.bytesPerPixel) }
        let samples =
            layout.channels == .gray
            ? yCbCr(color).prefix(1).flatMap { $0 } : [color.red, color.green, color.blue]
        // 257 · 255 is 65535: a sample of 16 bits is that of 8 bits twice, in either byte order.
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
