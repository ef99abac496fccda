internal import ChannelImages
package import JSONDocuments

extension ZarrArrayMetadata {
    /// The key of the metadata of an array in Zarr 2.
    package static let version2Key = ".zarray"

    /// Reads the content of `.zarray`; see ``validate(file:)``.
    package init(version2 object: JSONObject) throws(JSONError) {
        _ = try object.integer("zarr_format", in: 2...2)
        guard let (type, isBigEndian) = ZarrDataType.version2(try object.version2TypeName()) else {
            throw JSONError(
                at: object.path(of: "dtype"),
                "this type is not supported. Supported are integers, and floating-point numbers of 32 and 64 bits")
        }
        self.init(
            version: .version2, shape: try object.integers("shape", in: 0...Self.lengthLimit),
            chunkShape: try object.integers("chunks", in: 1...Self.lengthLimit), sampleType: type)
        self.isBigEndian = isBigEndian
        guard try object.optionalString("order") ?? "C" == "C" else {
            throw JSONError(
                at: object.path(of: "order"), "only order C is supported. Write the array again in this order")
        }
        switch object.value("filters") {
        case nil, .null, .array([]): break
        default: throw JSONError(at: object.path(of: "filters"), "filters are not supported")
        }
        if let compressor = object.value("compressor"), compressor != .null {
            codecs = ZarrCodecChain([try ZarrCodec(version2: try object.object("compressor"))])
        }
        keys = ZarrChunkKeys(style: .version2, separator: .dot)
        if object.has("dimension_separator") {
            keys.separator = try object.separator("dimension_separator")
        }
        guard let fill = ZarrDataType.fillValue(object.value("fill_value") ?? .null, of: type) else {
            throw JSONError(at: object.path(of: "fill_value"), "this is not a value of the array's type")
        }
        fillValue = fill
    }

    /// The key of the attributes of an array or a group in Zarr 2.
    package static let version2AttributesKey = ".zattrs"

    /// The content of `.zattrs`.
    var version2AttributesText: String { JSONText.document(attributes.map { ($0.name, $0.json) }) }

    /// The content of `.zarray`.
    var version2Text: String {
        JSONText.document([
            ("zarr_format", "2"), ("shape", JSONText.array(shape.map(String.init))),
            ("chunks", JSONText.array(chunkShape.map(String.init))),
            ("dtype", JSONText.string(ZarrDataType.version2Name(of: sampleType, isBigEndian: isBigEndian))),
            ("compressor", codecs.codecs.first?.version2Text ?? "null"),
            ("fill_value", ZarrDataType.fillText(fillValue, of: sampleType)), ("order", "\"C\""), ("filters", "null"),
            ("dimension_separator", JSONText.string(keys.separator.rawValue)),
        ])
    }
}

extension JSONObject {
    /// The type's name in Zarr 2; structured types are arrays.
    fileprivate func version2TypeName() throws(JSONError) -> String {
        if case .array? = value("dtype") {
            throw JSONError(at: path(of: "dtype"), "structured types are not supported")
        }
        return try string("dtype")
    }

    /// A separator of the numbers in keys.
    func separator(_ name: String) throws(JSONError) -> ZarrChunkKeys.Separator {
        guard let separator = ZarrChunkKeys.Separator(rawValue: try string(name)) else {
            throw JSONError(at: path(of: name), "this is neither \"/\" nor \".\"")
        }
        return separator
    }
}
