internal import CISAL
internal import CZlib

/// A raw deflate stream (RFC 1951) that is decompressed piece by piece, in memory of fixed size.
///
/// ISA-L decompresses where it is installed, zlib elsewhere; both give the same bytes. One thread uses a stream at a
/// time.
package final class InflateStream {
    /// The libraries that decompress.
    package enum Library: CaseIterable, Sendable {
        /// `isal_inflate`; not installed everywhere.
        case isal
        /// `inflate`.
        case zlib

        /// True where the library can be used.
        package var isInstalled: Bool { self == .zlib || ISALLibrary.functions != nil }

        /// The fastest library that is installed.
        package static var fastest: Library { Library.isal.isInstalled ? .isal : .zlib }
    }

    /// What a piece of data leads to.
    package enum Status: Sendable {
        /// The output is full, or the input is used up.
        case incomplete
        /// The stream has ended.
        case finished
        /// The data is damaged; the output may have bytes that come before the damage.
        case damaged
    }

    private let decoder: any InflateDecoder

    /// Begins a stream; nil without memory.
    package init?(_ library: Library = .fastest) {
        let decoder: (any InflateDecoder)? =
            switch library {
            case .isal: ISALDecoder()
            case .zlib: ZlibStreamDecoder()
            }
        guard let decoder else { return nil }
        self.decoder = decoder
    }

    /// Decompresses until the input is used up and nothing of it is pending, or the output is full.
    ///
    /// - Parameters:
    ///   - input: the data; becomes what is left of it.
    ///   - output: room for decompressed bytes; becomes what is left of it.
    /// - Returns: the state of the stream, which is not used again after its end or damage.
    package func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: inout UnsafeMutableRawBufferPointer
    ) -> Status {
        while true {
            let (source, target) = (input.prefix(Self.largestPiece), output.prefix(Self.largestPiece))
            let (status, used, made) = decoder.inflate(
                UnsafeRawBufferPointer(rebasing: source), into: UnsafeMutableRawBufferPointer(rebasing: target))
            input = UnsafeRawBufferPointer(rebasing: input[used...])
            output = UnsafeMutableRawBufferPointer(rebasing: output[made...])
            guard case .incomplete = status, !output.isEmpty, !input.isEmpty || made == target.count else {
                return status
            }
            guard used > 0 || made > 0 else { return .damaged }
        }
    }

    /// The most bytes of a call: the libraries count 32 bits.
    private static let largestPiece = 1 << 30
}

/// A library's decompression of a stream.
private protocol InflateDecoder: AnyObject {
    /// Decompresses until the input is used up or the output is full; returns the bytes used and made.
    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (InflateStream.Status, used: Int, made: Int)
}

private final class ISALDecoder: InflateDecoder {
    private let functions: UnsafePointer<tk_isal_functions>
    private let state: UnsafeMutableRawPointer
    private var isDamaged = false

    init?() {
        guard let functions = ISALLibrary.functions else { return nil }
        self.functions = functions
        state = .allocate(byteCount: tk_isal_state_size(), alignment: 64)
        tk_isal_begin(functions, state)
    }

    deinit { state.deallocate() }

    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (InflateStream.Status, used: Int, made: Int) {
        var next = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var (left, room) = (UInt32(input.count), UInt32(output.count))
        var status = InflateStream.Status.incomplete
        if !isDamaged {
            let code = tk_isal_inflate(functions, state, &next, &left, &target, &room)
            if code > 0 { status = .finished }
            isDamaged = code < 0
        }
        if isDamaged, tk_isal_drain(state, &target, &room) == 0 { status = .damaged }
        return (status, input.count - Int(left), output.count - Int(room))
    }
}

private final class ZlibStreamDecoder: InflateDecoder {
    // On the heap, because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>

    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard tk_inflate_init_raw(stream) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func inflate(
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
