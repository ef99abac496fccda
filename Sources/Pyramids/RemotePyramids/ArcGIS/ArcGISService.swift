internal import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// The description of an ArcGIS map or image service, `…/MapServer?f=json`, as far as its cached tiles need it
/// (https://developers.arcgis.com/rest/services-reference/enterprise/map-service/).
struct ArcGISService {
    /// The name and the attribution; `nil` for none.
    var name, attribution: String?
    /// The cached tiles as tile matrices: the levels of detail, the coarsest first.
    var matrixSet: WMTSCapabilities.MatrixSet
    /// The part of the matrices within which there is a map.
    var region: MatrixAlignment.Region?
    /// The region in degrees; `nil` for other systems than Web Mercator and WGS 84.
    var bounds: GeoBounds?
    /// The format of the tiles as the service names it, such as `JPEG` or `MIXED`.
    var formatName: String

    /// The most levels of detail that are read.
    private static let levelLimit = 64

    /// Whether a JSON object may be such a description.
    static func isDescription(_ object: JSONObject) -> Bool {
        object.has("tileInfo") || object.has("singleFusedMapCache")
            || object.has("currentVersion") && (object.has("fullExtent") || object.has("extent"))
    }

    /// Reads a description.
    ///
    /// - Throws: ``StoreError`` for services without cached tiles of images, `JSONError` for members that are invalid.
    init(_ object: JSONObject, path: String) throws {
        if object.has("resourceInfo") || (try? object.optionalString("type")) == "indexedVector" {
            throw VectorTiles.refusal(path)
        }
        guard object.value("singleFusedMapCache") != .bool(false), case .object? = object.value("tileInfo") else {
            throw StoreError(
                .malformed, path: path,
                "this ArcGIS service draws its maps on request and has no cached tiles, which are what is read. Ask its "
                    + "operator for a cached service or a WMTS.")
        }
        let info = try object.object("tileInfo")
        let sides = 1...MapDescription.longestTileSide
        let rows = try info.integer("rows", in: sides)
        let columns = try info.integer("cols", in: sides)
        let origin = try info.object("origin")
        let corner = PixelCorner(x: try origin.number("x"), y: try origin.number("y"))
        formatName = (try? info.optionalString("format")) ?? ""
        let system = try Self.system(info.has("spatialReference") ? info : object)
        let extent = ["fullExtent", "initialExtent", "extent"].lazy.compactMap { name in
            (try? object.object(name)).flatMap { Extent($0, system, sides: corner) }
        }.first
        let coarsest = Self.level(object, "minLOD") ?? 0
        let finest = Self.level(object, "maxLOD") ?? .max
        var matrices: [WMTSCapabilities.Matrix] = []
        for lod in try info.objects("lods").prefix(Self.levelLimit) {
            let level = try lod.integer("level", in: 0...1000)
            let resolution = try lod.number("resolution", in: 1e-9...1e9)
            guard level >= coarsest, level <= finest else { continue }
            func count(_ length: Double, _ tile: Int) -> Int {
                // Checked: Doubles.
                let tiles = length / (resolution * Double(tile)) - 1e-6
                return CheckedNumber.integer(tiles, rounded: .up, clampedTo: 1...PyramidLimits.longestSide / tile)
            }
            let unit = WMTSCapabilities.MatrixSet.unitMeters(ofEPSG: system)
            matrices.append(
                WMTSCapabilities.Matrix(
                    // Checked: Doubles.
                    identifier: "\(level)", scaleDenominator: resolution * unit / MatrixAlignment.pixelMeters,
                    corner: [corner.x, corner.y], tileWidth: columns, tileHeight: rows,
                    columns: count(extent?.right ?? Self.worldSide(system), columns),
                    rows: count(extent?.bottom ?? Self.worldSide(system), rows)))
        }
        guard !matrices.isEmpty else {
            throw StoreError(
                .malformed, path: path, "the tileInfo of this ArcGIS service has no levels of detail (lods).")
        }
        matrixSet = WMTSCapabilities.MatrixSet(
            identifier: "default", system: ReferenceSystemName("EPSG:\(system)"),
            matrices: matrices.sorted { $0.scaleDenominator > $1.scaleDenominator })
        region = extent?.region
        bounds = extent?.bounds(system)
        let names = ["mapName", "name", "serviceDescription"].lazy.compactMap { try? object.optionalString($0) }
        name = names.first { !$0.isEmpty && $0 != "Layers" }.flatMap(PlainText.text(ofHTML:))
        attribution = ((try? object.optionalString("copyrightText")) ?? nil).flatMap(PlainText.text(ofHTML:))
    }

    private static func level(_ object: JSONObject, _ name: String) -> Int? {
        try? object.integer(name, in: 0...1000)
    }

    /// The EPSG code of the system; 0 for one that is given by its text alone.
    private static func system(_ object: JSONObject) throws -> Int {
        let codes = 0...10_000_000
        guard let reference = try? object.object("spatialReference") else { return 0 }
        let code = (try? reference.integer("latestWkid", in: codes)) ?? (try? reference.integer("wkid", in: codes)) ?? 0
        return [102_100, 102_113, 3785, 900_913].contains(code) ? 3857 : code
    }

    /// The side of the world in units of a system, for services that name no extent.
    private static func worldSide(_ system: Int) -> Double {
        // Checked: a Double.
        system == 4326 ? 360 : 2 * WebMercator.originShift
    }

    /// A point in units of the system.
    private struct PixelCorner {
        var x, y: Double
    }

    /// The region of the map, measured from the corner of the tiles.
    private struct Extent {
        let edges: [Double]
        let left, top, right, bottom: Double

        init?(_ object: JSONObject, _ system: Int, sides corner: PixelCorner) {
            guard let own = try? ArcGISService.system(object), own == system || !object.has("spatialReference") else {
                return nil
            }
            edges = ["xmin", "ymin", "xmax", "ymax"].compactMap { try? object.number($0) }
            guard edges.count == 4, edges[0] < edges[2], edges[1] < edges[3] else { return nil }
            // Checked: Doubles.
            left = edges[0] - corner.x
            top = corner.y - edges[3]
            right = edges[2] - corner.x
            bottom = corner.y - edges[1]
            guard right > 0, bottom > 0 else { return nil }
        }

        var region: MatrixAlignment.Region {
            MatrixAlignment.Region(left: max(0, left), top: max(0, top), right: right, bottom: bottom)
        }

        func bounds(_ system: Int) -> GeoBounds? {
            guard system == 3857 || system == 4326 else { return nil }
            let limit = WebMercator.originShift
            let degrees =
                system == 4326
                ? edges
                : [
                    WebMercator.longitude(ofEasting: min(max(-limit, edges[0]), limit)),
                    WebMercator.latitude(ofNorthing: min(max(-limit, edges[1]), limit)),
                    WebMercator.longitude(ofEasting: min(max(-limit, edges[2]), limit)),
                    WebMercator.latitude(ofNorthing: min(max(-limit, edges[3]), limit)),
                ]
            let bounds = GeoBounds(
                west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3], crs: .wgs84)
            return bounds.isOnEarth ? bounds : nil
        }
    }
}
