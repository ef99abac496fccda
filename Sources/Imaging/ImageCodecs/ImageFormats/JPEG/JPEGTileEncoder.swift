internal import ImageMetadata
public import ImageSources
internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// Encodes baseline JPEG tiles with one libjpeg compressor and one output buffer for all of them.
final class JPEGTileEncoder: PlanarTileEncoder {
    private let encoder: OpaquePointer

    /// Creates an encoder of 8-bit gray or RGB tiles.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        guard layout.depth == .eight, !layout.channels.hasAlpha else {
            throw CodecError(
                .encoding, file: "tile",
                "JPEG tiles have 8 bits per sample and no transparency. Choose the format png instead.")
        }
        let channels = Int32(layout.channels.rawValue)
        let quality = Int32(encoding.quality)
        if let template = encoding.jpegTemplate {
            guard
                let encoder = tk_jpeg_encoder_create_from_template(
                    template.bytes, template.bytes.count, channels, template.reusesQuantization ? 0 : quality)
            else {
                throw CodecError(
                    .encoding, file: "tile",
                    "it cannot be encoded like the existing tiles: they are not gray, YCbCr or RGB JPEGs.")
            }
            self.encoder = encoder
        } else {
            guard let encoder = tk_jpeg_encoder_create(channels, quality, encoding.chroma == .halved ? 1 : 0) else {
                throw CodecError(.encoding, file: "tile", "not enough memory for a JPEG encoder.")
            }
            self.encoder = encoder
        }
        let profile = encoding.profile ?? []
        let exif = encoding.exif ?? []
        guard tk_jpeg_encoder_set_metadata(encoder, profile, profile.count, exif, exif.count) == TK_JPEG_OK else {
            throw CodecError(.encoding, file: "tile", "not enough memory for the profile.")
        }
    }

    deinit {
        tk_jpeg_encoder_destroy(encoder)
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        // Optional and plain pointers have the same layout, so the rows are passed on as they are.
        let status = tile.rows.withMemoryRebound(to: UnsafeRawPointer?.self) { rows in
            tk_jpeg_encoder_encode(
                encoder, UInt32(tile.size.width), UInt32(tile.size.height), rows.baseAddress, &bytes, &length)
        }
        try finish(status, bytes, length, body)
    }

    func encode(planes: [TilePixels], size: PixelSize, _ body: (RawSpan) throws -> Void) throws {
        precondition(planes.count == 3, "three planes: Y, Cb and Cr")
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        let status = withUnsafeTemporaryAllocation(of: tk_jpeg_plane.self, capacity: planes.count) { list in
            for (index, plane) in planes.enumerated() {
                let rows = UnsafeRawPointer(plane.rows.baseAddress)?.assumingMemoryBound(to: UnsafeRawPointer?.self)
                list.initializeElement(
                    at: index,
                    to: tk_jpeg_plane(rows: rows, width: UInt32(plane.size.width), height: UInt32(plane.size.height)))
            }
            return tk_jpeg_encoder_encode_planes(
                encoder, UInt32(size.width), UInt32(size.height), list.baseAddress, &bytes, &length)
        }
        try finish(status, bytes, length, body)
    }

    /// Lends the bytes of an encoded tile, or throws libjpeg's message.
    private func finish(
        _ status: tk_jpeg_status, _ bytes: UnsafePointer<UInt8>?, _ length: Int, _ body: (RawSpan) throws -> Void
    ) throws {
        guard status == TK_JPEG_OK, let bytes else {
            throw CodecError(
                .encoding, file: "tile",
                "the JPEG tile could not be encoded (\(String(cString: tk_jpeg_encoder_message(encoder)))).")
        }
        try body(RawSpan(_unsafeStart: UnsafeRawPointer(bytes), byteCount: length))
    }
}

extension TileEncoding {
    /// Whether encoders of RGB tiles with this encoding are ``PlanarTileEncoder``s that store 4:2:0 without resampling it.
    public var acceptsPlanarYCbCr: Bool { format == .jpeg && chroma == .halved && jpegTemplate == nil }

    /// Makes an encoder of 8-bit RGB tiles that also encodes planar YCbCr; each worker makes its own.
    ///
    /// Requires ``acceptsPlanarYCbCr``.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding`` if memory runs out.
    public func makePlanarEncoder() throws -> any PlanarTileEncoder {
        precondition(acceptsPlanarYCbCr, "only JPEG tiles with 4:2:0 subsampling are encoded from planes")
        return try JPEGTileEncoder(encoding: self, layout: PixelLayout(.rgb))
    }
}
