internal import JSONDocuments
internal import TilePyramid

/// What the metadata of map tiles say of a picture that is at no place on the world: the object called `tilekit`.
struct TileKitMetadata: Hashable, Sendable {
    /// The name of the object among the metadata.
    static let key = "tilekit"

    /// The full size of the picture, with its ``margin``.
    var size: PixelSize
    /// The side of a tile in pixels.
    var tileSize: Int
    /// Where the picture begins on the grid of tiles, in full-size pixels.
    var origin: PixelOffset
    /// Columns and rows of background before the picture, which ``size`` counts in; not written where there are none.
    var margin = PixelOffset.zero
    /// What has become of odd rows and columns; not written where they are kept.
    var rounding = PyramidShape.Rounding.up

    /// A picture from its parts.
    init(size: PixelSize, tileSize: Int, origin: PixelOffset, rounding: PyramidShape.Rounding) {
        self.size = size
        self.tileSize = tileSize
        self.origin = origin
        self.rounding = rounding
    }

    /// What is said of a pyramid whose picture has a margin.
    init(of pyramid: Pyramid, margin: PixelOffset = .zero) {
        let (finest, tileSize) = (pyramid.finestLevel, pyramid.tileSize)
        size = pyramid.size
        self.tileSize = tileSize
        self.margin = margin
        origin = PixelOffset(
            x: finest.firstTile.x * tileSize + finest.inset.x, y: finest.firstTile.y * tileSize + finest.inset.y)
        let isRoundedDown = zip(pyramid.levels, pyramid.levels.dropFirst()).contains { $0.size != $1.size.halved }
        rounding = isRoundedDown ? .down : .up
    }

    /// The object as it is written.
    var json: String {
        let members = [
            ("width", "\(size.width)"), ("height", "\(size.height)"), ("tileSize", "\(tileSize)"),
            ("originX", "\(origin.x)"), ("originY", "\(origin.y)"),
        ]
        let margins = [("marginX", "\(margin.x)"), ("marginY", "\(margin.y)")]
        return JSONText.object(
            members + (margin == .zero ? [] : margins)
                + (rounding == .down ? [("rounding", JSONText.string(rounding.rawValue))] : []))
    }
}
