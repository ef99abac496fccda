internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// AVIF, a HEIF whose images are coded as AV1.
    static let avif = ImageFormat(
        name: "AVIF", kind: "AVIF", fileExtensions: ["avif"], mediaType: "image/avif",
        signature: ImageSignature(HEIFFormat.avif),
        traits: .whole(embedsProfiles: true),
        tiles: TileCoding(
            format: .avif, signature: ImageSignature(BytePattern("ftypavi", at: 4)),
            typicalPixelBytes: { $0 * (0.015 + 0.0004 * $1) },
            makeEncoder: { try VipsTileEncoder(encoding: $0, layout: $1, saver: .avif) }, open: HEIFFormat.openTile),
        vipsFormat: HEIFFormat.vipsFormat(name: "AVIF", brands: ["avif"]) { $0 },
        storedValues: .rows(scales: true), open: HEIFFormat.open)
}

extension VipsSaver {
    private static let effort: Int32 = 1

    /// The encoder of libheif with aom.
    fileprivate static let avif = VipsSaver(
        operation: "heifsave_buffer", name: "avif", quality: avifQuality, embedsEXIF: true
    ) { image, bytes, count, options in
        let chroma = options.chroma == .halved ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF
        return tk_vips_save_avif(vips, image, &bytes, &count, options.quality, effort, chroma, options.strip)
    }

    /// Maps JPEG's quality scale to AVIF's, so that one number gives about the same appearance.
    ///
    /// Measured on maps and text: AVIF at 75 is as close to the original as JPEG at 85, and 65 as 75. Both end at 100.
    static func avifQuality(_ quality: Int) -> Int {
        quality < 90 ? max(quality - 10, 1) : 2 * quality - 100
    }
}
