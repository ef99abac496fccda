internal import CDeflate

/// Owns a libdeflate decompressor; one thread uses it at a time.
package final class ZlibDecompressor {
    /// The result of a decompression.
    package enum Outcome {
        /// The data ended and the output has the expected size.
        case success
        /// The data is damaged or yields too few bytes.
        case damaged
        /// The data yields more bytes than the output holds.
        case insufficientSpace
    }

    private let handle: OpaquePointer

    /// Creates a decompressor (`libdeflate_alloc_decompressor`); nil without memory.
    package init?() {
        guard let handle = libdeflate_alloc_decompressor() else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_decompressor(handle) }

    /// Decompresses the zlib format and verifies its checksum (`libdeflate_zlib_decompress`).
    ///
    /// Bytes after the end of the stream are ignored. The output has to be filled, unless `count` is given to receive the
    /// number of bytes written.
    package func decompress(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        count: UnsafeMutablePointer<Int>? = nil
    ) -> Outcome {
        let result = libdeflate_zlib_decompress(
            handle, input.baseAddress, input.count, output.baseAddress, output.count, count)
        return switch result {
        case LIBDEFLATE_SUCCESS: .success
        case LIBDEFLATE_INSUFFICIENT_SPACE: .insufficientSpace
        default: .damaged
        }
    }
}
