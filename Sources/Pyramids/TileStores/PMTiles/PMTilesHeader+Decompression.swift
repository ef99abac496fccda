internal import Compression

extension PMTilesHeader {
    /// Decompresses a directory or the metadata.
    ///
    /// - Throws: ``StoreError`` when it is damaged, uses an unsupported compression, or has more than `limit` bytes.
    static func decompress(
        _ bytes: [UInt8], _ compression: Compression, limit: Int, name: String, path: String
    ) throws -> [UInt8] {
        switch compression {
        case .none: return bytes
        case .gzip:
            do {
                return try DeflateCodec.gunzip(bytes, limit: limit)
            } catch .tooLarge {
                throw StoreError(.malformed, path: path, "\(name) is too large to be read.")
            } catch {
                throw StoreError(.malformed, path: path, "\(name) is damaged: it cannot be decompressed.")
            }
        case .unknown, .brotli, .zstandard:
            throw StoreError(
                .malformed, path: path,
                "its directories are compressed with \(compression), which is not supported: only gzip is.")
        }
    }
}
