package import ChannelImages
package import Georeferencing
internal import JSONDocuments
package import TileContainers
package import TilePyramid

/// Writes the description of a folder of map tiles (TileJSON 3.0, https://github.com/mapbox/tilejson-spec).
///
/// The geometry of an image that is not georeferenced is stored under the key `tilekit`, which other readers ignore.
package enum TileJSON {
    /// The name of the file.
    package static let name = "tiles.json"

    /// The file for tiles at URLs of the form `template`.
    package static func file(
        _ tileMatrixSet: TileMatrixSet, title: String, attribution: String?, georeference: Georeference?,
        margin: PixelOffset, template: String, description: String? = nil, terrain: TerrainEncoding? = nil
    ) -> ContainerFile {
        let zooms = tileMatrixSet.zooms
        var members = [
            ("tilejson", JSONText.string("3.0.0")),
            ("name", JSONText.string(title)),
            ("scheme", JSONText.string("xyz")),
            ("tiles", JSONText.array([JSONText.string(template)])),
            ("minzoom", "\(zooms.lowerBound)"),
            ("maxzoom", "\(zooms.upperBound)"),
        ]
        if let attribution { members.append(("attribution", JSONText.string(attribution))) }
        if let terrain { members.append((TerrainEncoding.propertyName, JSONText.string(terrain.rawValue))) }
        if let description { members.append(("description", JSONText.string(description))) }
        if let georeference {
            let edges = georeference.bounds.publishable.edges
            let middle = georeference.bounds.wrappedCenter
            let center = [middle.x, middle.y].map { JSONText.number($0) }
            members.append(("bounds", JSONText.array(edges.map { JSONText.number($0) })))
            members.append(("center", JSONText.array(center + ["\(zooms.lowerBound)"])))
            if let crossing = georeference.bounds.crossingText {
                members.append((TileKitMetadata.crossingKey, JSONText.string(crossing)))
            }
        } else {
            if description == nil {
                members.append(("description", JSONText.string("An image without a geographic position.")))
            }
            members.append(
                (TileKitMetadata.key, TileKitMetadata(of: tileMatrixSet.pyramid, margin: margin).json))
        }
        return ContainerFile(name: name, text: JSONText.document(members))
    }
}
