internal import CInflate
internal import CZlib

/// A raw deflate stream (RFC 1951) that is decompressed piece by piece, in memory of fixed size.
///
/// One thread uses a stream at a time.
package final class InflateStream {
    /// The decompression code; all implementations give the same bytes.
    package enum Implementation: CaseIterable, Sendable {
        /// C code of this package that decodes several symbols at a time.
        case interleaved
        /// `inflate` of zlib, the plain twin.
        case zlib
    }

    /// The outcome of a piece of data.
    package enum Status: Sendable {
        /// The output is full, or the input is used up.
        case incomplete
        /// The stream has ended.
        case finished
        /// The data is damaged; the output may have bytes from before the damage.
        case damaged
    }

    /// The maximum of ``unread``.
    package static let heldBytes = Int(TK_INFLATE_INPUT_BYTES)

    private let decoder: any InflateDecoder

    /// Begins a stream; nil without memory.
    package init?(_ implementation: Implementation = .interleaved) {
        let decoder: (any InflateDecoder)? =
            switch implementation {
            case .interleaved: InterleavedDecoder()
            case .zlib: ZlibStreamDecoder()
            }
        guard let decoder else { return nil }
        self.decoder = decoder
    }

    /// The number of input bytes that have been taken, and are kept until more of them follow.
    package var unread: Int { decoder.unread }

    /// Decompresses until the input is used up without pending output, or the output is full.
    ///
    /// - Parameters:
    ///   - input: the data; becomes the rest of it.
    ///   - output: room for decompressed bytes; becomes the rest of it.
    ///   - isEager: whether the whole input is decompressed, which is the default. Pass false while more input follows: large
    ///     pieces are decompressed faster, so small ones are kept, as ``unread`` bytes.
    /// - Returns: the state of the stream; do not use the stream after its end or damage.
    package func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: inout UnsafeMutableRawBufferPointer, isEager: Bool = true
    ) -> Status {
        decoder.inflate(&input, into: &output, isEager: isEager)
    }
}

/// The decompression of a stream, with the method and the property of ``InflateStream``.
private protocol InflateDecoder: AnyObject {
    var unread: Int { get }

    func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: inout UnsafeMutableRawBufferPointer, isEager: Bool
    ) -> InflateStream.Status
}

private final class InterleavedDecoder: InflateDecoder {
    private let stream: OpaquePointer

    init?() {
        guard let stream = tk_inflate_create() else { return nil }
        self.stream = stream
    }

    deinit { tk_inflate_free(stream) }

    var unread: Int { tk_inflate_unread(stream) }

    func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: inout UnsafeMutableRawBufferPointer, isEager: Bool
    ) -> InflateStream.Status {
        var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var left = input.count
        var room = output.count
        let status = tk_inflate_run(stream, &next, &left, &target, &room, isEager ? 1 : 0)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
        output = UnsafeMutableRawBufferPointer(rebasing: output.suffix(room))
        return switch status {
        case TK_INFLATE_FINISHED: .finished
        case TK_INFLATE_DAMAGED: .damaged
        default: .incomplete
        }
    }
}

private final class ZlibStreamDecoder: InflateDecoder {
    // On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The most bytes of a call: zlib counts 32 bits.
    private static let largestPiece = 1 << 30

    init?() {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard tk_inflate_init_raw(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
        // Last, because an instance that has all it stores ends with deinit, even if its initializer fails.
        self.stream = stream
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Nothing is kept.
    var unread: Int { 0 }

    func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: inout UnsafeMutableRawBufferPointer, isEager: Bool
    ) -> InflateStream.Status {
        while true {
            let source = input.prefix(Self.largestPiece)
            let target = output.prefix(Self.largestPiece)
            let (status, used, made) = inflate(
                UnsafeRawBufferPointer(rebasing: source), into: UnsafeMutableRawBufferPointer(rebasing: target))
            input = UnsafeRawBufferPointer(rebasing: input[used...])
            output = UnsafeMutableRawBufferPointer(rebasing: output[made...])
            guard case .incomplete = status, !output.isEmpty, !input.isEmpty || made == target.count else {
                return status
            }
            guard used > 0 || made > 0 else { return .damaged }
        }
    }

    /// Decompresses a piece; returns the bytes used and made.
    private func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (InflateStream.Status, used: Int, made: Int) {
        let source = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        let code = CZlib.inflate(stream, Z_NO_FLUSH)
        let used = input.count - Int(stream.pointee.avail_in)
        let made = output.count - Int(stream.pointee.avail_out)
        return switch code {
        case Z_STREAM_END: (.finished, used, made)
        // Z_BUF_ERROR says that there was nothing to do.
        case Z_OK, Z_BUF_ERROR: (.incomplete, used, made)
        default: (.damaged, used, made)
        }
    }
}
