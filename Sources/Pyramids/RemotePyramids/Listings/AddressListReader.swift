internal import FilePyramids
internal import JSONDocuments
internal import TileContainers

/// Reads a list of addresses from an untrusted JSON document.
///
/// An entry that is damaged is left out and counted. Numbers in the document, such as the sizes of canvases, are not read.
struct AddressListReader {
    private let origin: RemoteOrigin
    private var list = AddressList()

    private init(_ origin: RemoteOrigin) {
        self.origin = origin
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - origin: the address that it comes from, and the hosts that it may name.
    /// - Returns: the list; nil if the document is something else.
    /// - Throws: ``StoreError`` for a list without an image that can be opened.
    static func read(_ bytes: [UInt8], _ origin: RemoteOrigin) throws -> AddressList? {
        guard let document = try? JSONValue(parsing: bytes) else { return nil }
        var reader = AddressListReader(origin)
        if document.isTileServerList {
            reader.readTileServerList(document)
        } else {
            switch document.type {
            case "Manifest": reader.readManifest(document)
            case "Collection": reader.readCollection(document)
            default: return nil
            }
        }
        guard reader.list.items.isEmpty else { return reader.list }
        if let refusal = reader.list.refusal { throw refusal }
        guard reader.list.refusedCount == 0 else {
            throw origin.malformed(
                "all that it lists is on other hosts, which get no headers, or goes from https to http. Open the address of an "
                    + "image.")
        }
        throw origin.malformed(
            reader.list.unreadableCount == 0
                ? "this list is empty. Open the address of an image."
                : "this list has no images with tiles. Open the address of an image with an image service (info.json).")
    }

    // MARK: Kinds of lists

    /// Reads the `index.json` of `tileserve`.
    private mutating func readTileServerList(_ document: JSONValue) {
        for image in document["images"].elements {
            add(image["dzi"].text ?? image["iiif3"].text, name: image["name"].text)
        }
    }

    /// Reads a collection, which lists manifests and other collections.
    private mutating func readCollection(_ document: JSONValue) {
        let parts = ["items", "members", "collections", "manifests"].flatMap { document[$0].elements }
        for part in parts where ["Manifest", "Collection"].contains(part.type) {
            add(part.identifier, name: part.label, isList: true)
        }
    }

    /// Reads a manifest: the images of its canvases, in the order of the first sequence.
    private mutating func readManifest(_ document: JSONValue) {
        let sequence = document["sequences"].elements.first
        let canvases = (sequence?["canvases"] ?? document["items"]).elements
        for (index, canvas) in canvases.enumerated() {
            let name = canvas.label ?? "\(index + 1)"
            let annotations =
                canvas["images"].elements + canvas["items"].elements.flatMap { page in page["items"].elements }
            let images = annotations.flatMap { annotation -> [JSONValue] in
                (annotation["resource"].elements + annotation["body"].elements).compactMap(\.firstChoice)
            }
            let services = images.flatMap { $0["service"].elements }.filter(\.isImageService)
            guard let service = services.first?.identifier else {
                list.unreadableCount += 1
                continue
            }
            add(Self.information(of: service), name: name)
        }
    }

    /// The address of the description of an image service.
    private static func information(of service: String) -> String {
        service.contains("?") || service.hasSuffix("/info.json")
            ? service : "\(FilePath.withoutTrailingSlashes(service))/info.json"
    }

    // MARK: Entries

    /// Adds an address if its host may be asked.
    private mutating func add(_ reference: String?, name: String?, isList: Bool = false) {
        guard let reference else { return list.unreadableCount += 1 }
        do {
            var address = try origin.address(reference)
            // A name and a password in the address of the list are for its host.
            if address.scheme == origin.base.scheme, address.host == origin.base.host {
                address.authority = origin.base.authority
            }
            guard origin.mayBeOpened(address) else { return list.refusedCount += 1 }
            let name = name.flatMap(PlainText.text(ofHTML:)).map { String($0.prefix(AddressList.nameLimit)) }
            list.add(AddressList.Item(address.withoutFragment.text, name: name, isList: isList))
        } catch {
            list.refusedCount += 1
            if list.refusal == nil { list.refusal = error }
        }
    }
}

extension RemoteOrigin {
    /// Whether an address of a list may be opened as if the user had named it.
    ///
    /// Its requests get the headers of the access, which are for the user's own server. So an address on another host is
    /// opened only without headers, and never one of http in a list that came by https.
    fileprivate func mayBeOpened(_ address: URLReference) -> Bool {
        guard base.scheme != "https" || address.scheme == "https" else { return false }
        return access.headers.isEmpty || address.host == given.host
    }
}

// MARK: Members of documents

extension JSONValue {
    /// A member of an object; null if there is none.
    fileprivate subscript(_ name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// The elements of an array; a single object or text stands for an array of it.
    fileprivate var elements: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .object, .string: [self]
        case .null, .bool, .number, .integer: []
        }
    }

    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The type in the Presentation API, without the prefix of version 2.
    fileprivate var type: String {
        let text = self["type"].text ?? self["@type"].text ?? ""
        return text.hasPrefix("sc:") ? String(text.dropFirst("sc:".count)) : text
    }

    fileprivate var identifier: String? { self["id"].text ?? self["@id"].text }

    /// The label: a text, a text with a language, or texts by language, of which the first is taken.
    fileprivate var label: String? {
        switch self["label"] {
        case .string(let text): return text
        case .array(let elements): return elements.lazy.compactMap { $0.text ?? $0["@value"].text }.first
        case .object(let members):
            if let text = members["@value"]?.text { return text }
            let languages = ["none", "en"] + members.keys.sorted()
            return languages.lazy.compactMap { members[$0]?.elements.first?.text }.first
        case .null, .bool, .number, .integer: return nil
        }
    }

    /// The content of an annotation; of a choice, the first.
    fileprivate var firstChoice: JSONValue? {
        guard type == "Choice" || type == "oa:Choice" else { return self }
        return self["default"].elements.first ?? self["items"].elements.first ?? self["item"].elements.first
    }

    /// Whether it describes a service of the IIIF Image API.
    fileprivate var isImageService: Bool {
        if type.hasPrefix("ImageService") || type == "iiif:Image" { return true }
        let profiles = self["profile"].elements.compactMap(\.text) + self["@context"].elements.compactMap(\.text)
        return profiles.contains {
            $0.contains("iiif.io/api/image") || $0.contains("library.stanford.edu/iiif/image-api")
        }
            || ["level0", "level1", "level2"].contains(self["profile"].text ?? "")
    }

    /// Whether it is the list of `tileserve`: images, each with addresses.
    fileprivate var isTileServerList: Bool {
        guard case .array(let images) = self["images"], type.isEmpty else { return false }
        return images.allSatisfy { $0["name"].text != nil && $0["dzi"].text != nil }
    }
}
