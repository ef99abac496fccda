internal import Georeferencing
package import JSONDocuments
internal import Numbers
internal import TileContainers

/// The `metadata.json` beside tiles that a program has exported from MBTiles: the rows of its metadata, as texts.
struct ExportedMetadata {
    /// The name of the file.
    static let fileName = "metadata.json"

    /// The zooms and bounds that the file states.
    let declared: MapCoverage.Declaration
    /// Whether rows are counted from the south; `nil` if that is not said.
    let isTMS: Bool?
    /// The metadata.
    let properties: [PyramidProperty]
    /// The reason why the file is not used, as a sentence; empty if it is used.
    let warnings: [String]

    /// Reads the file in a container; `nil` if there is none, or it is of something else.
    static func read(_ files: any ContainerReader) throws -> ExportedMetadata? {
        guard let (bytes, path) = try? files.readDescriptor(fileName) else { return nil }
        guard let object = try? JSONObject(JSONValue(parsing: bytes)) else {
            return ExportedMetadata(
                declared: MapCoverage.Declaration(), isTMS: nil, properties: [],
                warnings: ["its \(fileName) is damaged, and not used."])
        }
        let format = try? object.optionalString("format")
        if object.has("vector_layers") || format.map(VectorTiles.isName) ?? false { throw VectorTiles.refusal(path) }
        let scheme = try? object.optionalString("scheme")
        return ExportedMetadata(
            declared: MapCoverage.Declaration(object), isTMS: scheme.map { $0 == "tms" },
            properties: object.plainMembers().filter { $0.name != "scheme" }.map { PyramidProperty($0.name, $0.value) },
            warnings: [])
    }
}

extension MapCoverage.Declaration {
    /// Creates the declaration of a TileJSON document, or of one with numbers as texts.
    package init(_ object: JSONObject) {
        let members = object.plainMembers()
        func value(_ name: String) -> String? { members.first { $0.name == name }?.value }
        self.init(
            minZoom: value("minzoom").flatMap { CheckedNumber.integer($0) },
            maxZoom: value("maxzoom").flatMap { CheckedNumber.integer($0) }, bounds: value("bounds"))
        crossing = GeoBounds(crossing: value(TileKitMetadata.crossingKey))
    }

    /// Creates a declaration with bounds as a text of four numbers; none if it is something else.
    package init(minZoom: Int?, maxZoom: Int?, bounds text: String?) {
        let edges = text.map { $0.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) } } ?? []
        self.init(minZoom: minZoom, maxZoom: maxZoom, edges: edges.count == 4 ? edges : [])
    }
}
