internal import ChannelImages
internal import JSONDocuments

/// The codecs of Zarr 3 from samples to bytes: a list of names with settings.
struct ZarrCodecList {
    /// A codec of the list.
    struct Item {
        var name: String
        var settings: JSONObject
    }

    /// The codecs from bytes to bytes.
    var chain = ZarrCodecChain()
    /// Whether samples are big-endian.
    var isBigEndian = false
    /// The settings of shards, whose chunks have codecs of their own; nil if there are none.
    var sharding: JSONObject?

    /// Reads a list for arrays of a number of dimensions.
    ///
    /// - Parameters:
    ///   - values: the list.
    ///   - path: the coding path of the list.
    ///   - dimensionCount: the number of dimensions.
    ///   - isNested: whether the list is that of the chunks of a shard, which are not shards themselves.
    /// - Throws: ``JSONError`` when a codec is damaged or not supported.
    init(_ values: [JSONValue], at path: String, dimensionCount: Int, isNested: Bool) throws(JSONError) {
        guard values.count <= ZarrCodecChain.codecLimit else {
            throw JSONError(
                at: path, "\(values.count) codecs are more than the \(ZarrCodecChain.codecLimit) that are supported")
        }
        var codecs: [ZarrCodec] = []
        var hasBytes = false
        for (index, value) in values.enumerated() {
            let place = "\(path)[\(index)]"
            let item = try Self.item(value, at: place)
            switch item.name {
            case "transpose" where !hasBytes:
                try Self.checkTransposition(item.settings, dimensionCount: dimensionCount)
            case "bytes" where !hasBytes:
                hasBytes = true
                isBigEndian = try Self.isBigEndian(item.settings)
            case "sharding_indexed" where !hasBytes && !isNested:
                guard index == values.count - 1 else {
                    throw JSONError(at: "\(path)[\(index + 1)]", "codecs of whole shards are not supported")
                }
                hasBytes = true
                sharding = item.settings
            case "sharding_indexed" where isNested:
                throw JSONError(at: place, "shards within shards are not supported")
            case "transpose", "bytes", "sharding_indexed":
                throw JSONError(at: place, "the codec \"\(item.name)\" is not allowed here")
            default:
                guard hasBytes else { throw JSONError(at: place, "the codec \"bytes\" is missing before this one") }
                codecs.append(try ZarrCodec(version3: item, at: place))
            }
        }
        guard hasBytes else { throw JSONError(at: path, "the codec \"bytes\" is missing") }
        chain = ZarrCodecChain(codecs)
    }

    /// Reads an extension: an object with a name and settings, or a name alone.
    static func item(_ value: JSONValue, at path: String) throws(JSONError) -> Item {
        if case .string(let name) = value {
            return Item(name: name, settings: try JSONObject(.object([:]), at: path))
        }
        let object = try JSONObject(value, at: path)
        let settings =
            object.has("configuration")
            ? try object.object("configuration") : try JSONObject(.object([:]), at: object.path(of: "configuration"))
        return Item(name: try object.string("name"), settings: settings)
    }

    /// Whether the settings of the codec "bytes" say so.
    static func isBigEndian(_ settings: JSONObject) throws(JSONError) -> Bool {
        switch try settings.optionalString("endian") {
        case nil, "little"?: return false
        case "big"?: return true
        default: throw JSONError(at: settings.path(of: "endian"), "this is neither \"little\" nor \"big\"")
        }
    }

    /// Refuses transpositions but for the one that changes nothing.
    private static func checkTransposition(_ settings: JSONObject, dimensionCount: Int) throws(JSONError) {
        if case .string("C")? = settings.value("order") { return }
        guard try settings.integers("order", in: 0...ZarrArrayMetadata.dimensionLimit) == Array(0..<dimensionCount)
        else {
            throw JSONError(
                at: settings.path(of: "order"), "transposed chunks are not supported. Write the array again in order C")
        }
    }
}

extension ZarrCodec {
    /// Reads a codec of Zarr 3 from bytes to bytes.
    init(version3 item: ZarrCodecList.Item, at path: String) throws(JSONError) {
        let settings = item.settings
        switch item.name {
        case "gzip", "zstd": try self.init(numcodec: item.name, settings, at: path)
        case "crc32c": self = .crc32c
        case "blosc":
            var blosc = try BloscSettings(settings)
            switch try settings.optionalString("shuffle") {
            case "noshuffle"?: blosc.shuffle = .none
            case nil, "shuffle"?: blosc.shuffle = .bytes
            case "bitshuffle"?: blosc.shuffle = .bits
            default: throw JSONError(at: settings.path(of: "shuffle"), "Blosc has no such rearrangement")
            }
            self = .blosc(blosc)
        case "numcodecs.zlib", "numcodecs.lz4", "numcodecs.zstd", "numcodecs.gzip":
            try self.init(numcodec: String(item.name.dropFirst("numcodecs.".count)), settings, at: path)
        default:
            throw JSONError(
                at: path,
                "the codec \(JSONText.string(item.name)) is not supported. Supported are blosc, zstd, gzip and crc32c")
        }
    }

    /// The codec as Zarr 3 has it, for samples of `typeSize` bytes.
    func version3Text(typeSize: Int) -> String {
        switch self {
        case .gzip(let level): Self.extensionText("gzip", [("level", "\(level)")])
        case .zlib(let level): Self.extensionText("numcodecs.zlib", [("level", "\(level)")])
        case .zstandard(let level, let hasChecksum):
            Self.extensionText("zstd", [("level", "\(level)"), ("checksum", "\(hasChecksum)")])
        case .lz4(let acceleration): Self.extensionText("numcodecs.lz4", [("acceleration", "\(acceleration)")])
        case .crc32c: Self.extensionText("crc32c", [])
        case .blosc(let settings):
            Self.extensionText(
                "blosc",
                [
                    ("cname", "\"\(settings.compressor.rawValue)\""), ("clevel", "\(settings.level)"),
                    ("shuffle", ["\"noshuffle\"", "\"shuffle\"", "\"bitshuffle\""][settings.shuffle.rawValue]),
                    ("typesize", "\(settings.typeSize ?? typeSize)"), ("blocksize", "\(settings.blockSize)"),
                ])
        }
    }

    /// An object with a name and settings.
    static func extensionText(_ name: String, _ settings: [(String, String)]) -> String {
        let name = ("name", JSONText.string(name))
        return JSONText.object(settings.isEmpty ? [name] : [name, ("configuration", JSONText.object(settings))])
    }
}
