internal import CDeflate

/// Deflate and gzip of whole buffers (libdeflate), with a limit on the size of the output.
package enum DeflateCodec {
    /// The reason why bytes could not be decompressed.
    package enum Failure: Error {
        /// The stream is damaged, or not of this format.
        case damaged
        /// The output would exceed the limit.
        case tooLarge
    }

    /// Compresses bytes to a gzip file (RFC 1952) without name and date.
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { gzip($0, level: 9) } }

    /// Compresses bytes to a gzip file without name and date, at a level from 0, uncompressed, to 12.
    package static func gzip(_ bytes: UnsafeRawBufferPointer, level: Int32) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { preconditionFailure("there is no memory") }
        defer { libdeflate_free_compressor(compressor) }
        return [UInt8](unsafeUninitializedCapacity: libdeflate_gzip_compress_bound(compressor, bytes.count)) {
            $1 = libdeflate_gzip_compress(compressor, bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)
        }
    }

    /// Decompresses a gzip file to at most `limit` bytes.
    ///
    /// - Complexity: O(output); memory is at most three times the output, or 64 KB.
    package static func gunzip(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        // The size in the trailer (ISIZE) may be wrong.
        var capacity = min(limit, max(64 << 10, 4 * bytes.count))
        while true {
            do {
                return try decompress(bytes, into: capacity, exactly: false, libdeflate_gzip_decompress_ex)
            } catch .tooLarge where capacity < limit {
                capacity = min(limit, 2 * capacity)
            }
        }
    }

    /// Decompresses a raw deflate stream (RFC 1951) to exactly `count` bytes.
    package static func inflate(_ bytes: [UInt8], count: Int) throws(Failure) -> [UInt8] {
        try decompress(bytes, into: count, exactly: true, libdeflate_deflate_decompress_ex)
    }

    private typealias Decompress = (
        OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>?,
        UnsafeMutablePointer<Int>?
    ) -> libdeflate_result

    private static func decompress(
        _ bytes: [UInt8], into capacity: Int, exactly: Bool, _ decompress: Decompress
    ) throws(Failure) -> [UInt8] {
        guard let decompressor = libdeflate_alloc_decompressor() else { preconditionFailure("there is no memory") }
        defer { libdeflate_free_decompressor(decompressor) }
        var result = LIBDEFLATE_SUCCESS
        let decompressed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
            result = decompress(decompressor, bytes, bytes.count, buffer.baseAddress, capacity, nil, &filled)
            if result != LIBDEFLATE_SUCCESS { filled = 0 }
        }
        if result == LIBDEFLATE_INSUFFICIENT_SPACE { throw .tooLarge }
        guard result == LIBDEFLATE_SUCCESS, !exactly || decompressed.count == capacity else { throw .damaged }
        return decompressed
    }

    /// The CRC-32 checksum of ZIP, gzip and PNG.
    package static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 { crc32(bytes, after: 0) }

    /// Returns the checksum of bytes that follow other bytes with the given checksum.
    package static func crc32(_ bytes: UnsafeRawBufferPointer, after checksum: UInt32) -> UInt32 {
        // libdeflate takes no bytes as the beginning.
        bytes.isEmpty ? checksum : libdeflate_crc32(checksum, bytes.baseAddress, bytes.count)
    }
}
