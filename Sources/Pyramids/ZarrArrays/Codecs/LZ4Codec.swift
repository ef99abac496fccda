internal import CLZ4
internal import ImageMetadata

/// LZ4 blocks of whole buffers, after the number of bytes that they decompress to, in 32 little-endian bits.
enum LZ4Codec {
    private static let found = CodecLibrary.load(
        TK_LZ4_LIBRARY, tk_lz4_functions(), tk_lz4_load_library)

    /// The name and the version of the library, or that it is not installed.
    static var version: String { CodecLibrary.version(of: "LZ4", found) { $0.versionString() } }

    /// The bytes of the size at the beginning.
    private static let headerLength = 4
    /// The greatest ratio of sizes that LZ4 can achieve: each further byte of a length stands for 255.
    private static let maximumRatio = 255

    private static func functions(_ file: String) throws(CodecError) -> tk_lz4_functions {
        try CodecLibrary.functions(found, of: "LZ4", package: "liblz4-1", file: file)
    }

    /// Decompresses a block to at most `limit` bytes.
    static func decompress(_ input: UnsafeRawBufferPointer, limit: Int, file: String) throws(CodecError) -> [UInt8] {
        let lz4 = try functions(file)
        guard input.count > headerLength, let length = Int32(exactly: input.count - headerLength) else {
            throw ZarrCodec.damaged(file, "LZ4")
        }
        let declared = Int(UInt32(littleEndian: input.loadUnaligned(as: UInt32.self)))  // Checked: 32 bits.
        guard declared <= limit, declared <= Int(TK_LZ4_LIMIT), declared <= (input.count + 1) * maximumRatio else {
            throw ZarrCodec.damaged(file, "LZ4")
        }
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: declared) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { target in
                result = lz4.decompress_safe(
                    (input.baseAddress.map { $0 + headerLength })?.assumingMemoryBound(to: CChar.self),
                    target.baseAddress, length, Int32(declared))  // Checked: less than LZ4's limit.
            }
            count = Int(max(0, result))  // Checked: at most the capacity.
        }
        guard result >= 0, bytes.count == declared else { throw ZarrCodec.damaged(file, "LZ4") }
        return bytes
    }

    /// Compresses bytes; a higher acceleration, from 1 on, is faster and gives more bytes.
    static func compress(_ input: UnsafeRawBufferPointer, acceleration: Int, file: String) throws(CodecError) -> [UInt8]
    {
        let lz4 = try functions(file)
        guard input.count <= Int(TK_LZ4_LIMIT) else { throw ZarrCodec.notCompressed(file, "LZ4") }
        let count = Int32(input.count)  // Checked: less than LZ4's limit.
        let bound = lz4.compressBound(count)
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: headerLength + Int(bound)) { buffer, filled in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target.storeBytes(of: UInt32(count).littleEndian, as: UInt32.self)
            result = lz4.compress_fast(
                input.baseAddress?.assumingMemoryBound(to: CChar.self),
                (target.baseAddress.map { $0 + headerLength })?.assumingMemoryBound(to: CChar.self), count, bound,
                Int32(clamping: acceleration))
            filled = headerLength + Int(max(0, result))
        }
        guard result > 0 else { throw ZarrCodec.notCompressed(file, "LZ4") }
        return bytes
    }
}
