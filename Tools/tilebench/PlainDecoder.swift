internal import CDeflate
internal import CJPEG
internal import CVips
internal import CWebP

/// The simplest way to decode tiles with a library: without checks or error handling.
struct PlainDecoder: Sendable {
    /// The name of the library.
    let name: String
    /// Creates the decode function of one worker.
    let makeDecoder: @Sendable () -> DecodeBench.TileDecodeFunction

    /// Returns the decoders that TileKit's is compared with.
    static func all(for format: DecodeFormat) -> [PlainDecoder] {
        switch format {
        case .jp2: []
        case .ktx2:
            [
                PlainDecoder(name: "copy") {
                    { bytes, pixels in
                        let stored = bytes[4096...]
                        UnsafeMutableRawBufferPointer(pixels).copyBytes(from: stored)
                    }
                }
            ]
        case .jpg, .jpng:
            [
                PlainDecoder(name: "libjpeg") {
                    let codec = PlainJPEG()
                    return { codec.decode($0, into: $1) }
                }
            ]
        case .png:
            (vips == nil ? [] : [PlainDecoder(name: "libvips") { { decodeWithVips($0, into: $1) } }]) + [
                PlainDecoder(name: "inflate") {
                    let decompressor = libdeflate_alloc_decompressor()
                    var scratch = [UInt8](repeating: 0, count: 8 << 20)
                    return { bytes, _ in inflate(bytes, with: decompressor, into: &scratch) }
                }
            ]
        case .webp:
            [
                PlainDecoder(name: "libwebp") {
                    { bytes, pixels in
                        var (width, height): (Int32, Int32) = (0, 0)
                        WebPGetInfo(bytes, bytes.count, &width, &height)
                        UnsafeMutableRawBufferPointer(pixels).withMemoryRebound(to: UInt8.self) { target in
                            _ = WebPDecodeBGRAInto(bytes, bytes.count, target.baseAddress, target.count, 4 * width)
                        }
                    }
                }
            ]
        }
    }

    /// The functions of libvips; nil if it is not installed.
    private nonisolated(unsafe) static let vips: UnsafePointer<tk_vips_functions>? = {
        let functions = UnsafeMutablePointer<tk_vips_functions>.allocate(capacity: 1)
        functions.initialize(to: tk_vips_functions())
        let isReady =
            tk_vips_load_library(TK_VIPS_LIBRARY, functions) == nil && functions.pointee.`init`("tilebench") == 0
        return isReady ? UnsafePointer(functions) : nil
    }()

    /// Decodes to RGB, the only order that libvips offers.
    private static func decodeWithVips(_ bytes: [UInt8], into pixels: UnsafeMutableBufferPointer<UInt32>) {
        bytes.withUnsafeBytes { encoded in
            guard let vips, let image = tk_vips_decode(vips, encoded.baseAddress, encoded.count) else { return }
            defer { g_object_unref(image) }
            var count = 0
            let memory = vips.pointee.image_write_to_memory(image, &count)
            g_free(memory)
        }
    }

    /// Inflates the data of a PNG with a single IDAT chunk, as the generated tiles have.
    private static func inflate(_ bytes: [UInt8], with decompressor: OpaquePointer?, into scratch: inout [UInt8]) {
        bytes.withUnsafeBytes { file in
            func number(_ offset: Int) -> Int {
                Int(UInt32(bigEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
            var offset = 8
            while number(offset + 4) != 0x4944_4154 {  // IDAT
                offset += 12 + number(offset)
            }
            var count = 0
            _ = scratch.withUnsafeMutableBytes { output in
                libdeflate_zlib_decompress(
                    decompressor, file.baseAddress.map { $0 + offset + 8 }, number(offset), output.baseAddress,
                    output.count, &count)
            }
        }
    }
}

/// A libjpeg decompressor without error handling: an error ends the process.
private final class PlainJPEG {
    private let codec = UnsafeMutablePointer<jpeg_decompress_struct>.allocate(capacity: 1)
    private let errors = UnsafeMutablePointer<jpeg_error_mgr>.allocate(capacity: 1)

    init() {
        errors.initialize(to: jpeg_error_mgr())
        codec.initialize(to: jpeg_decompress_struct())
        codec.pointee.err = jpeg_std_error(errors)
        jpeg_CreateDecompress(codec, JPEG_LIB_VERSION, MemoryLayout<jpeg_decompress_struct>.size)
    }

    deinit {
        jpeg_destroy_decompress(codec)
        codec.deallocate()
        errors.deallocate()
    }

    func decode(_ bytes: [UInt8], into pixels: UnsafeMutableBufferPointer<UInt32>) {
        bytes.withUnsafeBufferPointer { encoded in
            jpeg_mem_src(codec, encoded.baseAddress, UInt(encoded.count))
            jpeg_read_header(codec, 1)
            codec.pointee.out_color_space = JCS_EXT_BGRA
            jpeg_start_decompress(codec)
            let stride = Int(codec.pointee.output_width)
            while codec.pointee.output_scanline < codec.pointee.output_height {
                let target = pixels.baseAddress.map { $0 + Int(codec.pointee.output_scanline) * stride }
                var row: JSAMPROW? = UnsafeMutableRawPointer(target)?.assumingMemoryBound(to: UInt8.self)
                jpeg_read_scanlines(codec, &row, 1)
            }
            jpeg_finish_decompress(codec)
        }
    }
}
