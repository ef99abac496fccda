internal import ImageMetadata
internal import ImageSources
internal import CVips
internal import PixelKernels
internal import TilePyramid

/// An encoder of libvips.
struct VipsSaver: Sendable {
    /// Saves an image to memory; returns 0 for success.
    typealias Operation =
        @Sendable (
            _ image: UnsafeMutablePointer<VipsImage>, _ bytes: inout UnsafeMutableRawPointer?, _ count: inout Int,
            Options
        ) -> Int32

    /// The options of an operation.
    struct Options {
        var quality: Int32
        var chroma: TileEncoding.ChromaSubsampling
        var strip: gboolean
    }

    /// The name of libvips' operation.
    let operation: String
    /// The name of the format in messages.
    let name: String
    /// Maps JPEG's quality scale, from 1 to 100, to the encoder's.
    let quality: @Sendable (Int) -> Int
    /// Whether libvips writes the EXIF that an image has.
    var embedsEXIF = false
    /// Adds EXIF to an encoded image; nil if libvips does that.
    var addEXIF: (@Sendable (_ image: UnsafeRawBufferPointer, _ exif: [UInt8]) -> [UInt8])?
    /// Calls the operation.
    let save: Operation
}

/// Encodes tiles as AVIF or JPEG XL through libvips, which uses libheif with aom, and libjxl.
///
/// Both are far slower than JPEG at their default efforts; the efforts chosen here keep most of the compression. A tile
/// of 256 × 256 pixels takes about 8 ms as AVIF (100 ms by default) and 3 ms as JPEG XL (20 ms), and is a third smaller
/// than a JPEG of similar appearance.
final class VipsTileEncoder: TileEncoder {
    private let encoding: TileEncoding
    private let layout: PixelLayout
    private let saver: VipsSaver
    private let quality: Int32
    private var scratch = ScratchBuffer()

    /// Creates an encoder of tiles of the given 8-bit layout.
    ///
    /// - Throws: ``CodecError`` when libvips has no encoder for the format.
    init(encoding: TileEncoding, layout: PixelLayout, saver: VipsSaver) throws {
        precondition(layout.depth == .eight, "tiles of these formats have 8 bits per sample")
        try VipsRuntime.start(file: "tile")
        guard vips.pointee.type_find("VipsOperation", saver.operation) != 0 else {
            throw CodecError(
                .encoding, file: "tile",
                "the installed libvips cannot write \(saver.name). Choose another format.")
        }
        self.encoding = encoding
        self.layout = layout
        self.saver = saver
        quality = Int32(saver.quality(min(max(encoding.quality, 1), 100)))
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
            guard let addEXIF = saver.addEXIF, let exif = encoding.exif else {
                try body(encoded.bytes)
                return
            }
            try body(addEXIF(encoded, exif).span.bytes)
        }
    }

    /// Sets the image's color space and the metadata to write.
    private func describe(_ image: UnsafeMutablePointer<VipsImage>) {
        image.pointee.Type = layout.channels.opaque == .gray ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        // The workers are parallel already.
        vips.pointee.image_set_int(image, "concurrency", 1)
        if let profile = encoding.profile {
            vips.pointee.image_set_blob_copy(image, "icc-profile-data", profile, profile.count)
        }
        if saver.embedsEXIF, let exif = encoding.exif {
            // libvips stores EXIF as in JPEG files, after this prefix.
            let block = Array("Exif\0\0".utf8) + exif
            vips.pointee.image_set_blob_copy(image, "exif-data", block, block.count)
        }
    }

    private func save(
        _ image: UnsafeMutablePointer<VipsImage>, _ bytes: inout UnsafeMutableRawPointer?, _ count: inout Int
    ) -> Int32 {
        let strip: gboolean = encoding.profile == nil && encoding.exif == nil ? 1 : 0
        return saver.save(
            image, &bytes, &count, VipsSaver.Options(quality: quality, chroma: encoding.chroma, strip: strip))
    }
}
