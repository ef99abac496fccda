internal import ImageMetadata
internal import TilePyramid

/// The properties of an image's format that matter for the limits of decoding.
struct FormatTraits: Hashable {
    /// Whether decoding takes memory for all pixels at once.
    var isDecodedWhole: Bool
    /// The resolution at which a vector image has the size that it declares; nil for pixels.
    var vectorResolution: Double?

    /// The pixels that a file of any length may declare; nil where memory does not follow from them.
    var leastPixelLimit: Int? {
        vectorResolution != nil
            ? DecodeLimits.leastVectorPixelLimit : isDecodedWhole ? DecodeLimits.leastPixelLimit : nil
    }

    /// The traits of a format by its name in ``ImageInfo/container``.
    init(container: String) {
        let kind = VipsLoader.Container(rawValue: container)
        vectorResolution = kind.flatMap(VectorResolution.standard)
        isDecodedWhole = [.heif, .avif, .jpegXL, .webp, .gif].contains(kind)
    }

    /// Whether an image is decoded in a decoder process where these are used, by the format's first bytes.
    ///
    /// In this process: JPEG, PNG and TIFF, whose decoders deliver row by row and strip by strip, and JPEG 2000, whose
    /// source limits what OpenJPEG decodes in a call, and KTX 2.0, which is not compressed. WebP may take memory for all pixels. All others decode in one call,
    /// which nothing can interrupt: SVG (librsvg; expands entities and filters without limits), PDF (Poppler), HEIF and
    /// AVIF (libheif), JPEG XL (libjxl), GIF, slides (OpenSlide), and the rare ones: Netpbm, Radiance, FITS.
    static func needsProcess(_ format: ImageHeader.Format?) -> Bool {
        switch format {
        case .jpeg, .png, .tiff, .jpeg2000, .ktx2: false
        case .webP, nil: true
        }
    }
}

extension PixelSize {
    /// The number of pixels that a file declares; for a vector image, at its own size, because the reader sets the resolution.
    func declaredArea(_ options: DecodeOptions, _ traits: FormatTraits) -> Int {
        guard let standard = traits.vectorResolution, let dpi = options.dpi, dpi > standard else { return area }
        return Int(Double(area) * (standard / dpi) * (standard / dpi))
    }
}
