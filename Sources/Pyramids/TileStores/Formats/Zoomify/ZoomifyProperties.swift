internal import TilePyramid

/// The contents of an `ImageProperties.xml`.
struct ZoomifyProperties: Hashable {
    /// The full size of the image.
    var size: PixelSize
    /// The distance between tile origins in pixels.
    var tileSize: Int
    /// The number of tiles of all tiers.
    var tileCount: Int
    /// The other attributes of a parsed file.
    var others: [PyramidProperty] = []

    /// The text of the file, a single line.
    var xml: String {
        "<IMAGE_PROPERTIES WIDTH=\"\(size.width)\" HEIGHT=\"\(size.height)\" NUMTILES=\"\(tileCount)\" "
            + "NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"\(tileSize)\" />\n"
    }
}
