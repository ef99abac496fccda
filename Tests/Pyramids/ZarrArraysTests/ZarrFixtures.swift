import Concurrency
import ZarrArrays

/// A hierarchy in memory, which notes what is read of it.
final class MemoryZarrStore: ZarrStore {
    let path = "memory.zarr"
    private let values: [String: [UInt8]]
    private let state = Locked<[String]>([])

    init(_ values: [String: [UInt8]]) {
        self.values = values
    }

    /// A hierarchy with an array at the root.
    convenience init(array text: String, version: ZarrArrayMetadata.Version, _ values: [String: [UInt8]]) {
        let key = version == .version2 ? ".zarray" : "zarr.json"
        self.init(values.merging([key: Array(text.utf8)]) { $1 })
    }

    /// The keys that have been read, once for each time.
    var reads: [String] { state.withLock { $0 } }

    func read(_ key: String, in range: Range<Int>) throws -> [UInt8]? {
        state.withLock { $0.append(key) }
        return values[key].map { Array($0[range.clamped(to: $0.indices)]) }
    }

    func readLast(_ count: Int, of key: String) throws -> [UInt8]? {
        state.withLock { $0.append(key) }
        return values[key].map { Array($0.suffix(count)) }
    }

    func byteCount(of key: String) throws -> Int? { values[key]?.count }
}

extension [UInt8] {
    /// Bytes from hexadecimal digits.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// The numbers of a type in the machine's byte order.
    func numbers<Number>(_ type: Number.Type) -> [Number] {
        withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: MemoryLayout<Number>.size).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: type)
            }
        }
    }

    /// The bytes of numbers in the machine's byte order.
    init<Number>(numbers: [Number]) {
        self = numbers.withUnsafeBytes { Array($0) }
    }
}

/// The metadata of an array in Zarr 3, with the members that tests change.
func zarr3(
    shape: String = "[3,5]", type: String = "uint16", chunks: String = "[2,4]",
    keys: String = #"{"name":"default","configuration":{"separator":"/"}}"#, fill: String = "7",
    codecs: String = #"[{"name":"bytes","configuration":{"endian":"little"}}]"#, more: String = ""
) -> String {
    """
    {"zarr_format":3,"node_type":"array","shape":\(shape),"data_type":"\(type)",
    "chunk_grid":{"name":"regular","configuration":{"chunk_shape":\(chunks)}},"chunk_key_encoding":\(keys),
    "fill_value":\(fill),"codecs":\(codecs),"attributes":{}\(more)}
    """
}

/// The metadata of an array in Zarr 2, with the members that tests change.
func zarr2(
    shape: String = "[3,5]", chunks: String = "[2,4]", type: String = #""<u2""#, compressor: String = "null",
    fill: String = "7", order: String = "C", filters: String = "null", more: String = #","dimension_separator":".""#
) -> String {
    """
    {"zarr_format":2,"shape":\(shape),"chunks":\(chunks),"dtype":\(type),"compressor":\(compressor),
    "fill_value":\(fill),"order":"\(order)","filters":\(filters)\(more)}
    """
}

/// The codec of shards of 2 × 2 samples, as zarr-python writes it.
let shardCodec = """
    [{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],
    "codecs":[{"name":"bytes","configuration":{"endian":"little"}}],
    "index_codecs":[{"name":"bytes","configuration":{"endian":"little"}},{"name":"crc32c"}],"index_location":"end"}}]
    """
