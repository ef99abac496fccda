internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// The conversion of pixels of a color space to sRGB, in pixels of 8 or 16 bits with or without alpha after the colors.
enum JPEG2000ColorConversion: Sendable {
    /// None: gray or sRGB.
    case none
    /// From YCbCr.
    case ycc
    /// From CMYK without a profile: red is the light that neither cyan nor black absorbs.
    case cmyk
    /// Through an ICC profile.
    case profile(ColorTransform)

    /// Converts pixels.
    ///
    /// - Parameters:
    ///   - source: pixels of `samples` samples; changed.
    ///   - target: room for as many pixels with three colors.
    ///   - count: the number of pixels.
    ///   - samples: the samples of a source pixel, alpha included.
    /// - Returns: the converted pixels: `source` or `target`.
    func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: UnsafeMutablePointer<Sample>, to target: UnsafeMutablePointer<Sample>, count: Int, samples: Int
    ) -> UnsafeMutablePointer<Sample> {
        switch self {
        case .none: return source
        case .ycc:
            YCbCr.makeRGB(source, count: count, samplesPerPixel: samples)
            return source
        case .cmyk:
            let full = UInt32(Sample.max)
            for pixel in 0..<count {
                let from = source + pixel * samples
                let to = target + pixel * (samples - 1)
                let light = full - UInt32(from[3])
                for channel in 0..<3 {
                    let value = (full - UInt32(from[channel])) &* light &+ full / 2
                    to[channel] = Sample(truncatingIfNeeded: value / full)
                }
                if samples > 4 { to[3] = from[4] }
            }
            return target
        case .profile(let transform):
            transform.convert(source, to: target, count: count)
            return target
        }
    }
}
