internal import CDeflate

/// The owner of a libdeflate compressor, used by one thread at a time.
final class DeflateCompressor {
    private let handle: OpaquePointer

    /// A compressor, or nil when there is no memory for it (`libdeflate_alloc_compressor`).
    ///
    /// - Parameter level: from 1, the fastest, to 12.
    init?(level: Int32) {
        guard let handle = libdeflate_alloc_compressor(level) else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_compressor(handle) }

    /// The most bytes that so many can become (`libdeflate_zlib_compress_bound`).
    func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(handle, count) }

    /// Compresses into the zlib format (`libdeflate_zlib_compress`).
    ///
    /// - Returns: the bytes written, or 0 when they do not fit into `output`.
    func compress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
        libdeflate_zlib_compress(handle, input.baseAddress, input.count, output.baseAddress, output.count)
    }
}
