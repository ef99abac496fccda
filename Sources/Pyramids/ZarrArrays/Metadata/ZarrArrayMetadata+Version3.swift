internal import ChannelImages
package import JSONDocuments

extension ZarrArrayMetadata {
    /// The key of the metadata of an array or a group in Zarr 3.
    package static let version3Key = "zarr.json"

    /// The members of the metadata that are known; others must say that they need not be understood.
    private static let knownNames: Set = [
        "zarr_format", "node_type", "shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs",
        "attributes", "storage_transformers", "dimension_names", "consolidated_metadata",
    ]

    /// Reads the content of `zarr.json` of an array; see ``validate(file:)``.
    package init(version3 object: JSONObject) throws(JSONError) {
        _ = try object.integer("zarr_format", in: 3...3)
        guard try object.string("node_type") == "array" else {
            throw JSONError(at: object.path(of: "node_type"), "this is not an array")
        }
        try object.refuseUnknown(but: Self.knownNames)
        guard case .string(let name)? = object.value("data_type"), let type = ZarrDataType.version3(name) else {
            throw JSONError(
                at: object.path(of: "data_type"),
                "this type is not supported. Supported are integers, and floating-point numbers of 32 and 64 bits")
        }
        switch object.value("storage_transformers") {
        case nil, .null, .array([]): break
        default: throw JSONError(at: object.path(of: "storage_transformers"), "these are not supported")
        }
        let shape = try object.integers("shape", in: 0...Self.lengthLimit)
        let grid = try ZarrCodecList.item(object.value("chunk_grid") ?? .null, at: object.path(of: "chunk_grid"))
        guard grid.name == "regular" else {
            throw JSONError(at: object.path(of: "chunk_grid"), "only regular grids are supported")
        }
        let cellShape = try grid.settings.integers("chunk_shape", in: 1...Self.lengthLimit)
        self.init(version: .version3, shape: shape, chunkShape: cellShape, sampleType: type)
        keys = try Self.keys(object)
        try readCodecs(object, cellShape: cellShape)
        guard let value = object.value("fill_value"), value != .null,
            let fill = ZarrDataType.fillValue(value, of: type)
        else { throw JSONError(at: object.path(of: "fill_value"), "this is not a value of the array's type") }
        fillValue = fill
        dimensionNames = try Self.dimensionNames(object)
    }

    private static func keys(_ object: JSONObject) throws(JSONError) -> ZarrChunkKeys {
        let path = object.path(of: "chunk_key_encoding")
        let item = try ZarrCodecList.item(object.value("chunk_key_encoding") ?? .null, at: path)
        guard let style = ZarrChunkKeys.Style(rawValue: item.name) else {
            throw JSONError(at: path, "this is neither \"default\" nor \"v2\"")
        }
        var keys = ZarrChunkKeys(style: style, separator: style == .standard ? .slash : .dot)
        if item.settings.has("separator") { keys.separator = try item.settings.separator("separator") }
        return keys
    }

    private mutating func readCodecs(_ object: JSONObject, cellShape: [Int]) throws(JSONError) {
        let list = try ZarrCodecList(
            try object.values("codecs"), at: object.path(of: "codecs"), dimensionCount: shape.count, isNested: false)
        codecs = list.chain
        isBigEndian = list.isBigEndian
        guard let settings = list.sharding else { return }
        var sharding = Sharding(shape: cellShape)
        chunkShape = try settings.integers("chunk_shape", in: 1...Self.lengthLimit)
        let inner = try ZarrCodecList(
            try settings.values("codecs"), at: settings.path(of: "codecs"), dimensionCount: shape.count, isNested: true)
        codecs = inner.chain
        isBigEndian = inner.isBigEndian
        switch try settings.optionalString("index_location") {
        case nil, "end"?: break
        case "start"?: sharding.isIndexAtEnd = false
        default: throw JSONError(at: settings.path(of: "index_location"), "this is neither \"start\" nor \"end\"")
        }
        let path = settings.path(of: "index_codecs")
        // The index has one dimension more: an offset and a length for each chunk.
        let index = try ZarrCodecList(
            try settings.values("index_codecs"), at: path, dimensionCount: shape.count + 1, isNested: true)
        guard index.chain.codecs.isEmpty || index.chain.codecs == [.crc32c] else {
            throw JSONError(at: path, "only the codecs \"bytes\" and \"crc32c\" are supported for an index")
        }
        sharding.isIndexBigEndian = index.isBigEndian
        sharding.hasIndexChecksum = !index.chain.codecs.isEmpty
        self.sharding = sharding
    }

    private static func dimensionNames(_ object: JSONObject) throws(JSONError) -> [String?] {
        guard let value = object.value("dimension_names"), value != .null else { return [] }
        var names: [String?] = []
        for (index, value) in try object.values("dimension_names").enumerated() {
            switch value {
            case .null: names.append(nil)
            case .string(let name): names.append(name)
            default:
                throw JSONError(
                    at: "\(object.path(of: "dimension_names"))[\(index)]", "this is neither a string nor null")
            }
        }
        return names
    }

    /// The content of `zarr.json`.
    var version3Text: String {
        var inner = [bytesText(isBigEndian)]
        inner += codecs.codecs.map { $0.version3Text(typeSize: sampleType.byteCount) }
        var members = [
            ("zarr_format", "3"), ("node_type", "\"array\""), ("shape", JSONText.array(shape.map(String.init))),
            ("data_type", JSONText.string(sampleType.rawValue)),
            (
                "chunk_grid",
                ZarrCodec.extensionText("regular", [("chunk_shape", JSONText.array(cellShape.map(String.init)))])
            ),
            (
                "chunk_key_encoding",
                ZarrCodec.extensionText(keys.style.rawValue, [("separator", JSONText.string(keys.separator.rawValue))])
            ),
            ("fill_value", ZarrDataType.fillText(fillValue, of: sampleType)),
            ("codecs", JSONText.array(sharding.map { [shardingText($0, inner)] } ?? inner)),
            ("attributes", JSONText.object(attributes.map { ($0.name, $0.json) })),
        ]
        if !dimensionNames.isEmpty {
            members.append(
                ("dimension_names", JSONText.array(dimensionNames.map { $0.map(JSONText.exact) ?? "null" })))
        }
        return JSONText.document(members)
    }

    private func bytesText(_ isBigEndian: Bool) -> String {
        ZarrCodec.extensionText("bytes", [("endian", isBigEndian ? "\"big\"" : "\"little\"")])
    }

    private func shardingText(_ sharding: Sharding, _ inner: [String]) -> String {
        let indexCodecs =
            [bytesText(sharding.isIndexBigEndian)]
            + (sharding.hasIndexChecksum ? [ZarrCodec.crc32c] : [])
            .map { $0.version3Text(typeSize: 8) }
        return ZarrCodec.extensionText(
            "sharding_indexed",
            [
                ("chunk_shape", JSONText.array(chunkShape.map(String.init))), ("codecs", JSONText.array(inner)),
                ("index_codecs", JSONText.array(indexCodecs)),
                ("index_location", sharding.isIndexAtEnd ? "\"end\"" : "\"start\""),
            ])
    }
}

extension JSONObject {
    /// Refuses members that are not known and must be understood.
    fileprivate func refuseUnknown(but known: Set<String>) throws(JSONError) {
        for name in names.subtracting(known).sorted() {
            if case .object(let members)? = value(name), members["must_understand"] == .bool(false) { continue }
            throw JSONError(at: path(of: name), "this extension is not supported")
        }
    }

    /// An array of any values.
    func values(_ name: String) throws(JSONError) -> [JSONValue] {
        guard case .array(let values)? = value(name) else {
            throw JSONError(at: path(of: name), "this is not an array")
        }
        return values
    }
}
