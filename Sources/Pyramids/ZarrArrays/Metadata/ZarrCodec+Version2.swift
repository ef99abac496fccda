internal import JSONDocuments

extension ZarrCodec {
    /// Reads a compressor of Zarr 2, such as `{"id": "zstd", "level": 3}`.
    init(version2 object: JSONObject) throws(JSONError) {
        try self.init(numcodec: try object.string("id"), object, at: object.path(of: "id"))
    }

    /// Reads a codec of the library numcodecs by its name, and the settings from an object.
    init(numcodec name: String, _ object: JSONObject, at path: String) throws(JSONError) {
        switch name {
        case "gzip": self = .gzip(level: try object.level(default: 1, in: 0...9))
        case "zlib": self = .zlib(level: try object.level(default: 1, in: 0...9))
        case "zstd":
            self = .zstandard(
                level: try object.level(default: 1, in: -131_072...22), hasChecksum: try object.bool("checksum"))
        case "lz4":
            let acceleration = object.has("acceleration") ? try object.integer("acceleration", in: -65537...65537) : 1
            self = .lz4(acceleration: acceleration)
        case "blosc":
            var settings = try BloscSettings(object)
            let shuffle = object.has("shuffle") ? try object.integer("shuffle", in: -1...2) : 1
            settings.shuffle = BloscSettings.Shuffle(rawValue: shuffle) ?? .bytes
            self = .blosc(settings)
        default:
            throw JSONError(
                at: path,
                "the codec \(JSONText.string(name)) is not supported. Supported are blosc, zstd, gzip, zlib and lz4")
        }
    }

    /// The compressor as Zarr 2 has it.
    var version2Text: String {
        switch self {
        case .gzip(let level): JSONText.object([("id", "\"gzip\""), ("level", "\(level)")])
        case .zlib(let level): JSONText.object([("id", "\"zlib\""), ("level", "\(level)")])
        case .zstandard(let level, let hasChecksum):
            JSONText.object([("id", "\"zstd\""), ("level", "\(level)"), ("checksum", "\(hasChecksum)")])
        case .lz4(let acceleration): JSONText.object([("id", "\"lz4\""), ("acceleration", "\(acceleration)")])
        case .blosc(let settings):
            JSONText.object([
                ("id", "\"blosc\""), ("cname", "\"\(settings.compressor.rawValue)\""), ("clevel", "\(settings.level)"),
                ("shuffle", "\(settings.shuffle.rawValue)"), ("blocksize", "\(settings.blockSize)"),
            ])
        case .crc32c: JSONText.object([("id", "\"crc32c\"")])
        }
    }
}

extension BloscSettings {
    /// Reads what both versions of Zarr have: all but the rearrangement.
    init(_ object: JSONObject) throws(JSONError) {
        self.init()
        if let name = try object.optionalString("cname") {
            guard let compressor = Compressor(rawValue: name) else {
                throw JSONError(at: object.path(of: "cname"), "Blosc has no codec \(JSONText.string(name))")
            }
            self.compressor = compressor
        }
        level = object.has("clevel") ? try object.integer("clevel", in: 0...9) : 5
        if object.has("typesize") { typeSize = try object.integer("typesize", in: 1...255) }
        if object.has("blocksize") { blockSize = try object.integer("blocksize", in: 0...Int(Int32.max)) }
    }
}

extension JSONObject {
    /// The member `level`, or a default if there is none.
    func level(default standard: Int, in range: ClosedRange<Int>) throws(JSONError) -> Int {
        has("level") ? try integer("level", in: range) : standard
    }
}
