package import Georeferencing
internal import Glibc
package import TilePyramid
internal import XMLDocuments

/// Writes the `tilemapresource.xml` of a Tile Map Service (https://wiki.osgeo.org/wiki/Tile_Map_Service_Specification).
package struct TileMapResource: Hashable, Sendable {
    /// The name of the file.
    package static let name = "tilemapresource.xml"

    package let tileMatrixSet: TileMatrixSet
    /// The name of the pyramid.
    package let title: String
    package let format: TileFormat
    package let georeference: Georeference?

    /// The text of the file.
    ///
    /// Without georeference, coordinates are the image's pixels, upwards, with 0, 0 at the top left corner. Tiles begin
    /// at the top of the image as in the other layouts, and the bottom row is padded, so the origin is below the image.
    package var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0"\(tileKitAttributes)>
          <Title>\(XMLElement.escaped(title))</Title>
          <Abstract></Abstract>
          <SRS>\(georeference == nil ? "" : "EPSG:3857")</SRS>
          \(boundingBox)
          \(origin)
          <TileFormat width="\(side)" height="\(side)" mime-type="\(mediaType)" extension="\(format.fileExtension)"/>
          <TileSets profile="\(georeference == nil ? "raster" : "mercator")">
        \(tileSets)
          </TileSets>
        </TileMap>

        """
    }

    private var side: Int { tileMatrixSet.pyramid.tileSize }
    private var finest: Level { tileMatrixSet.pyramid.finestLevel }

    private var mediaType: String { "image/\(format == .jpeg ? "jpeg" : format.fileExtension)" }

    /// The size of the image, which distinguishes these tiles from those counted from the bottom of the image.
    private var tileKitAttributes: String {
        guard georeference == nil else { return "" }
        let size = tileMatrixSet.pyramid.size
        let rounding = TileKitMetadata(of: tileMatrixSet.pyramid).rounding
        return " xmlns:\(Self.tileKitPrefix)=\"urn:tilekit\" \(Self.tileKitPrefix):width=\"\(size.width)\""
            + " \(Self.tileKitPrefix):height=\"\(size.height)\""
            + (rounding == .down ? " \(Self.tileKitPrefix):rounding=\"\(rounding.rawValue)\"" : "")
    }

    /// The prefix of attributes that are not part of the specification.
    static let tileKitPrefix = "tilekit"

    private var boundingBox: String {
        guard let georeference else {
            let size = tileMatrixSet.pyramid.size
            return "<BoundingBox minx=\"0\" miny=\"\(-size.height)\" maxx=\"\(size.width)\" maxy=\"0\"/>"
        }
        let bounds = georeference.bounds.publishable
        let left = WebMercator.easting(ofLongitude: bounds.west)
        let bottom = Self.northing(ofLatitude: bounds.south)
        let right = WebMercator.easting(ofLongitude: bounds.east)
        let top = Self.northing(ofLatitude: bounds.north)
        return "<BoundingBox minx=\"\(left)\" miny=\"\(bottom)\" maxx=\"\(right)\" maxy=\"\(top)\"/>"
    }

    private var origin: String {
        georeference == nil
            ? "<Origin x=\"0\" y=\"\(-finest.grid.rows * side)\"/>"
            : "<Origin x=\"\(-WebMercator.originShift)\" y=\"\(-WebMercator.originShift)\"/>"
    }

    private var tileSets: String {
        tileMatrixSet.pyramid.presentLevels.map { level in
            let zoom = tileMatrixSet.zoom(of: level)
            let unitsPerPixel =
                georeference == nil
                ? "\(Int(tileMatrixSet.pyramid.levels[level].downsample))"
                : "\(TileMatrix(tileSize: side, zoom: zoom).metersPerPixel)"
            return "    <TileSet href=\"\(zoom)\" units-per-pixel=\"\(unitsPerPixel)\" order=\"\(zoom)\"/>"
        }.joined(separator: "\n")
    }

    /// The northing of a latitude, rounded as in the files of earlier runs.
    ///
    /// `WebMercator.northing(ofLatitude:)` is the same function and differs in the last digit. With it, a resumed run
    /// would write another file.
    private static func northing(ofLatitude latitude: Double) -> Double {
        log(tan(.pi / 4 + latitude * .pi / 360)) / .pi * WebMercator.originShift
    }
}
