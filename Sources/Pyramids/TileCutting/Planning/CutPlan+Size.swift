internal import ImageCodecs
internal import ImageSources
internal import Numbers
internal import PixelKernels
internal import TilePyramid

extension CutPlan {
    /// A rough estimate of the bytes of all tiles, good enough to compare with the free disk space.
    ///
    /// Tiles that are passed through have the bytes of the image file; others the bytes per pixel of typical photographs in
    /// this format, but not many more than the file has: an image that is stored in few bytes needs few again.
    public var estimatedBytes: Int {
        let tileBytes = Double(pyramid.tileCount) * (format == .ktx2 ? 4096 : 700)
        var pixels = Double(pyramid.pixelCount)
        var bytes = tileBytes
        if canPassThrough, let fileBytes = provider.byteCount() {
            pixels -= Double(pyramid.size.area)
            bytes += Double(fileBytes)
        }
        return CheckedNumber.integer(bytes + pixels * bytesPerPixel, rounded: .down, clampedTo: 0 ... .max)
    }

    /// The fewest bytes of all tiles, if each is stored on its own.
    ///
    /// At most three quarters of the image's file are assumed to be other data than its pixels.
    public var leastBytes: Int {
        if canPassThrough, let fileBytes = provider.byteCount() { return fileBytes / 4 }
        guard format == .ktx2, configuration.blankTolerance == nil else { return 0 }
        return CheckedNumber.integer(Double(pyramid.pixelCount) * 4, rounded: .down, clampedTo: 0 ... .max)
    }

    /// The estimated bytes of a pixel that is encoded.
    private var bytesPerPixel: Double {
        guard let growth, let fileBytes = provider.byteCount(), sourceSize.area > 0 else { return typicalBytesPerPixel }
        return min(typicalBytesPerPixel, growth * Double(fileBytes) / Double(sourceSize.area))
    }

    /// The largest ratio of the tiles' bytes per pixel to those of the file; nil if the two are unrelated.
    ///
    /// Measured on photographs, maps, drawings and noise: coarser levels have up to twice the bytes per pixel of the full
    /// size, and a good quality twice those of a poor one.
    private var growth: Double? {
        let isLossless = ImageFormats.standard.tiles(format)?.isLossless(options.quality) ?? true
        return isLossless ? nil : 4
    }

    /// The bytes of a pixel of a typical photograph in the format of the tiles.
    private var typicalBytesPerPixel: Double {
        let samples = Double(image.layout.bytesPerPixel)
        return ImageFormats.standard.tiles(format)?.typicalPixelBytes(samples, Double(options.quality)) ?? samples
    }
}
