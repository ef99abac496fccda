internal import CJPEGXL
internal import Concurrency
internal import PixelKernels

/// A decoder of libjxl with its threads.
final class JPEGXLDecoder {
    private let functions: UnsafePointer<tk_jxl_functions>
    private let runner: UnsafeMutableRawPointer?
    private let decoder: UnsafeMutableRawPointer
    /// libjxl reads the bytes while it decodes.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// The most threads that decode.
    private static let threadLimit = 16

    /// Creates a decoder of a whole file; nil when libjxl is missing, or there is no memory.
    init?(_ file: [UInt8], threads: Int?) {
        guard let functions = JPEGXLLibrary.functions else { return nil }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        _ = bytes.initialize(from: file)
        let count = min(threads ?? Processors.count, Self.threadLimit)
        let runner = count > 1 ? tk_jxl_start_threads(functions, count) : nil
        guard let decoder = tk_jxl_create(functions, bytes.baseAddress, bytes.count, runner) else {
            if let runner { tk_jxl_stop_threads(functions, runner) }
            bytes.deallocate()
            return nil
        }
        self.functions = functions
        self.runner = runner
        self.decoder = decoder
        self.bytes = bytes
    }

    deinit {
        tk_jxl_destroy(functions, decoder)
        if let runner { tk_jxl_stop_threads(functions, runner) }
        bytes.deallocate()
    }

    /// Reads the header; nil when it is damaged or not complete.
    func readHeader() -> tk_jxl_header? {
        var header = tk_jxl_header()
        return tk_jxl_read_header(functions, decoder, &header) == TK_JXL_DONE ? header : nil
    }

    /// Reads the profile of the decoded pixels, after the header; empty when there is none of up to `limit` bytes.
    func readProfile(limit: Int) -> [UInt8] {
        let size = tk_jxl_profile_size(functions, decoder)
        guard size > 0, size <= limit else { return [] }
        var profile = [UInt8](repeating: 0, count: size)
        return tk_jxl_read_profile(functions, decoder, &profile, size) != 0 ? profile : []
    }

    /// Decodes the image to interleaved samples, after the header.
    ///
    /// - Parameters:
    ///   - pixels: the memory for rows without gaps.
    ///   - count: the size of the memory in bytes, the same as of the image.
    ///   - layout: the channels, and the depth of their samples.
    ///   - isLenient: true to deliver the available part of a truncated image.
    /// - Returns: the outcome.
    func readPixels(
        into pixels: UnsafeMutableRawPointer, count: Int, layout: PixelLayout, isLenient: Bool
    ) -> tk_jxl_status {
        tk_jxl_read_pixels(
            functions, decoder, UInt32(layout.channels.rawValue), Int32(layout.depth.rawValue), pixels, count,
            isLenient ? 1 : 0)
    }
}
