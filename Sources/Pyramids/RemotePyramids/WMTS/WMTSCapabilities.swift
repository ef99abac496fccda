internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TileContainers
internal import XMLDocuments

/// The capabilities of a Web Map Tile Service (OGC 07-057r7, WMTS 1.0.0), as far as its tiles need them.
struct WMTSCapabilities {
    /// The layers in their order.
    var layers: [Layer] = []
    /// The sets of tile matrices.
    var matrixSets: [MatrixSet] = []
    /// The address to which the parameters of GetTile are appended; `nil` if tiles are not had that way.
    var tileAddress: String?
    /// The title of the service, and its provider.
    var title: String?
    var provider: String?

    /// A layer.
    struct Layer {
        var identifier: String
        var title: String?
        /// The media types of its tiles.
        var formats: [String] = []
        /// The style that is the default, or the first.
        var style = ""
        /// The dimensions, such as the time, with their default values.
        var dimensions: [Dimension] = []
        /// The sets that it has tiles in.
        var links: [Link] = []
        /// The templates of its tiles' addresses.
        var templates: [Template] = []
        /// The region in degrees; `nil` if it is not named.
        var bounds: GeoBounds?
    }

    struct Dimension: Hashable {
        var identifier: String
        var value: String
    }

    /// A set of tile matrices of a layer.
    struct Link {
        var matrixSet: String
        /// The columns and rows of the matrices within which there are tiles.
        var limits: [String: (columns: Range<Int>, rows: Range<Int>)] = [:]
    }

    /// The template of the addresses of tiles.
    struct Template: Hashable {
        var format: String
        var text: String
    }

    /// Tile matrices of one coordinate reference system.
    struct MatrixSet {
        var identifier: String
        /// The name of the reference system.
        var system: ReferenceSystemName
        /// The matrices, the coarsest first.
        var matrices: [Matrix] = []
    }

    /// A grid of tiles at one scale.
    struct Matrix: Hashable {
        var identifier: String
        /// The scale for pixels of 0.28 mm.
        var scaleDenominator: Double
        /// The coordinates of the top left corner, in the order of the file.
        var corner: [Double]
        var tileWidth: Int, tileHeight: Int
        /// The number of columns and rows.
        var columns: Int, rows: Int
    }
}

extension WMTSCapabilities {
    /// The most layers that are read.
    static let layerLimit = 10_000
    /// The most sets of matrices that are read.
    static let setLimit = 1000
    /// The most matrices of a set that are read.
    static let matrixLimit = 64

    /// Reads the root element.
    ///
    /// - Throws: ``StoreError`` for the capabilities of another service, and for numbers that are none.
    init(_ root: XMLElement, path: String) throws {
        guard let contents = root.child("Contents") else {
            throw StoreError(
                .malformed, path: path, "these are not capabilities of a WMTS: they have no \"Contents\".")
        }
        layers = contents.children.filter { $0.name == "Layer" }.prefix(Self.layerLimit).map(Layer.init)
        matrixSets = try contents.children.filter { $0.name == "TileMatrixSet" }.prefix(Self.setLimit).map {
            try MatrixSet($0, path: path)
        }
        tileAddress = Self.tileAddress(root)
        title = root.child("ServiceIdentification")?.child("Title").flatMap { PlainText.text(ofHTML: $0.text) }
        provider = root.child("ServiceProvider")?.child("ProviderName").flatMap { PlainText.text(ofHTML: $0.text) }
    }

    /// The address of GetTile by parameters.
    private static func tileAddress(_ root: XMLElement) -> String? {
        let operation = root.child("OperationsMetadata")?.children.first {
            $0.name == "Operation" && $0.attributes["name"] == "GetTile"
        }
        let gets = operation?.child("DCP")?.child("HTTP")?.children.filter { $0.name == "Get" } ?? []
        func encodings(_ get: XMLElement) -> [String] {
            get.children.filter { $0.name == "Constraint" && $0.attributes["name"] == "GetEncoding" }
                .compactMap { $0.child("AllowedValues") }.flatMap(\.children).map { $0.text.trimmed }
        }
        let get = gets.first { encodings($0).contains("KVP") } ?? gets.first { encodings($0).isEmpty }
        return get?.attributes["xlink:href"] ?? get?.attributes["href"]
    }
}

extension WMTSCapabilities.Layer {
    init(_ element: XMLElement) {
        func all(_ name: String) -> [XMLElement] { element.children.filter { $0.name == name } }
        identifier = element.child("Identifier")?.text.trimmed ?? ""
        title = (element.child("Title")?.text).flatMap(PlainText.text(ofHTML:))
        formats = all("Format").map { $0.text.trimmed }
        let styles = all("Style")
        let chosen = styles.first { $0.attributes["isDefault"] == "true" } ?? styles.first
        style = chosen?.child("Identifier")?.text.trimmed ?? ""
        dimensions = all("Dimension").compactMap { dimension in
            guard let name = dimension.child("Identifier")?.text.trimmed,
                let value = dimension.child("Default")?.text.trimmed ?? dimension.child("Value")?.text.trimmed
            else { return nil }
            return WMTSCapabilities.Dimension(identifier: name, value: value)
        }
        links = all("TileMatrixSetLink").map(WMTSCapabilities.Link.init)
        templates = all("ResourceURL").compactMap { resource in
            guard resource.attributes["resourceType"] == "tile", let text = resource.attributes["template"] else {
                return nil
            }
            return WMTSCapabilities.Template(format: resource.attributes["format"] ?? "", text: text.trimmed)
        }
        bounds = element.child("WGS84BoundingBox").flatMap { box in
            let edges = ["LowerCorner", "UpperCorner"].flatMap { box.child($0)?.text.numbers ?? [] }
            guard edges.count == 4 else { return nil }
            let bounds = GeoBounds(west: edges[0], south: edges[1], east: edges[2], north: edges[3], crs: .wgs84)
            return bounds.isOnEarth ? bounds : nil
        }
    }
}

extension WMTSCapabilities.Link {
    init(_ element: XMLElement) {
        matrixSet = element.child("TileMatrixSet")?.text.trimmed ?? ""
        let known = 0...CheckedNumber.longestSide
        for part in element.child("TileMatrixSetLimits")?.children ?? [] where part.name == "TileMatrixLimits" {
            func number(_ name: String) -> Int? {
                (part.child(name)?.text.trimmed).flatMap { CheckedNumber.integer($0, in: known) }
            }
            guard let matrix = part.child("TileMatrix")?.text.trimmed, let left = number("MinTileCol"),
                let right = number("MaxTileCol"), let top = number("MinTileRow"), let bottom = number("MaxTileRow"),
                let columns = CheckedNumber.range(from: left, through: right),
                let rows = CheckedNumber.range(from: top, through: bottom)
            else { continue }
            limits[matrix] = (Range(columns), Range(rows))
        }
    }
}

extension WMTSCapabilities.MatrixSet {
    init(_ element: XMLElement, path: String) throws {
        identifier = element.child("Identifier")?.text.trimmed ?? ""
        system = ReferenceSystemName(element.child("SupportedCRS")?.text.trimmed ?? "")
        matrices = try element.children.filter { $0.name == "TileMatrix" }.prefix(WMTSCapabilities.matrixLimit).map {
            try WMTSCapabilities.Matrix($0, path: path)
        }.sorted { $0.scaleDenominator > $1.scaleDenominator }
    }
}

extension WMTSCapabilities.Matrix {
    init(_ element: XMLElement, path: String) throws {
        let name = element.child("Identifier")?.text.trimmed ?? ""
        func number(_ part: String) throws -> Int {
            let text = element.child(part)?.text.trimmed ?? ""
            guard let number = CheckedNumber.integer(text, in: 1...CheckedNumber.longestSide) else {
                throw StoreError(
                    .malformed, path: path,
                    "the capabilities are damaged: \(part) of the tile matrix \"\(name)\" is \"\(text.prefix(40))\".")
            }
            return number
        }
        identifier = name
        let scale = (element.child("ScaleDenominator")?.text.trimmed).flatMap(Double.init) ?? 0
        corner = element.child("TopLeftCorner")?.text.numbers ?? []
        guard scale > 0, scale.isFinite, corner.count == 2, corner.allSatisfy(\.isFinite) else {
            throw StoreError(
                .malformed, path: path,
                "the capabilities are damaged: the tile matrix \"\(name)\" has no scale, or no corner.")
        }
        scaleDenominator = scale
        tileWidth = try number("TileWidth")
        tileHeight = try number("TileHeight")
        columns = try number("MatrixWidth")
        rows = try number("MatrixHeight")
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.dropLast(start.reversed().prefix(while: \.isWhitespace).count))
    }

    /// The numbers in a text with white space between them.
    fileprivate var numbers: [Double] { split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
}
