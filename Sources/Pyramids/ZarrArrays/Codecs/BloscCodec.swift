internal import CBlosc
internal import ImageMetadata

/// The settings of Blosc, which rearranges the bytes of numbers before another codec compresses them.
package struct BloscSettings: Hashable, Sendable {
    /// The codecs that Blosc has.
    package enum Compressor: String, Hashable, Sendable, CaseIterable {
        case blosclz, lz4, lz4hc, snappy, zlib, zstd
    }

    /// The ways to rearrange bytes; the raw value is the number in Zarr 2.
    package enum Shuffle: Int, Hashable, Sendable {
        /// Bytes stay where they are.
        case none = 0
        /// All first bytes of numbers come first, then all second ones.
        case bytes = 1
        /// All first bits of numbers come first, then all second ones.
        case bits = 2
    }

    /// The codec; lz4 by default.
    package var compressor = Compressor.lz4
    /// The level from 0, uncompressed, to 9; 5 by default.
    package var level = 5
    /// The rearrangement; of bytes by default.
    package var shuffle = Shuffle.bytes
    /// The bytes of a number; nil, the default, for those of the array's type.
    package var typeSize: Int?
    /// The bytes of a block; 0, the default, leaves that to Blosc.
    package var blockSize = 0

    /// Creates the default settings.
    package init() {}
}

/// Blosc 1 of whole buffers.
enum BloscCodec {
    private static let found = CodecLibrary.load(
        TK_BLOSC_LIBRARY, tk_blosc_functions(), tk_blosc_load_library)

    /// The name and the version of the library, or that it is not installed.
    static var version: String { CodecLibrary.version(of: "Blosc", found) { $0.get_version_string() } }

    private static func functions(_ file: String) throws(CodecError) -> tk_blosc_functions {
        try CodecLibrary.functions(found, of: "Blosc", package: "libblosc1", file: file)
    }

    /// Decompresses a buffer to at most `limit` bytes, whatever codec it was compressed with.
    static func decompress(_ input: UnsafeRawBufferPointer, limit: Int, file: String) throws(CodecError) -> [UInt8] {
        let blosc = try functions(file)
        var declared = 0
        guard input.count >= Int(TK_BLOSC_OVERHEAD),
            blosc.cbuffer_validate(input.baseAddress, input.count, &declared) == 0,
            declared <= limit
        else { throw ZarrCodec.damaged(file, "Blosc") }
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: declared) { buffer, count in
            result = blosc.decompress_ctx(input.baseAddress, buffer.baseAddress, declared, 1)
            count = Int(max(0, result))  // Checked: at most the capacity.
        }
        guard result >= 0, bytes.count == declared else { throw ZarrCodec.damaged(file, "Blosc") }
        return bytes
    }

    /// Compresses bytes.
    static func compress(
        _ input: UnsafeRawBufferPointer, _ settings: BloscSettings, typeSize: Int, file: String
    ) throws(CodecError) -> [UInt8] {
        let blosc = try functions(file)
        guard input.count <= Int(TK_BLOSC_LIMIT) else { throw ZarrCodec.notCompressed(file, "Blosc") }
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: input.count + Int(TK_BLOSC_OVERHEAD)) { buffer, count in
            result = blosc.compress_ctx(
                Int32(settings.level), Int32(settings.shuffle.rawValue), settings.typeSize ?? typeSize, input.count,
                input.baseAddress, buffer.baseAddress, buffer.count, settings.compressor.rawValue, settings.blockSize, 1
            )
            count = Int(max(0, result))  // Checked: at most the capacity.
        }
        guard result > 0 else { throw ZarrCodec.notCompressed(file, "Blosc (\(settings.compressor.rawValue))") }
        return bytes
    }
}
