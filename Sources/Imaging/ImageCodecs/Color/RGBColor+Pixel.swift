package import PixelKernels

extension RGBColor {
    /// The gray of the same luminance, by the weights of ITU-R BT.709.
    var gray: RGBColor {
        let weighted: Double = 0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
        let level = UInt8(weighted.rounded())
        return RGBColor(red: level, green: level, blue: level)
    }

    /// The luma, Cb and Cr of the color (ITU-T T.871).
    package var yCbCr: [UInt8] {
        let pixel = [red, green, blue]
        var samples: [UInt8] = [0, 0, 0]
        pixel.withUnsafeBytes { pixel in
            samples.withUnsafeMutableBytes { samples in
                guard let pixel = pixel.baseAddress, let samples = samples.baseAddress else { return }
                RGBToYCbCr420.convertRows(
                    upper: pixel, lower: pixel, width: 1, upperLuma: samples, lowerLuma: samples,
                    cb: samples + 1, cr: samples + 2)
            }
        }
        return samples
    }

    /// Returns the bytes of a background pixel: this color, its luma in gray layouts, or transparent in layouts with alpha.
    package func backgroundPixel(_ layout: PixelLayout) -> [UInt8] {
        guard !layout.channels.hasAlpha else { return Array(repeating: 0, count: layout.bytesPerPixel) }
        let samples = layout.channels == .gray ? [yCbCr[0]] : [red, green, blue]
        // v · 257 maps 8 bits to 16: both bytes equal v, in either byte order.
        return layout.depth == .eight ? samples : samples.flatMap { [$0, $0] }
    }
}
