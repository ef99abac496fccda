internal import CDeflate

/// The owner of a libdeflate decompressor, used by one thread at a time.
final class DeflateDecompressor {
    /// How a decompression ended.
    enum Outcome {
        /// The output is full, and the data ends there.
        case success
        /// The data is damaged or too short for what is asked of it.
        case damaged
        /// There is more data than output.
        case insufficientSpace
    }

    private let handle: OpaquePointer

    /// A decompressor, or nil when there is no memory for it (`libdeflate_alloc_decompressor`).
    init?() {
        guard let handle = libdeflate_alloc_decompressor() else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_decompressor(handle) }

    /// Decompresses the zlib format and verifies its checksum (`libdeflate_zlib_decompress`).
    ///
    /// - Parameters:
    ///   - input: compressed bytes; what follows them is not looked at.
    ///   - output: is filled exactly, unless `count` is asked for.
    ///   - count: receives how much of the output is filled; nil when it must be all.
    /// - Returns: ``Outcome/success`` when all is well.
    func decompress(
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
