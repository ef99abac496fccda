import CJPEG
import Glibc

/// The reference of the tests: libjpeg, used as in its manual, without any code of this package.
///
/// An error of libjpeg ends the process; its input here is valid.
package enum Libjpeg {
    /// The storage of an image.
    package struct Storage: Sendable, CustomStringConvertible {
        package var name: String
        /// Sampling factors of each component.
        package var sampling: [(across: Int32, down: Int32)]
        package var isProgressive = false
        package var isArithmetic = false
        package var isRGB = false
        /// The restart interval in MCUs; 0 for none.
        package var restartInterval: UInt32 = 0
        package var quality: Int32 = 90
        /// Whether its Huffman tables are optimized, with codes only for the symbols it contains.
        package var hasOwnTables = false
        /// The scans; empty for the scans that libjpeg chooses.
        package var scans: [Scan] = []

        /// A scan, as `jpeg_scan_info` describes it.
        package struct Scan: Sendable {
            package var components: [Int32]
            /// The zigzag indices of its coefficients.
            package var coefficients: ClosedRange<Int32>
            /// The lowest bit that earlier scans have coded, and the lowest bit that this scan codes.
            package var bits: (earlier: Int32, own: Int32)

            /// Creates a scan; by default it is sequential.
            package init(
                _ components: [Int32], _ coefficients: ClosedRange<Int32> = 0...63,
                bits: (earlier: Int32, own: Int32) = (0, 0)
            ) {
                self.components = components
                self.coefficients = coefficients
                self.bits = bits
            }
        }

        /// Creates a description of an image's storage; by default without restart markers.
        package init(
            name: String, sampling: [(across: Int32, down: Int32)], isProgressive: Bool = false,
            isArithmetic: Bool = false, isRGB: Bool = false, restartInterval: UInt32 = 0, quality: Int32 = 90,
            hasOwnTables: Bool = false, scans: [Scan] = []
        ) {
            self.name = name
            self.sampling = sampling
            self.isProgressive = isProgressive
            self.isArithmetic = isArithmetic
            self.isRGB = isRGB
            self.restartInterval = restartInterval
            self.quality = quality
            self.hasOwnTables = hasOwnTables
            self.scans = scans
        }

        package var description: String { name }
        /// Whether libjpeg decodes all components at half scale without losing resolution.
        package var isHalvedByLibjpeg: Bool {
            let most = (across: sampling.map(\.across).max() ?? 1, down: sampling.map(\.down).max() ?? 1)
            return sampling.allSatisfy { most.across / $0.across == most.down / $0.down }
        }
        /// Whether its tiles can be spliced.
        package var hasOneSequentialScan: Bool { !isProgressive && !isArithmetic && !isRGB && scans.isEmpty }
        /// Whether libjpeg reads its coefficients.
        package var isReadByLibjpeg: Bool { isArithmetic || isRGB }
        fileprivate var space: J_COLOR_SPACE { sampling.count == 1 ? JCS_GRAYSCALE : isRGB ? JCS_RGB : JCS_YCbCr }
    }

    /// A component's blocks of 64 coefficients, row by row, and its quantization table.
    package struct Component: Equatable {
        package var columns: Int
        package var rows: Int
        package var blocks: [Int16]
        package var quantization: [UInt16]

        /// Returns the blocks of a part.
        package func part(columns part: Range<Int>, rows: Range<Int>) -> [Int16] {
            rows.flatMap { blocks[64 * ($0 * columns + part.lowerBound)..<64 * ($0 * columns + part.upperBound)] }
        }
    }

    // MARK: Writing

    /// Encodes an image given by its samples.
    package static func encode(
        width: Int, height: Int, as storage: Storage, sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8
    ) -> [UInt8] {
        var codec = jpeg_compress_struct()
        var errors = jpeg_error_mgr()
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let components = storage.sampling.count
        return withUnsafeMutablePointer(to: &errors) { errors in
            codec.err = jpeg_std_error(errors)
            jpeg_CreateCompress(&codec, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
            jpeg_mem_dest(&codec, &bytes, &count)
            codec.image_width = UInt32(width)
            codec.image_height = UInt32(height)
            codec.input_components = Int32(components)
            codec.in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB
            jpeg_set_defaults(&codec)
            jpeg_set_colorspace(&codec, storage.space)
            jpeg_set_quality(&codec, storage.quality, 0)
            for (number, sampling) in storage.sampling.enumerated() {
                codec.comp_info[number].h_samp_factor = sampling.across
                codec.comp_info[number].v_samp_factor = sampling.down
            }
            codec.restart_interval = storage.restartInterval
            codec.optimize_coding = storage.hasOwnTables ? 1 : 0
            codec.arith_code = storage.isArithmetic ? 1 : 0
            if storage.isProgressive {
                jpeg_simple_progression(&codec)
            }
            let scans = UnsafeMutablePointer<jpeg_scan_info>.allocate(capacity: max(1, storage.scans.count))
            defer { scans.deallocate() }
            for (number, scan) in storage.scans.enumerated() {
                var info = jpeg_scan_info()
                info.comps_in_scan = Int32(scan.components.count)
                withUnsafeMutableBytes(of: &info.component_index) { bytes in
                    scan.components.withUnsafeBytes { bytes.copyMemory(from: $0) }
                }
                info.Ss = scan.coefficients.lowerBound
                info.Se = scan.coefficients.upperBound
                info.Ah = scan.bits.earlier
                info.Al = scan.bits.own
                (scans + number).initialize(to: info)
            }
            if !storage.scans.isEmpty {
                codec.scan_info = UnsafePointer(scans)
                codec.num_scans = Int32(storage.scans.count)
            }
            jpeg_start_compress(&codec, 1)
            var row = [UInt8](repeating: 0, count: width * components)
            for y in 0..<height {
                for index in row.indices {
                    row[index] = sample(index / components, y, index % components)
                }
                row.withUnsafeMutableBufferPointer { row in
                    var pointer = row.baseAddress
                    jpeg_write_scanlines(&codec, &pointer, 1)
                }
            }
            jpeg_finish_compress(&codec)
            jpeg_destroy_compress(&codec)
            defer { free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
    }

    /// Encodes smoothed noise without repetition.
    package static func encode(width: Int, height: Int, as storage: Storage) -> [UInt8] {
        var state: UInt32 = 12345
        var last = [UInt8](repeating: 128, count: width * storage.sampling.count)
        return encode(width: width, height: height, as: storage) { x, _, channel in
            state = state &* 1_664_525 &+ 1_013_904_223
            let index = x * storage.sampling.count + channel
            last[index] = UInt8((3 * Int(last[index]) + Int(state >> 24)) / 4)
            return last[index]
        }
    }

    // MARK: Reading

    /// Returns the coefficients of a JPEG.
    package static func coefficients(of jpeg: [UInt8]) -> [Component] {
        decoding(jpeg) { codec in
            let arrays = jpeg_read_coefficients(&codec)
            return (0..<Int(codec.num_components)).map { number in
                let info = codec.comp_info[number]
                let common = withUnsafeMutablePointer(to: &codec) { UnsafeMutableRawPointer($0) }
                    .assumingMemoryBound(to: jpeg_common_struct.self)
                var component = Component(
                    columns: Int(info.width_in_blocks), rows: Int(info.height_in_blocks), blocks: [], quantization: [])
                for row in 0..<info.height_in_blocks {
                    let blocks = codec.mem.pointee.access_virt_barray(common, arrays?[number], row, 1, 0)
                    let samples = UnsafeRawPointer(blocks?[0])?.assumingMemoryBound(to: Int16.self)
                    component.blocks += UnsafeBufferPointer(start: samples, count: 64 * component.columns)
                }
                withUnsafeBytes(of: info.quant_table.pointee.quantval) {
                    component.quantization = Array($0.bindMemory(to: UInt16.self))
                }
                return component
            }
        }
    }

    /// Returns the samples of a JPEG; only of its luma if `isLuma`.
    ///
    /// Chroma is upsampled without interpolation, unless `interpolatesChroma`.
    package static func samples(
        of jpeg: [UInt8], denominator: UInt32 = 1, interpolatesChroma: Bool = false, isLuma: Bool = false
    ) -> (
        width: Int, height: Int, samples: [UInt8]
    ) {
        decoding(jpeg) { codec in
            codec.do_fancy_upsampling = interpolatesChroma ? 1 : 0
            codec.scale_denom = denominator
            codec.out_color_space = isLuma || codec.num_components == 1 ? JCS_GRAYSCALE : JCS_RGB
            jpeg_start_decompress(&codec)
            let stride = Int(codec.output_width) * Int(codec.output_components)
            var samples: [UInt8] = []
            var row = [UInt8](repeating: 0, count: stride)
            while codec.output_scanline < codec.output_height {
                row.withUnsafeMutableBufferPointer { row in
                    var pointer = row.baseAddress
                    jpeg_read_scanlines(&codec, &pointer, 1)
                }
                samples += row
            }
            return (Int(codec.output_width), Int(codec.output_height), samples)
        }
    }

    private static func decoding<Result>(
        _ jpeg: [UInt8], _ body: (inout jpeg_decompress_struct) -> Result
    ) -> Result {
        var codec = jpeg_decompress_struct()
        var errors = jpeg_error_mgr()
        return withUnsafeMutablePointer(to: &errors) { errors in
            codec.err = jpeg_std_error(errors)
            errors.pointee.emit_message = { _, _ in }
            jpeg_CreateDecompress(&codec, JPEG_LIB_VERSION, MemoryLayout<jpeg_decompress_struct>.size)
            defer { jpeg_destroy_decompress(&codec) }
            return jpeg.withUnsafeBufferPointer { bytes in
                jpeg_mem_src(&codec, bytes.baseAddress, UInt(bytes.count))
                jpeg_read_header(&codec, 1)
                return body(&codec)
            }
        }
    }
}
