public import PixelKernels

/// Options for opening and decoding an image.
public struct DecodeOptions: Hashable, Sendable {
    /// The mapping of samples to the delivered range.
    public enum Range: Hashable, Sendable {
        /// Integers: the full range of the sample type, unless the file declares a smaller one.
        ///
        /// Floating point: the range that the file declares, else the minimum and maximum, which a first pass over the
        /// pixels finds.
        case auto
        /// The full range of the sample type; 0…1 for floating point.
        case full
        /// The value that becomes black and the value that becomes white.
        case values(Double, Double)
    }

    /// The treatment of transparency.
    public enum Alpha: Hashable, Sendable {
        /// Alpha is delivered as a channel.
        case keep
        /// The image is composited over a color.
        case flatten(RGBColor)
    }

    /// The page of a multi-page document, counted from 1.
    ///
    /// The default is 1.
    public var page = 1
    /// The resolution at which vector images (SVG, PDF) are rendered, in dots per inch.
    ///
    /// The default is 300.
    public var dpi = 300.0
    /// The mapping of samples to the delivered range.
    ///
    /// The default is ``Range/auto``.
    public var range = Range.auto
    /// The largest bit depth that is delivered.
    ///
    /// The default is 8.
    ///
    /// With 16, images of more than 8 bits keep up to 16; images of 8 bits are still delivered with 8.
    public var depth = PixelLayout.Depth.eight
    /// The treatment of transparency.
    ///
    /// The default is ``Alpha/keep``.
    public var alpha = Alpha.keep
    /// Applies the EXIF orientation.
    ///
    /// The default is `true`.
    public var autorotate = true
    /// Keeps the pixels in the embedded ICC profile, which ``ImageInfo/profile`` then holds, instead of converting them
    /// to sRGB.
    ///
    /// The default is `false`.
    public var keepProfile = false
    /// Reads a truncated or damaged image as far as possible, with a warning.
    ///
    /// The default is `false`.
    public var allowTruncated = false
    /// The number of threads that decode an image that can be decoded in parts.
    ///
    /// The default is `nil`: one for each processor.
    public var threads: Int?

    /// Creates options with the default values.
    public init() {}
}

/// An opaque sRGB color with 8 bits per channel.
public struct RGBColor: Hashable, Sendable {
    /// The red, green and blue samples, 0 to 255.
    public var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a color from its samples.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// White, the default background.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
}
