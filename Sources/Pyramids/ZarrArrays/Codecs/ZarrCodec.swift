internal import Compression
internal import ImageMetadata

/// A codec of bytes that Zarr names.
package enum ZarrCodec: Hashable, Sendable {
    /// A gzip file (RFC 1952); the level is from 0 to 9.
    case gzip(level: Int)
    /// A zlib stream (RFC 1950), in Zarr 2 only; the level is from 0 to 9.
    case zlib(level: Int)
    /// A Zstandard frame (RFC 8878), with or without a checksum; the level is from -7 to 22.
    case zstandard(level: Int, hasChecksum: Bool)
    /// A buffer of Blosc 1.
    case blosc(BloscSettings)
    /// A block of LZ4 after its size, in Zarr 2 only.
    case lz4(acceleration: Int)
    /// The bytes and their checksum.
    case crc32c

    /// Decodes bytes to at most `limit` of them.
    ///
    /// - Throws: `CodecError` naming `file` when the bytes are damaged, or there would be more.
    func decode(_ bytes: UnsafeRawBufferPointer, limit: Int, file: String) throws -> [UInt8] {
        switch self {
        case .gzip:
            do {
                return try DeflateCodec.gunzip(Array(bytes), limit: limit)
            } catch {
                throw Self.damaged(file, "gzip")
            }
        case .zlib: return try Self.inflate(bytes, limit: limit, file: file)
        case .zstandard: return try ZstandardCodec.decompress(bytes, limit: limit, file: file)
        case .blosc: return try BloscCodec.decompress(bytes, limit: limit, file: file)
        case .lz4: return try LZ4Codec.decompress(bytes, limit: limit, file: file)
        case .crc32c:
            guard let content = CRC32C.removed(from: bytes), content.count <= limit else {
                throw CodecError(
                    .damaged, file: file, "the file is damaged: its checksum is wrong. Get it again from its source.")
            }
            return Array(content)
        }
    }

    private static func inflate(_ bytes: UnsafeRawBufferPointer, limit: Int, file: String) throws -> [UInt8] {
        guard let decompressor = ZlibDecompressor() else { throw CodecError.noMemoryForTile(file) }
        var outcome = ZlibDecompressor.Outcome.damaged
        let result = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var made = 0
            outcome = decompressor.decompress(
                bytes, into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: limit), count: &made)
            count = outcome == .success ? made : 0
        }
        guard outcome == .success else { throw damaged(file, "zlib") }
        return result
    }

    /// Encodes bytes, which are numbers of `typeSize` bytes.
    ///
    /// - Throws: `CodecError` naming `file` when the codec is not installed, or fails.
    func encode(_ bytes: UnsafeRawBufferPointer, typeSize: Int, file: String) throws -> [UInt8] {
        switch self {
        case .gzip(let level): return DeflateCodec.gzip(bytes, level: Int32(level))
        case .zlib(let level):
            guard let compressor = ZlibCompressor(level: Int32(level)) else { throw CodecError.noMemoryForTile(file) }
            return [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) {
                $1 = compressor.compress(bytes, into: UnsafeMutableRawBufferPointer($0))
            }
        case .zstandard(let level, let hasChecksum):
            return try ZstandardCodec.compress(bytes, level: level, hasChecksum: hasChecksum, file: file)
        case .blosc(let settings):
            return try BloscCodec.compress(bytes, settings, typeSize: typeSize, file: file)
        case .lz4(let acceleration): return try LZ4Codec.compress(bytes, acceleration: acceleration, file: file)
        case .crc32c:
            var result = Array(bytes)
            CRC32C.append(to: &result)
            return result
        }
    }

    /// The error for bytes that a codec cannot decode.
    static func damaged(_ file: String, _ codec: String) -> CodecError {
        CodecError(
            .damaged, file: file,
            "the file is damaged: its \(codec) data does not decompress to a chunk. Get it again from its source.")
    }

    /// The error for bytes that a codec does not encode.
    static func notCompressed(_ file: String, _ codec: String) -> CodecError {
        CodecError(.encoding, file: file, "\(codec) cannot compress it. Choose another codec.")
    }
}
