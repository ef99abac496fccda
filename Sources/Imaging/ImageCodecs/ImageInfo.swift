public import PixelKernels
public import TilePyramid

/// What an image is, as it comes out of its source.
public struct ImageInfo: Hashable, Sendable {
    /// The most pixels a side may have: the limit of libvips, and far below what sums of pixels could not hold.
    public static let longestSide = 10_000_000

    /// The size of the upright image, in pixels.
    public var size: PixelSize
    /// How its pixels are delivered.
    public var layout: PixelLayout
    /// The ICC profile the pixels are in, when it is kept; nil means sRGB, or plain gray.
    public var profile: [UInt8]?
    /// The name of the container as people say it, such as "JPEG", "TIFF" or "PNG".
    public var container: String
    /// EXIF metadata worth copying to the tiles, as a raw TIFF-structured block without "Exif\0\0"; nil if none.
    public var exif: [UInt8]?

    /// A description from its parts.
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
