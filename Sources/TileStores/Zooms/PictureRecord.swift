internal import JSONDocuments
internal import TilePyramid

/// What the files of map tiles say about a picture that is none of the world: its size, which they have no name for.
///
/// It is written under the name `tilekit`:
/// `{"width":1027,"height":600,"tileSize":256,"originX":0,"originY":0}`.
struct PictureRecord: Hashable {
    static let name = "tilekit"

    var size: PixelSize
    var tileSize: Int
    /// Where the picture begins on the grid, in full-size pixels.
    var origin: PixelOffset

    /// The record of a pyramid that is written.
    init(of pyramid: Pyramid) {
        let finest = pyramid.finestLevel
        size = pyramid.size
        tileSize = pyramid.tileSize
        origin = PixelOffset(
            x: finest.firstTile.x * tileSize + finest.inset.x, y: finest.firstTile.y * tileSize + finest.inset.y)
    }

    /// Reads a record; what cannot be is an error.
    init(_ value: JSONValue) throws(JSONError) {
        let object = try JSONObject(value, at: Self.name)
        let sides = 1...ZoomGrid.longestSide
        size = PixelSize(
            width: try object.integer("width", in: sides), height: try object.integer("height", in: sides))
        tileSize = try object.integer("tileSize", in: 1...65_536)
        origin = PixelOffset(
            x: try object.integer("originX", in: 0...ZoomGrid.longestSide),
            y: try object.integer("originY", in: 0...ZoomGrid.longestSide))
    }

    var json: String {
        JSONText.object([
            ("width", "\(size.width)"), ("height", "\(size.height)"), ("tileSize", "\(tileSize)"),
            ("originX", "\(origin.x)"), ("originY", "\(origin.y)"),
        ])
    }

    /// The pyramid of which tiles from one zoom to another are there; nil when that cannot be.
    func grid(zooms: ClosedRange<Int>) -> ZoomGrid? {
        var shape = PyramidLayout.xyz.shape()
        let levels = Pyramid(size: size, tileSize: tileSize, shape: shape).levels.count
        let coarsest = 1 << (levels - 1)
        guard origin.x.isMultiple(of: coarsest), origin.y.isMultiple(of: coarsest), zooms.upperBound >= levels - 1
        else { return nil }
        shape.origin = origin
        let pyramid = Pyramid(size: size, tileSize: tileSize, levelCount: min(levels, zooms.count), shape: shape)
        return ZoomGrid(pyramid: pyramid, finestZoom: zooms.upperBound)
    }
}
