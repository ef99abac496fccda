internal import ChannelImages
internal import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import TilePyramid

/// The tables and metadata of an MBTiles file (https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md).
enum MBTilesSchema {
    /// The SQLite application ID of MBTiles, "MPBX".
    static let applicationID = 0x4D50_4258

    /// The tables for writing tiles, with equal tiles stored once as by mb-util.
    ///
    /// The ID of an image is its row ID, which needs neither a column nor an index.
    static let tables = """
        CREATE TABLE metadata (name text, value text);
        CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id integer);
        CREATE TABLE images (tile_id integer PRIMARY KEY, tile_data blob);
        """

    /// The indexes and the view, created after all tiles, which is faster.
    static let indexes = """
        CREATE UNIQUE INDEX name ON metadata (name);
        CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
        CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
            map.tile_row AS tile_row, images.tile_data AS tile_data
            FROM map JOIN images ON images.tile_id = map.tile_id;
        """

    /// The name of a format: the one in the specification, or else the media type.
    ///
    /// JPEG is "jpg". The Python program of PMTiles only knows "jpeg", and gives such tiles an unknown type.
    static func name(of format: TileFormat) -> String {
        [.jpeg, .png, .webp].contains(format) ? format.fileExtension : "image/\(format.fileExtension)"
    }

    /// The format with a name; `nil` if it is not supported.
    static func format(named name: String) -> TileFormat? {
        let name = name.lowercased()
        return TileFormat(fileExtension: name.hasPrefix("image/") ? String(name.dropFirst(6)) : name)
    }

    /// The rows of the metadata table.
    ///
    /// GDAL and QGIS show as many pixels as the bounds are wide, rounded, and stretch them to the bounds: unless the edges lie
    /// between pixels, everything is shown up to half a pixel off.
    ///
    /// - Parameters:
    ///   - metadata: what is written.
    ///   - matrix: the grid of the finest zoom, to which the bounds are enlarged.
    ///   - format: the format of the tiles.
    /// - Returns: the names and their values.
    static func rows(_ metadata: TilesetMetadata, on matrix: TileMatrix, format: TileFormat) -> [PyramidProperty] {
        let center = metadata.center
        func list(_ numbers: [Double]) -> String {
            numbers.map { JSONText.number($0, digits: 9) }.joined(separator: ",")
        }
        // A ten-millionth of a degree is much of a pixel at fine zooms.
        let bounds =
            metadata.tileKit == nil
            ? matrix.aligned(metadata.bounds).edges.map(JSONText.number).joined(separator: ",")
            : list(metadata.bounds.edges)
        return [
            PyramidProperty("name", metadata.name), PyramidProperty("format", name(of: format)),
            PyramidProperty("bounds", bounds),
            PyramidProperty("center", list([center.x, center.y, Double(metadata.zooms.lowerBound)])),
            PyramidProperty("minzoom", "\(metadata.zooms.lowerBound)"),
            PyramidProperty("maxzoom", "\(metadata.zooms.upperBound)"),
            PyramidProperty("description", metadata.description), PyramidProperty("type", "overlay"),
        ] + (metadata.attribution.map { [PyramidProperty("attribution", $0)] } ?? [])
            + (metadata.terrain.map { [PyramidProperty(TerrainEncoding.propertyName, $0.rawValue)] } ?? [])
            + (metadata.crossing.map { [PyramidProperty(TileKitMetadata.crossingKey, $0)] } ?? [])
            + (metadata.tileKit.map { [PyramidProperty(TileKitMetadata.key, $0.json)] } ?? [])
    }
}
