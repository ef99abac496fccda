public import ImageCodecs

/// What a pyramid in a TIFF is to be like where readers differ.
public struct TIFFOptions: Hashable, Sendable {
    /// How the reduced images are found.
    public enum ReducedImages: String, Hashable, Sendable, CaseIterable {
        /// Each is a page of its own after the full-size one: what all readers of pyramids read.
        case pages = "page"
        /// They belong to the full-size page (TIFF/EP, SubIFDs), as in OME-TIFF: what libvips and GDAL read, OpenSlide not.
        case subIFDs = "subifd"
    }

    /// How the reduced images are found; default ``ReducedImages/pages``.
    public var reducedImages = ReducedImages.pages
    /// Whether PNG tiles, which TIFF does not know, are kept deflated; default true.
    ///
    /// Otherwise their pixels are kept as they are, for readers that map files into memory.
    public var compresses = true
    /// Whether the file is laid out so that it can be read in parts from a web server; default false.
    ///
    /// A Cloud-Optimized GeoTIFF has all directories at its front, then the tiles of the reduced images, the smallest
    /// first, then those of the full size, each level row by row. The tiles are kept in other files until then, so
    /// that about an eighth more room is needed while it is made, unless many are equal; its reduced images are pages.
    public var isCloudOptimized = false
    /// An ICC profile that all tiles are in; default nil, sRGB.
    public var profile: [UInt8]?
    /// Where the edges of the picture lie on the Earth; default nil, nowhere.
    ///
    /// Its pixels are left as they are: a GeoTIFF can be anywhere. It stands upright, north above.
    public var bounds: GeoBounds?

    /// The defaults: pages, deflated, in the order in which tiles come.
    public init() {}
}
