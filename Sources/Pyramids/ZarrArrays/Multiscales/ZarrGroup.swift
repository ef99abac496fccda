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

    private static let version2GroupKey = ".zgroup"

    /// Opens a group; nil if there is none.
    ///
    /// - Parameters:
    ///   - key: the key of the group; empty for the root.
    ///   - store: the hierarchy.
    /// - Throws: `CodecError` when the metadata is damaged, or is that of an array.
    package init?(opening key: String, in store: any ZarrStore) throws {
        self.store = store
        self.key = key
        func read(_ name: String) throws -> [UInt8]? {
            try store.readWhole(ZarrPath.joined(key, name), limit: ZarrArrayMetadata.byteLimit)
        }
        func location(_ name: String) -> String { store.location(of: ZarrPath.joined(key, name)) }
        func isArray() -> CodecError {
            CodecError(
                .unsupported, file: store.location(of: key),
                "this is an array and no image. Open the group that contains it.")
        }
        if let bytes = try read(ZarrArrayMetadata.version3Key) {
            version = .version3
            file = location(ZarrArrayMetadata.version3Key)
            let (type, attributes) = try ZarrJSON.read(bytes, file: file) {
                (object) throws(JSONError) -> (String, JSONObject) in
                _ = try object.integer("zarr_format", in: 3...3)
                let attributes =
                    object.has("attributes")
                    ? try object.object("attributes") : try JSONObject(.object([:]), at: "attributes")
                return (try object.string("node_type"), attributes)
            }
            guard type == "group" else { throw isArray() }
            self.attributes = attributes
            return
        }
        version = .version2
        file = location(ZarrArrayMetadata.version2AttributesKey)
        if try read(ZarrArrayMetadata.version2Key) != nil { throw isArray() }
        if let bytes = try read(ZarrArrayMetadata.version2AttributesKey) {
            attributes = try ZarrJSON.read(bytes, file: file) { object throws(JSONError) in object }
        } else if try read(Self.version2GroupKey) != nil {
            attributes = try ZarrJSON.wrapping(file: file) { () throws(JSONError) in try JSONObject(.object([:])) }
        } else {
            return nil
        }
    }
}
