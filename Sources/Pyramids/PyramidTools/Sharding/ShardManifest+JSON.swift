package import JSONDocuments

extension ShardManifest {
    /// The manifest as a JSON document.
    package var document: [UInt8] {
        var members: [(String, String)] = [
            ("shard", "\(number)"), ("tiles", "\(tiles)"), ("skippedTiles", "\(skippedTiles)"),
            ("passthroughTiles", "\(passthroughTiles)"), ("paddedTiles", "\(paddedTiles)"),
            ("warnings", JSONText.array(warnings.map(JSONText.string))), ("pyramid", pyramid.json),
        ]
        if let passthroughBlocker { members.append(("passthroughBlocker", JSONText.string(passthroughBlocker))) }
        return Array(JSONText.document(members).utf8)
    }

    /// Reads a manifest.
    ///
    /// - Throws: `JSONError` that names the member that is wrong.
    package init(_ document: [UInt8]) throws(JSONError) {
        let object = try JSONObject(JSONValue(parsing: document))
        let counts = 0...1 << 50
        pyramid = try ShardedPyramid(object.object("pyramid"))
        number = try object.integer("shard", in: 1...pyramid.shardCount)
        tiles = try object.integer("tiles", in: counts)
        skippedTiles = try object.integer("skippedTiles", in: counts)
        passthroughTiles = try object.integer("passthroughTiles", in: counts)
        paddedTiles = try object.integer("paddedTiles", in: counts)
        warnings = try object.strings("warnings")
        passthroughBlocker = try object.optionalString("passthroughBlocker")
    }
}
