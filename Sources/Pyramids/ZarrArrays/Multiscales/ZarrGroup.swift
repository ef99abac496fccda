internal import ImageMetadata
package import JSONDocuments

/// A group of a hierarchy, with its attributes.
package struct ZarrGroup {
    /// The hierarchy.
    package let store: any ZarrStore
    /// The key of the group; empty for the root.
    package let key: String
    /// The version of the format.
    package let version: ZarrArrayMetadata.Version
    /// The attributes.
    package let attributes: JSONObject
    /// The name of the file that has the attributes, for messages.
    package let file: String

    /// Opens a group; nil if there is none.
    ///
    /// - Parameters:
    ///   - key: the key of the group; empty for the root.
    ///   - store: the hierarchy.
    /// - Throws: `CodecError` when the metadata is damaged, or is that of an array.
    package init?(opening key: String, in store: any ZarrStore) throws {
        switch try ZarrNode.open(key, in: store) {
        case .group(let group)?: self = group
        case .array?:
            throw CodecError(
                .unsupported, file: store.location(of: key),
                "this is an array and no group. Open the array itself, or the group that contains it.")
        case nil: return nil
        }
    }

    fileprivate init(
        store: any ZarrStore, key: String, version: ZarrArrayMetadata.Version, attributes: JSONObject, file: String
    ) {
        self.store = store
        self.key = key
        self.version = version
        self.attributes = attributes
        self.file = file
    }
}

/// A node of a hierarchy: a group or an array.
package enum ZarrNode {
    case group(ZarrGroup)
    /// An array in a version of the format.
    case array(ZarrArrayMetadata.Version)

    private static let version2GroupKey = ".zgroup"

    /// Finds the node at a key; nil if there is none.
    ///
    /// - Parameters:
    ///   - key: the key; empty for the root.
    ///   - store: the hierarchy.
    /// - Returns: the group, or the version of the array.
    /// - Throws: `CodecError` when the metadata is damaged.
    package static func open(_ key: String, in store: any ZarrStore) throws -> ZarrNode? {
        func read(_ name: String) throws -> [UInt8]? {
            try store.readWhole(ZarrPath.joined(key, name), limit: ZarrArrayMetadata.byteLimit)
        }
        func location(_ name: String) -> String { store.location(of: ZarrPath.joined(key, name)) }
        func group(_ version: ZarrArrayMetadata.Version, _ attributes: JSONObject, _ file: String) -> ZarrNode {
            .group(ZarrGroup(store: store, key: key, version: version, attributes: attributes, file: file))
        }
        if let bytes = try read(ZarrArrayMetadata.version3Key) {
            let file = location(ZarrArrayMetadata.version3Key)
            let (type, attributes) = try ZarrJSON.read(bytes, file: file) {
                (object) throws(JSONError) -> (String, JSONObject) in
                _ = try object.integer("zarr_format", in: 3...3)
                let attributes =
                    object.has("attributes")
                    ? try object.object("attributes") : try JSONObject(.object([:]), at: "attributes")
                return (try object.string("node_type"), attributes)
            }
            return type == "group" ? group(.version3, attributes, file) : .array(.version3)
        }
        if try read(ZarrArrayMetadata.version2Key) != nil { return .array(.version2) }
        let file = location(ZarrArrayMetadata.version2AttributesKey)
        if let bytes = try read(ZarrArrayMetadata.version2AttributesKey) {
            return group(.version2, try ZarrJSON.read(bytes, file: file) { object throws(JSONError) in object }, file)
        }
        guard try read(version2GroupKey) != nil else { return nil }
        let none = try ZarrJSON.wrapping(file: file) { () throws(JSONError) in try JSONObject(.object([:])) }
        return group(.version2, none, file)
    }
}
