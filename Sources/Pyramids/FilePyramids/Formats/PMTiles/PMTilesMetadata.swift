internal import ChannelImages
internal import JSONDocuments
internal import TileContainers
internal import TilePyramid

/// The JSON metadata of a PMTiles file.
enum PMTilesMetadata {
    /// The most bytes of uncompressed metadata that are accepted; those of raster tiles have a few hundred.
    static let byteLimit = 1 << 20

    /// The text of the metadata.
    static func json(_ metadata: TilesetMetadata, format: TileFormat) -> String {
        var members = [
            ("name", JSONText.string(metadata.name)), ("description", JSONText.string(metadata.description)),
            ("type", JSONText.string("overlay")), ("format", JSONText.string(format.fileExtension)),
            ("minzoom", "\(metadata.zooms.lowerBound)"), ("maxzoom", "\(metadata.zooms.upperBound)"),
        ]
        if let attribution = metadata.attribution { members.append(("attribution", JSONText.string(attribution))) }
        if let terrain = metadata.terrain {
            members.append((TerrainEncoding.propertyName, JSONText.string(terrain.rawValue)))
        }
        if let crossing = metadata.crossing {
            members.append((TileKitMetadata.crossingKey, JSONText.string(crossing)))
        }
        if let tileKit = metadata.tileKit {
            members.append((TileKitMetadata.key, tileKit.json))
        }
        return JSONText.object(members)
    }

    /// Parses the metadata: the `tilekit` object, and everything else as names and values.
    ///
    /// - Throws: ``StoreError`` when they are damaged.
    static func read(_ bytes: [UInt8], path: String) throws -> (tileKit: TileKitMetadata?, [PyramidProperty]) {
        guard !bytes.isEmpty else { return (nil, []) }
        do {
            guard case .object(let members) = try JSONValue(parsing: bytes) else {
                throw JSONError(at: "", "this is not an object")
            }
            let tileKit = try members[TileKitMetadata.key].map {
                try TileKitMetadata(JSONObject($0, at: TileKitMetadata.key))
            }
            let others = members.filter { $0.key != TileKitMetadata.key }.sorted { $0.key < $1.key }
            return (tileKit, others.map { PyramidProperty($0.key, text($0.value)) })
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "its metadata is damaged: \(error).")
        }
    }

    /// A value for display: strings without quotes, anything else as JSON.
    private static func text(_ value: JSONValue) -> String {
        if case .string(let string) = value { return string }
        return json(value)
    }

    private static func json(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): JSONText.number(number)
        case .integer(let digits): digits
        case .string(let string): JSONText.string(string)
        case .array(let values): JSONText.array(values.map(json))
        case .object(let members):
            JSONText.object(members.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
        }
    }
}
