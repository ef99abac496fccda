internal import TilePyramid

/// What a Zoomify pyramid's `ImageProperties.xml` says.
struct ZoomifyProperties: Hashable {
    /// The full size of the image.
    var size: PixelSize
    /// The distance between tile origins in pixels.
    var tileSize: Int
    /// How many tiles all tiers have together.
    var tileCount: Int
    /// What else a file says that has been read.
    var others: [PyramidProperty] = []

    /// The file as it is written, in one line.
    var xml: String {
        "<IMAGE_PROPERTIES WIDTH=\"\(size.width)\" HEIGHT=\"\(size.height)\" NUMTILES=\"\(tileCount)\" "
            + "NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"\(tileSize)\" />\n"
    }
}
