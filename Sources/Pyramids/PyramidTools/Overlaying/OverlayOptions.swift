package import ImageCodecs
package import TilePyramid

/// The options for laying one pyramid over another.
package struct OverlayOptions: Hashable, Sendable {
    /// The position of the overlay in full-size pixels of the base; the default is nil: maps are aligned by their grid, and
    /// other pyramids begin at the same pixel.
    package var position: PixelOffset?
    /// The quality of re-encoded tiles, 1 to 100; the default is nil, that of the base's JPEG tiles, else 85.
    package var quality: Int?
    /// The color under transparent pixels where neither the base has a tile nor the format has alpha; the default is white.
    package var background = RGBColor.white
    /// The number of threads that encode; the default is nil, one for each processor.
    package var threads: Int?

    /// Creates the default options.
    package init() {}
}
