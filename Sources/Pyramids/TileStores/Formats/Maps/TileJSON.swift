internal import Georeferencing
internal import JSONDocuments
internal import TilePyramid

/// Writes the description of a folder of map tiles (TileJSON 3.0, https://github.com/mapbox/tilejson-spec).
///
/// The geometry of an image that is not georeferenced is stored under the key `tilekit`, which other readers ignore.
struct TileJSON: Hashable, Sendable {
    /// The name of the file.
    static let name = "tiles.json"

    private let tileMatrixSet: TileMatrixSet
    private let title: String
    private let georeference: Georeference?
    private let margin: PixelOffset

    /// Creates the description of a pyramid with the name `title`.
    init(tileMatrixSet: TileMatrixSet, title: String, georeference: Georeference?, margin: PixelOffset = .zero) {
        self.margin = margin
        self.tileMatrixSet = tileMatrixSet
        self.title = title
        self.georeference = georeference
    }

    /// The file for tiles at URLs of this form.
    func file(template: String) -> ContainerFile {
        let levels = tileMatrixSet.pyramid.presentLevels
        var members = [
            ("tilejson", JSONText.string("3.0.0")),
            ("name", JSONText.string(title)),
            ("scheme", JSONText.string("xyz")),
            ("tiles", JSONText.array([JSONText.string(template)])),
            ("minzoom", "\(tileMatrixSet.zoom(of: levels.lowerBound))"),
            ("maxzoom", "\(tileMatrixSet.zoom(of: levels.upperBound - 1))"),
        ]
        if let georeference {
            let (edges, middle) = (georeference.bounds.edges, georeference.bounds.center)
            let zoom = tileMatrixSet.zoom(of: levels.lowerBound)
            let center = [middle.x, middle.y].map { JSONText.number($0) }
            members.append(("bounds", JSONText.array(edges.map { JSONText.number($0) })))
            members.append(("center", JSONText.array(center + ["\(zoom)"])))
        } else {
            members.append(("description", JSONText.string("A picture by itself, at no place on the world.")))
            members.append(("tilekit", TileKitMetadata(of: tileMatrixSet.pyramid, margin: margin).json))
        }
        let lines = members.map { "  \(JSONText.string($0.0)): \($0.1)" }
        return ContainerFile(name: Self.name, text: "{\n" + lines.joined(separator: ",\n") + "\n}\n")
    }
}
