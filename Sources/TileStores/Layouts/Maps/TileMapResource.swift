internal import Glibc
internal import TilePyramid

/// The `tilemapresource.xml` of a Tile Map Service (https://wiki.osgeo.org/wiki/Tile_Map_Service_Specification).
struct TileMapResource: Hashable, Sendable {
    /// The file's name.
    static let name = "tilemapresource.xml"
    /// Half the side of the world in meters of Web Mercator: π times the Earth's radius of 6,378,137 m.
    static let halfWorld = 20_037_508.342789244

    private let numbers: ZoomNumbers
    private let title: String
    private let format: TileFormat
    private let world: WorldPlacement?

    /// The description of a pyramid called `title`.
    init(numbers: ZoomNumbers, title: String, format: TileFormat, world: WorldPlacement?) {
        self.numbers = numbers
        self.title = title
        self.format = format
        self.world = world
    }

    /// The file as it is written.
    ///
    /// A picture by itself has coordinates in its own pixels, upwards: its top left corner is 0, 0. Tiles lie as they do
    /// in the other layouts, from the picture's top on, and the lowest row is padded: the origin is below the picture.
    var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0"\(ownAttributes)>
          <Title>\(XMLText.escaped(title))</Title>
          <Abstract></Abstract>
          <SRS>\(world == nil ? "" : "EPSG:3857")</SRS>
          \(boundingBox)
          \(origin)
          <TileFormat width="\(side)" height="\(side)" mime-type="\(mediaType)" extension="\(format.fileExtension)"/>
          <TileSets profile="\(world == nil ? "raster" : "mercator")">
        \(tileSets)
          </TileSets>
        </TileMap>

        """
    }

    private var side: Int { numbers.pyramid.tileSize }
    private var finest: Level { numbers.pyramid.finestLevel }

    private var mediaType: String { "image/\(format == .jpeg ? "jpeg" : format.fileExtension)" }

    /// The picture's size, so that its lowest row of tiles can be told from one that begins with the picture's bottom.
    private var ownAttributes: String {
        guard world == nil else { return "" }
        let size = numbers.pyramid.size
        let rounding = PictureMembers(of: numbers.pyramid).rounding
        return " xmlns:\(Self.ownPrefix)=\"urn:tilekit\" \(Self.ownPrefix):width=\"\(size.width)\""
            + " \(Self.ownPrefix):height=\"\(size.height)\""
            + (rounding == .down ? " \(Self.ownPrefix):rounding=\"\(rounding.rawValue)\"" : "")
    }

    /// The prefix of attributes that are not of the specification.
    static let ownPrefix = "tilekit"

    private var boundingBox: String {
        guard let world else {
            let size = numbers.pyramid.size
            return "<BoundingBox minx=\"0\" miny=\"\(-size.height)\" maxx=\"\(size.width)\" maxy=\"0\"/>"
        }
        let (left, bottom) = (Self.meters(longitude: world.west), Self.meters(latitude: world.south))
        let (right, top) = (Self.meters(longitude: world.east), Self.meters(latitude: world.north))
        return "<BoundingBox minx=\"\(left)\" miny=\"\(bottom)\" maxx=\"\(right)\" maxy=\"\(top)\"/>"
    }

    private var origin: String {
        world == nil
            ? "<Origin x=\"0\" y=\"\(-finest.grid.rows * side)\"/>"
            : "<Origin x=\"\(-Self.halfWorld)\" y=\"\(-Self.halfWorld)\"/>"
    }

    private var tileSets: String {
        numbers.pyramid.presentLevels.map { level in
            let zoom = numbers.zoom(of: level)
            let units =
                world == nil
                ? "\(Int(numbers.pyramid.levels[level].downsample))"
                : "\(2 * Self.halfWorld / Double(side) / Double(1 << zoom))"
            return "    <TileSet href=\"\(zoom)\" units-per-pixel=\"\(units)\" order=\"\(zoom)\"/>"
        }.joined(separator: "\n")
    }

    private static func meters(longitude: Double) -> Double { longitude / 180 * halfWorld }

    private static func meters(latitude: Double) -> Double {
        log(tan(.pi / 4 + latitude * .pi / 360)) / .pi * halfWorld
    }
}
