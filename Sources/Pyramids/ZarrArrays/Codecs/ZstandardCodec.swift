internal import CZstandard
internal import Concurrency
internal import ImageMetadata

/// Zstandard (RFC 8878) of whole buffers.
enum ZstandardCodec {
    private static let found = CodecLibrary.load(
        TK_ZSTD_LIBRARY, tk_zstd_functions(), tk_zstd_load_library)

    /// The name and the version of the library, or that it is not installed.
    static var version: String { CodecLibrary.version(of: "Zstandard", found) { $0.versionString() } }

    /// Whether the library is installed.
    static var isInstalled: Bool { if case .success = found { true } else { false } }

    private static func functions(_ file: String) throws(CodecError) -> tk_zstd_functions {
        try CodecLibrary.functions(found, of: "Zstandard", package: "libzstd1", file: file)
    }

    /// A decompression context, which has memory that is worth reusing.
    private final class Decompressor {
        let zstd: tk_zstd_functions
        let handle: OpaquePointer

        init() throws {
            zstd = try ZstandardCodec.functions("")
            guard let handle = zstd.createDCtx() else { throw CodecError.noMemoryForTile("") }
            self.handle = handle
        }

        deinit { _ = zstd.freeDCtx(handle) }
    }

    /// A compression context, which has memory that is worth reusing.
    private final class Compressor {
        let zstd: tk_zstd_functions
        let handle: OpaquePointer

        init() throws {
            zstd = try ZstandardCodec.functions("")
            guard let handle = zstd.createCCtx() else { throw CodecError.noMemoryForTile("") }
            self.handle = handle
        }

        deinit { _ = zstd.freeCCtx(handle) }
    }

    private static let decompressors = ContextPool { try Decompressor() }
    private static let compressors = ContextPool { try Compressor() }

    /// Decompresses a frame, or several, to at most `limit` bytes.
    static func decompress(_ input: UnsafeRawBufferPointer, limit: Int, file: String) throws -> [UInt8] {
        let zstd = try functions(file)
        let declared = zstd.getFrameContentSize(input.baseAddress, input.count)
        // Checked: a limit of memory is positive.
        guard declared == TK_ZSTD_UNKNOWN_SIZE || declared <= UInt64(limit) else {
            throw ZarrCodec.damaged(file, "Zstandard")
        }
        return try decompressors.withContext { context in
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                result = zstd.decompressDCtx(context.handle, buffer.baseAddress, limit, input.baseAddress, input.count)
                count = zstd.isError(result) == 0 ? result : 0
            }
            guard zstd.isError(result) == 0 else { throw ZarrCodec.damaged(file, "Zstandard") }
            return bytes
        }
    }

    /// Compresses bytes to one frame that states its size, at a level from -7 to 22.
    static func compress(
        _ input: UnsafeRawBufferPointer, level: Int, hasChecksum: Bool, file: String
    ) throws -> [UInt8] {
        let zstd = try functions(file)
        return try compressors.withContext { context in
            _ = zstd.CCtx_setParameter(context.handle, TK_ZSTD_COMPRESSION_LEVEL, Int32(level))
            _ = zstd.CCtx_setParameter(context.handle, TK_ZSTD_CHECKSUM, hasChecksum ? 1 : 0)
            var result = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: zstd.compressBound(input.count)) { buffer, count in
                result = zstd.compress2(
                    context.handle, buffer.baseAddress, buffer.count, input.baseAddress, input.count)
                count = zstd.isError(result) == 0 ? result : 0
            }
            guard zstd.isError(result) == 0 else { throw ZarrCodec.notCompressed(file, "Zstandard") }
            return bytes
        }
    }
}
