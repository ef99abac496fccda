internal import CZlib

/// A compressor of a zlib stream, with an output buffer of fixed size.
package final class ZlibStreamCompressor {
    // On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>

    /// Creates a stream that lends at most `outputBytes` at once; nil without memory.
    ///
    /// The compression level is from 1, fastest, to 9, smallest.
    package init?(compressionLevel: Int32, outputBytes: Int) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: outputBytes)
        guard tk_deflate_init(stream, compressionLevel) == Z_OK else { return nil }
        rewind()
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Compresses bytes and lends each full output buffer to `body`; with `finish`, the last one too.
    package func deflate(
        _ input: UnsafeBufferPointer<UInt8>, finish: Bool, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        while true {
            let code = CZlib.deflate(stream, finish ? Z_FINISH : Z_NO_FLUSH)
            if stream.pointee.avail_out == 0 || code == Z_STREAM_END {
                let count = output.count - Int(stream.pointee.avail_out)
                if count > 0 {
                    try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<count]))
                }
                rewind()
                if code == Z_STREAM_END { return }
            } else if !finish {
                return
            }
        }
    }

    private func rewind() {
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
    }
}
