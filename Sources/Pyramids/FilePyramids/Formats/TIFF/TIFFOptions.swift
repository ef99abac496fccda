public import Georeferencing
package import ImageMetadata

/// Options of a pyramid in a TIFF, where readers differ.
public struct TIFFOptions: Hashable, Sendable {
    /// The position of the reduced-resolution images in the file.
    public enum ReducedImages: String, Hashable, Sendable, CaseIterable {
        /// Each is a page of its own after the full-size one.
        ///
        /// All readers of pyramids support this.
        case pages = "page"
        /// As SubIFDs of the full-size page (TIFF/EP), as in OME-TIFF. libvips and GDAL read this; OpenSlide does not.
        case subIFDs = "subifd"
    }

    /// The position of the reduced-resolution images; the default is ``ReducedImages/pages``.
    public var reducedImages = ReducedImages.pages
    /// Whether PNG tiles, which TIFF does not have, are stored deflated; the default is `true`.
    ///
    /// Otherwise their pixels are stored uncompressed, for readers that map files into memory.
    public var compresses = true
    /// Whether to lay the file out for range requests (Cloud-Optimized GeoTIFF); the default is `false`.
    ///
    /// All directories come first, then the tiles of the reduced images, smallest level first, then the full-size
    /// tiles; each level is stored row by row. The tiles are spooled to temporary files until then, which takes about
    /// an eighth more disk space unless many tiles are equal. The reduced images are always pages.
    public var isCloudOptimized = false
    /// The ICC profile of all tiles; the default is `nil`, sRGB.
    public var profile: [UInt8]?
    /// The bounds of the image on the Earth, north up; the default is `nil`, not georeferenced.
    ///
    /// The pixels are not resampled, because a GeoTIFF can be anywhere.
    public var bounds: GeoBounds?
    /// The place of the image as its file states it, in any coordinate reference system, and the value of its invalid pixels;
    /// the default is `nil`.
    ///
    /// It comes before ``bounds``. Where tiles have alpha, that says which pixels are valid, and the value is not written.
    package var geoTags: GeoTIFFTags?

    /// The defaults: pages, deflated, tiles in the order of their arrival.
    public init() {}
}
