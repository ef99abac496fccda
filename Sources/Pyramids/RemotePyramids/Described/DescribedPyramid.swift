internal import FilePyramids
internal import JSONDocuments
internal import Networking
internal import TileContainers
internal import TilePyramid
internal import XMLDocuments

/// Opens pyramids whose tiles have addresses of their own, by a description at an address, or by a template.
enum DescribedPyramid {
    /// The beginning of what an address has answered.
    struct Response: Sendable {
        /// The first bytes; some thousand are enough to recognize what it is.
        var bytes: [UInt8]
        /// Whether these are all.
        var isComplete: Bool
        /// The media type as the server has it; empty for none.
        var contentType: String
        /// The address that has answered, after redirects.
        var url: String
    }

    /// Whether an address is a template of map tiles: it has places for the zoom, the column and the row.
    static func isTemplate(_ url: String) -> Bool { TileTemplate(url) != nil }

    /// Opens map tiles by the template of their addresses.
    ///
    /// A description beside the zooms (`tiles.json`, `metadata.json` or `tilemapresource.xml`) is asked for first; without
    /// one the map is the world, at the zooms of the access.
    ///
    /// - Throws: ``StoreError`` for a template that is none, and when the host does not answer.
    static func openTemplate(_ template: String, access: NetworkAccess) async throws -> OpenedPyramid {
        try await RemoteMap.open(template: template, access)
    }

    /// Opens the pyramid that a document describes: TileJSON, WMTS capabilities, a `tilemapresource.xml`, Deep Zoom,
    /// Zoomify, or IIIF; or the one whose description lies below the address.
    ///
    /// - Parameters:
    ///   - url: the address as the user has given it.
    ///   - response: what it has answered; `nil` if nothing is there.
    ///   - access: the client, and what it may do.
    /// - Returns: the pyramid; `nil` if the answer describes none.
    /// - Throws: ``StoreError`` for a description that is damaged or names a host that is not allowed, and when a host does
    ///   not answer.
    static func open(_ url: String, response: Response?, access: NetworkAccess) async throws -> OpenedPyramid? {
        let origin = try RemoteOrigin(url, answeredBy: response?.url, access)
        guard let response, !isPage(response.bytes, contentType: response.contentType) else {
            return try await openFolder(origin)
        }
        guard let kind = DescriptionKind(response.bytes) else { return nil }
        guard let bytes = try await whole(response, kind, origin) else { return nil }
        switch kind {
        case .xml: return try await open(xml: bytes, origin)
        case .json: return try await open(json: bytes, origin)
        }
    }

    /// Whether an answer is a page for people, as folders and many services have.
    static func isPage(_ bytes: [UInt8], contentType: String) -> Bool {
        if contentType.lowercased().hasPrefix("text/html") { return true }
        let text = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
        return text.contains("<!doctype html") || text.contains("<html")
    }

    /// The most bytes of the capabilities of a WMTS: 32 MiB.
    private static let capabilitiesByteLimit = 32 << 20

    /// The whole document.
    private static func whole(
        _ response: Response, _ kind: DescriptionKind, _ origin: RemoteOrigin
    ) async throws -> [UInt8]? {
        let limit = kind == .xml(isCapabilities: true) ? capabilitiesByteLimit : RemoteOrigin.descriptionByteLimit
        if response.isComplete {
            guard response.bytes.count <= limit else { throw origin.malformed("it is too large for a description.") }
            return response.bytes
        }
        return try await origin.document(origin.base.text, byteLimit: limit)?.body
    }

    // MARK: Documents

    private static func open(xml bytes: [UInt8], _ origin: RemoteOrigin) async throws -> OpenedPyramid? {
        let root = try XMLElement(descriptor: bytes, path: origin.path)
        switch root.name.uppercased() {
        case "IMAGE", "COLLECTION":
            return try await RemoteDeepZoom.open(DeepZoomDescriptor(parsing: bytes, path: origin.path), origin)
        case "IMAGE_PROPERTIES":
            return try await RemoteZoomify.open(ZoomifyProperties(parsing: bytes, path: origin.path), origin)
        case "TILEMAP":
            return try await RemoteMap(ParsedTileMap(parsing: bytes, path: origin.path), of: origin).open(.tms)
        case "CAPABILITIES": return try await RemoteWMTS(WMTSCapabilities(root, path: origin.path), origin).open()
        case "EXCEPTIONREPORT", "SERVICEEXCEPTIONREPORT":
            let text = root.children.lazy.compactMap { $0.child("ExceptionText")?.text ?? $0.text }.first
            let reason = text.flatMap(PlainText.text(ofHTML:)).map { ": \($0.prefix(200))" } ?? ""
            throw origin.malformed(
                "the service refuses the request\(reason). The address of a WMTS ends in "
                    + "?SERVICE=WMTS&REQUEST=GetCapabilities.")
        default: return nil
        }
    }

    private static func open(json bytes: [UInt8], _ origin: RemoteOrigin) async throws -> OpenedPyramid? {
        let document = DescriptionKind.argument(ofCall: bytes) ?? bytes
        do {
            let object = try JSONObject(JSONValue(parsing: document))
            if let (descriptor, folder) = try DeepZoomDescriptor.parse(json: object, path: origin.path) {
                let address = try folder.map { try origin.address($0).text }
                return try await RemoteDeepZoom.open(
                    descriptor, folder: address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }, origin)
            }
            if IIIFLayout.isImageInformation(document) {
                return try await RemoteIIIF(image: IIIFImage(object, path: origin.path), origin: origin).open()
            }
            if ArcGISService.isDescription(object) || object.has("error") && RemoteArcGIS.isService(origin.base.path) {
                return try await RemoteArcGIS.open(object, origin)
            }
            guard object.has("tilejson") || (try? object.strings("tiles")) != nil else { return nil }
            let map = try MapDescription(tileJSON: object, path: origin.path)
            return try await RemoteMap(map, of: origin).open(map.isTMS == true ? .tms : .xyz)
        } catch let error as JSONError {
            throw origin.malformed("the description is damaged: \(error).")
        }
    }

    // MARK: Folders

    /// The names of descriptions that lie in the folder that they describe.
    private static let namesInFolders = [
        IIIFNaming.descriptorName, ZoomifyNaming.descriptorName, TileJSON.name, TileMapResource.name,
    ]

    /// Opens the pyramid whose description lies below the address; `nil` if there is none.
    private static func openFolder(_ origin: RemoteOrigin) async throws -> OpenedPyramid? {
        var base = origin.base
        if RemoteArcGIS.isService(base.path) {
            base.query = (base.query.map { $0 + "&" } ?? "") + "f=json"
            guard let bytes = await origin.optionalDocument(base.text), DescriptionKind(bytes) == .json else {
                return nil
            }
            return try await open(json: bytes, RemoteOrigin(origin.given.text, answeredBy: base.text, origin.access))
        }
        // A file has no folder.
        guard base.query == nil, FilePath.fileExtension(of: base.path).count != 3 else { return nil }
        if !base.path.hasSuffix("/") { base.path += "/" }
        let found = await withTaskGroup(of: (Int, String, [UInt8]?).self) { group in
            for (rank, name) in namesInFolders.enumerated() {
                var url = base
                url.path += name
                let text = url.text
                group.addTask { (rank, text, await origin.optionalDocument(text)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (_, url, bytes) in found.sorted(by: { $0.0 < $1.0 }) {
            guard let bytes, let kind = DescriptionKind(bytes) else { continue }
            let own = try RemoteOrigin(origin.given.text, answeredBy: url, origin.access)
            switch kind {
            case .xml: if let opened = try await open(xml: bytes, own) { return opened }
            case .json: if let opened = try await open(json: bytes, own) { return opened }
            }
        }
        return nil
    }
}
