package import Georeferencing
package import JSONDocuments

extension GeoBounds {
    /// The bounds of a TileJSON document, an array of numbers or the text of one, with an east beyond 180 degrees where the map
    /// crosses the 180th meridian; nil where there are none on the Earth.
    package init?(tileJSON object: JSONObject) {
        let members = object.plainMembers()
        func value(_ name: String) -> String? { members.first { $0.name == name }?.value }
        if let crossing = GeoBounds(crossing: value(TileKitMetadata.crossingKey)) {
            self = crossing
            return
        }
        let edges = (value("bounds") ?? "").split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        guard edges.count == 4 else { return nil }
        let bounds = GeoBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3], crs: .wgs84).unwrapped
        guard bounds.isOnEarth || bounds.crossesAntimeridian else { return nil }
        self = bounds
    }
}
