internal import CDeflate

/// Owns a libdeflate compressor; one thread uses it at a time.
package final class ZlibCompressor {
    private let handle: OpaquePointer

    /// Creates a compressor of a level from 1, the fastest, to 12; nil without memory (`libdeflate_alloc_compressor`).
    package init?(level: Int32) {
        guard let handle = libdeflate_alloc_compressor(level) else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_compressor(handle) }

    /// The maximum size of `count` bytes after compression (`libdeflate_zlib_compress_bound`).
    package func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(handle, count) }

    /// Compresses into the zlib format (`libdeflate_zlib_compress`).
    ///
    /// - Returns: the bytes written, or 0 when they do not fit into `output`.
    package func compress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        libdeflate_zlib_compress(handle, input.baseAddress, input.count, output.baseAddress, output.count)
    }
}
