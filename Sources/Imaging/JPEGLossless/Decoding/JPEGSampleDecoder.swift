package import ImageMetadata
package import ImageSources
internal import CodecShims
package import TilePyramid

/// Decodes JPEGs in memory to samples, with one libjpeg decompressor for all of them.
///
/// Damage is an error. One thread uses a decoder at a time.
package final class JPEGSampleDecoder {
    /// Memory for the samples of a plane or of pixel rows: its first byte, and the bytes from one row to the next.
    package typealias SampleBuffer = (base: UnsafeMutableRawPointer, stride: Int)

    /// The reason why a JPEG could not be decoded, in libjpeg's words.
    package struct Failure: Error, Hashable {
        package var reason: String
    }

    private let handle: OpaquePointer

    package init() throws(CodecError) {
        guard let handle = tk_jpeg_tile_decoder_create() else { throw CodecError.noMemoryForTile("tile") }
        self.handle = handle
    }

    deinit {
        tk_jpeg_tile_decoder_destroy(handle)
    }

    /// Decodes to rows of gray or RGB.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - size: the size that the JPEG must have.
    ///   - scale: the scale of the decoded rows, rounded up.
    ///   - usesFancyUpsampling: whether subsampled chroma is interpolated (`do_fancy_upsampling`).
    ///   - target: memory for all rows.
    /// - Throws: ``Failure``.
    package func decode(
        _ file: [UInt8], size: PixelSize, scale: DecodeScale, usesFancyUpsampling: Bool, into target: SampleBuffer
    ) throws(Failure) {
        try open(file) { handle, _ in
            tk_jpeg_tile_decoder_read_samples(
                handle, UInt32(scale.rawValue), usesFancyUpsampling ? 1 : 0, UInt32(size.width), UInt32(size.height),
                nil, target.base.assumingMemoryBound(to: UInt8.self), target.stride)
        }
    }

    /// Decodes a part to rows of gray or RGB; subsampled chroma is interpolated.
    ///
    /// - Parameters:
    ///   - part: the wanted pixels after decoding. Other pixels are undefined, and damage after the part is not found.
    ///   - file: the JPEG.
    ///   - size: the size that the JPEG must have.
    ///   - scale: the scale of the decoded rows, rounded up.
    ///   - target: memory for all rows.
    /// - Throws: ``Failure``.
    package func decode(
        _ part: PixelRect, of file: [UInt8], size: PixelSize, scale: DecodeScale, into target: SampleBuffer
    ) throws(Failure) {
        var part = tk_jpeg_part(
            x: UInt32(part.x), y: UInt32(part.y), width: UInt32(part.size.width), height: UInt32(part.size.height))
        try open(file) { handle, _ in
            tk_jpeg_tile_decoder_read_samples(
                handle, UInt32(scale.rawValue), 1, UInt32(size.width), UInt32(size.height), &part,
                target.base.assumingMemoryBound(to: UInt8.self), target.stride)
        }
    }

    /// Decodes a 4:2:0 JPEG to planes.
    ///
    /// At half scale all three planes have the same size.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - size: the size that the JPEG must have.
    ///   - scale: full or half.
    ///   - targets: memory for all rows of the planes Y, Cb and Cr of an image whose sides are rounded up to multiples of 16.
    /// - Throws: ``Failure``.
    package func decodePlanes(_ file: [UInt8], size: PixelSize, scale: DecodeScale, into targets: [SampleBuffer])
        throws(Failure)
    {
        precondition(targets.count == 3 && scale.rawValue <= 2, "three planes, at full or half scale")
        try open(file) { handle, _ in
            let bases = targets.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
            return tk_jpeg_tile_decoder_read_planes(
                handle, UInt32(scale.rawValue), UInt32(size.width), UInt32(size.height), bases, targets.map(\.stride))
        }
    }

    /// Returns the scan of a sequential JPEG, and the offset of its entropy-coded data.
    ///
    /// - Parameters:
    ///   - file: the JPEG.
    ///   - size: the size that the JPEG must have.
    /// - Returns: the scan and the offset; nil if the JPEG is not sequential, or neither gray nor YCbCr.
    /// - Throws: ``Failure`` if the header is damaged.
    func scan(of file: [UInt8], size: PixelSize) throws(Failure) -> (JPEGScan, start: Int)? {
        var scan = tk_jpeg_scan()
        var start = 0
        var isSequential = false
        try open(file) { handle, header in
            isSequential =
                tk_jpeg_tile_decoder_scan(handle, &scan, &start) != 0
                && PixelSize(width: Int(header.width), height: Int(header.height)) == size
            tk_jpeg_tile_decoder_close(handle)
            return TK_JPEG_OK
        }
        guard isSequential, scan.structure.isGrayOrYCbCr else { return nil }
        return JPEGScan(scan, width: size.width, height: size.height).map { ($0, start) }
    }

    private func open(_ file: [UInt8], _ read: (OpaquePointer, tk_jpeg_tile_header) -> tk_jpeg_status) throws(Failure) {
        let status = file.withUnsafeBufferPointer { bytes in
            var header = tk_jpeg_tile_header()
            let status = tk_jpeg_tile_decoder_open(handle, bytes.baseAddress, bytes.count, &header)
            return status == TK_JPEG_OK ? read(handle, header) : status
        }
        guard status == TK_JPEG_OK else {
            if status == TK_JPEG_OUT_OF_MEMORY { throw .noMemory }
            let isTruncated = UInt32(tk_jpeg_tile_decoder_damage(handle)) & TK_JPEG_TRUNCATED.rawValue != 0
            throw Failure(
                reason: isTruncated ? "it ends early" : String(cString: tk_jpeg_tile_decoder_message(handle)))
        }
    }
}
