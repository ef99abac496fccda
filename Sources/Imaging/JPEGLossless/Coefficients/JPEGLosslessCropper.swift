package import ImageSources
internal import CodecShims
package import TilePyramid

/// Crops a JPEG losslessly at its right and lower edge, like `jpegtran -crop`: encodes its coefficients again.
package enum JPEGLosslessCropper {
    /// Returns the top left part of a JPEG.
    ///
    /// - Parameters:
    ///   - jpeg: a gray or color JPEG, of any kind that libjpeg reads.
    ///   - size: the size of the part; at most the JPEG's.
    ///   - encoding: the metadata of the part, and whether its Huffman tables are optimized.
    /// - Returns: the part as a JPEG.
    /// - Throws: ``JPEGSampleDecoder/Failure`` if the JPEG is damaged.
    package static func crop(
        _ jpeg: [UInt8], to size: PixelSize, encoding: TileEncoding
    ) throws(JPEGSampleDecoder.Failure) -> [UInt8] {
        try jpeg.withUnsafeBufferPointer { bytes throws(JPEGSampleDecoder.Failure) in
            guard let decoder = tk_jpeg_decoder_create(-1, bytes.baseAddress, bytes.count) else {
                throw .noMemory
            }
            defer { tk_jpeg_decoder_destroy(decoder) }
            return try crop(decoder, to: size, encoding: encoding)
        }
    }

    private static func crop(
        _ decoder: OpaquePointer, to size: PixelSize, encoding: TileEncoding
    ) throws(JPEGSampleDecoder.Failure) -> [UInt8] {
        func check(_ status: tk_jpeg_status) throws(JPEGSampleDecoder.Failure) {
            guard status == TK_JPEG_OK, tk_jpeg_decoder_damage(decoder) == 0 else {
                throw JPEGSampleDecoder.Failure(reason: String(cString: tk_jpeg_decoder_message(decoder)))
            }
        }
        var header = tk_jpeg_header()
        try check(tk_jpeg_decoder_read_header(decoder, &header))
        precondition(
            size.width <= Int(header.width) && size.height <= Int(header.height), "a part is no larger than the image")
        var denominator: Int32 = 1
        try check(tk_jpeg_decoder_start_coefficients(decoder, 0, 0, &denominator))
        var isDone = Int32(0)
        var row = UInt32(0)
        while isDone == 0 {
            try check(tk_jpeg_decoder_read_scans(decoder, &isDone, &row))
        }
        var structure = tk_jpeg_structure()
        tk_jpeg_decoder_structure(decoder, &structure)

        let mcuHeight = structure.mcuSize.height
        let count = (size.height + mcuHeight - 1) / mcuHeight
        let memory = CoefficientRowPool(structure: structure, tileHeightInMCUs: count)
        // libjpeg decodes pixels as well; they are discarded.
        let stride = 3 * Int(header.width)
        guard let pixels = try? HeapMemory.allocate(stride * mcuHeight, of: UInt8.self) else { throw .noMemory }
        defer { HeapMemory.free(pixels) }
        var rows: [CoefficientRowPool.Row] = []
        defer { memory.recycle(rows) }
        for _ in 0..<count {
            guard let row = try? memory.take() else { throw .noMemory }
            rows.append(row)
            var coefficients = row.memory
            var read = UInt32(0)
            try check(tk_jpeg_decoder_read_coefficients(decoder, &coefficients, pixels, stride, &read))
        }
        guard let writer = try? CoefficientTileWriter(structure, encoding) else { throw .noMemory }
        // The bytes are the writer's.
        defer { withExtendedLifetime(writer) {} }
        return Array(try writer.write(rows, column: 0, size: size))
    }
}

extension JPEGSampleDecoder.Failure {
    /// The failure for lack of memory.
    package static let noMemory = JPEGSampleDecoder.Failure(reason: "there is not enough memory to decode it")
}
