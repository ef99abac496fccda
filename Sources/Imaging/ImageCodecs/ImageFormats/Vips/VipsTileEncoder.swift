internal import ImageMetadata
internal import ImageSources
internal import CVips
internal import PixelKernels
internal import TilePyramid

/// Encodes tiles as AVIF or JPEG XL through libvips, which uses libheif with aom, and libjxl.
///
/// Both are far slower than JPEG at their default efforts; the efforts chosen here keep most of the compression. A tile
/// of 256 × 256 pixels takes about 8 ms as AVIF (100 ms by default) and 3 ms as JPEG XL (20 ms), and is a third smaller
/// than a JPEG of similar appearance.
final class VipsTileEncoder: TileEncoder {
    private static let effort: (avif: Int32, jxl: Int32) = (avif: 1, jxl: 4)

    /// The minimum quality that libvips maps to a distance within libjxl's limit of 25.
    private static let leastJXL = 5

    private let encoding: TileEncoding
    private let layout: PixelLayout
    private let quality: Int32
    private var scratch = ScratchBuffer()

    /// Creates an encoder for AVIF or JPEG XL tiles of the given 8-bit layout.
    ///
    /// - Throws: ``CodecError`` when libvips has no encoder for the format.
    init(encoding: TileEncoding, layout: PixelLayout) throws {
        precondition(encoding.format == .avif || encoding.format == .jxl, "the format must be AVIF or JPEG XL")
        precondition(layout.depth == .eight, "tiles of these formats have 8 bits per sample")
        try VipsRuntime.start(file: "tile")
        let operation = encoding.format == .avif ? "heifsave_buffer" : "jxlsave_buffer"
        guard vips.pointee.type_find("VipsOperation", operation) != 0 else {
            throw CodecError(
                .encoding, file: "tile",
                "the installed libvips cannot write \(encoding.format.rawValue). Choose another format.")
        }
        self.encoding = encoding
        self.layout = layout
        let quality = min(max(encoding.quality, 1), 100)
        self.quality = Int32(encoding.format == .avif ? Self.avifQuality(quality) : max(quality, Self.leastJXL))
    }

    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws {
        precondition(tile.layout == layout, "a tile must have the encoder's layout")
        // The image borrows the rows, so it is used only while they are lent.
        try tile.withStridedRows(scratch: &scratch, packed: true) { base, stride in
            guard
                let image = vips.pointee.image_new_from_memory(
                    base, stride * tile.size.height, Int32(tile.size.width), Int32(tile.size.height),
                    Int32(layout.channels.rawValue), VIPS_FORMAT_UCHAR)
            else { throw VipsErrorBuffer.take(file: "tile", code: .encoding) }
            let handle = VipsHandle(owning: image)
            describe(handle.image)

            var bytes: UnsafeMutableRawPointer?
            var count = 0
            guard save(handle.image, &bytes, &count) == 0, let bytes else {
                throw VipsErrorBuffer.take(file: "tile", code: .encoding)
            }
            defer { g_free(bytes) }
            let encoded = UnsafeRawBufferPointer(start: bytes, count: count)
            guard encoding.format == .jxl, let exif = encoding.exif else {
                try body(encoded.bytes)
                return
            }
            try body(JXLContainer.wrap(encoded, exif: exif).span.bytes)
        }
    }

    /// Maps JPEG's quality scale to AVIF's, so that one number gives about the same appearance.
    ///
    /// Measured on maps and text: AVIF at 75 is as close to the original as JPEG at 85, and 65 as 75. Both end at 100.
    static func avifQuality(_ quality: Int) -> Int {
        quality < 90 ? max(quality - 10, 1) : 2 * quality - 100
    }

    /// Sets the image's color space and the metadata to write.
    private func describe(_ image: UnsafeMutablePointer<VipsImage>) {
        image.pointee.Type = layout.channels.opaque == .gray ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        // The workers are parallel already.
        vips.pointee.image_set_int(image, "concurrency", 1)
        if let profile = encoding.profile {
            vips.pointee.image_set_blob_copy(image, "icc-profile-data", profile, profile.count)
        }
        if encoding.format == .avif, let exif = encoding.exif {
            // libvips stores EXIF as in JPEG files, after this prefix.
            let block = Array("Exif\0\0".utf8) + exif
            vips.pointee.image_set_blob_copy(image, "exif-data", block, block.count)
        }
    }

    private func save(
        _ image: UnsafeMutablePointer<VipsImage>, _ bytes: inout UnsafeMutableRawPointer?, _ count: inout Int
    ) -> Int32 {
        let strip: gboolean = encoding.profile == nil && encoding.exif == nil ? 1 : 0
        if encoding.format == .avif {
            let chroma = encoding.chroma == .halved ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF
            return tk_vips_save_avif(vips, image, &bytes, &count, quality, Self.effort.avif, chroma, strip)
        }
        return tk_vips_save_jxl(vips, image, &bytes, &count, quality, Self.effort.jxl, strip)
    }
}
