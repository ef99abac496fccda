public import PixelKernels

/// How an image is to be decoded.
public struct DecodeOptions: Hashable, Sendable {
    /// What becomes of samples that do not use their container's full range.
    public enum Range: Hashable, Sendable {
        /// Integers: the container's range unless the file declares less. Floats: the declared range, else the
        /// minimum and maximum found by a first pass over the pixels.
        case auto
        /// The container's full range; 0…1 for floats.
        case full
        /// From the value that becomes black to the value that becomes white.
        case values(Double, Double)
    }

    /// What becomes of transparency.
    public enum Alpha: Hashable, Sendable {
        /// It is delivered as a channel of its own.
        case keep
        /// The image is laid over a color.
        case flatten(RGBColor)
    }

    /// Which page of a document, counted from 1; default 1.
    public var page = 1
    /// The resolution at which vector images (SVG, PDF) are drawn, in dots per inch; default 300.
    public var dpi = 300.0
    /// How samples are brought to the delivered depth; default ``Range/auto``.
    public var range = Range.auto
    /// The most depth delivered; 16 keeps what a deeper image has.
    ///
    /// An 8-bit image is delivered with 8 bits all the same. The default is 8.
    public var depth = PixelLayout.Depth.eight
    /// What becomes of transparency; default ``Alpha/keep``.
    public var alpha = Alpha.keep
    /// Whether EXIF orientation is applied; default true.
    public var autorotate = true
    /// Whether pixels stay in the embedded profile, which is then found in ``ImageInfo/profile``, instead of being
    /// converted to sRGB; default false.
    public var keepProfile = false
    /// Whether a truncated or damaged image is read as far as it goes, with a warning; default false.
    public var allowTruncated = false
    /// How many threads decode an image that can be decoded in parts; default nil, one for each processor.
    public var threads: Int?

    /// The defaults.
    public init() {}
}
