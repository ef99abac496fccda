package import ImageMetadata
public import PixelKernels
public import TilePyramid

/// The properties of an image as its source delivers it.
public struct ImageInfo: Hashable, Sendable {
    /// The maximum width and height in pixels: the limit of libvips, at which sums of pixels are far from an overflow.
    package static let longestSide = 10_000_000

    /// The size of the upright image, in pixels.
    public var size: PixelSize
    /// The layout of the delivered pixels.
    public var layout: PixelLayout
    /// The ICC profile of the pixels when `DecodeOptions.keepProfile` is set; nil for sRGB or gray.
    public var profile: [UInt8]?
    /// The name of the file format, such as "JPEG", "TIFF" or "PNG".
    public var container: String
    /// The EXIF metadata to copy to the tiles: a raw TIFF-structured block without the "Exif\0\0" prefix; nil if none.
    public var exif: [UInt8]?
    /// The number of pages or frames that can be opened, if there are several and the decoder counts them; else nil, the
    /// default.
    ///
    /// The pages of a TIFF are not counted: that takes reading all of its directories.
    public var pageCount: Int?
    /// The bits of a stored integer, if the decoder delivers more: 10 or 12 in HEIF, delivered as 16; else nil, the default.
    public var storedBits: Int?
    /// Whether alpha only marks valid pixels, with full alpha for valid ones and 0 for others, from a no-data value or a mask;
    /// false by default.
    public var alphaIsValidity = false
    /// Whether pixels have alpha only because their samples may be NaN, and nothing says that some are invalid; false by default.
    package var alphaIsForNaN = false
    /// Whether the values for black and white were found in this image, or are declared by its file; false by default.
    ///
    /// In two such images the same value has different grays, unless they are opened with a common range.
    public var hasOwnRange = false
    /// Whether red, green and blue are the bytes of one number, the highest first, as in Terrain-RGB; false by default.
    ///
    /// Means of such pixels are those of their numbers.
    package var holdsNumbers = false
    /// The transformation that the source has applied to the stored pixels; upright, the default, for none.
    ///
    /// A file states the position of its stored pixels.
    package var appliedOrientation = Orientation.upright

    /// Creates a description from its parts.
    public init(
        size: PixelSize, layout: PixelLayout, profile: [UInt8]? = nil, container: String, exif: [UInt8]? = nil
    ) {
        self.size = size
        self.layout = layout
        self.profile = profile
        self.container = container
        self.exif = exif
    }
}

extension CodecError {
    /// The error for an image with a side longer than ``ImageInfo/longestSide``.
    package static func tooLarge(_ file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "the image is too large: a side may have at most 10,000,000 pixels. Cut it in several parts.")
    }
}
