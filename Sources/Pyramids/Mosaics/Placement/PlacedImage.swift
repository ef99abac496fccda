internal import Georeferencing
internal import ImageCodecs
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// An image of a mosaic whose pixels have places.
struct PlacedImage: Sendable {
    /// The image as the list states it.
    let member: MosaicDescription.Member
    /// The pixels of the mosaic that it may show something in.
    let rect: PixelRect
    /// How its pixels come there.
    let transfer: Transfer
    /// True when some of its pixels may be transparent.
    let hasAlpha: Bool

    /// How pixels of an image become those of a mosaic.
    enum Transfer: Sendable {
        /// One by one, beginning with a pixel of the image.
        case copied(from: PixelOffset)
        /// Resampled from a position to that of ``PlacedImage/rect``.
        case warped(from: RasterGeoreference, to: RasterGeoreference)
    }

    /// Opens the image.
    ///
    /// - Parameters:
    ///   - layout: the layout of the mosaic; the pixels have it, with alpha if some may be transparent.
    ///   - options: how images are read.
    ///   - threads: the number of threads for this image.
    /// - Returns: a source of the pixels of ``rect``, or of the whole image for ``Transfer/copied(from:)``.
    /// - Throws: `CodecError` when the image cannot be opened.
    func open(_ layout: PixelLayout, options: DecodeOptions, threads: Int) throws -> any ImageSource {
        var options = options
        options.threads = threads
        let base = try member.open(options)
        let source = UnifiedSource.unified(base, as: pixelLayout(in: layout), member)
        guard case .warped(let from, let to) = transfer else { return source }
        return WarpedSource(
            source, name: member.path, from: from, to: to, size: rect.size,
            background: [UInt8](repeating: 0, count: source.info.layout.bytesPerPixel), threads: threads)
    }

    /// The layout of the pixels that are drawn into a mosaic.
    func pixelLayout(in layout: PixelLayout) -> PixelLayout {
        PixelLayout(hasAlpha ? layout.channels.withAlpha : layout.channels, layout.depth)
    }
}

extension MosaicDescription.Member {
    /// Opens the image as its file stores it.
    func open(_ options: DecodeOptions) throws -> any ImageSource {
        var options = options
        options.page = page
        options.alpha = .keep
        // Values of absent pixels are those that are stored.
        if noData != nil { options.depth = .sixteen }
        return try openImage(.file(path), options: options)
    }

    /// The channels of an image after those of the list have been picked.
    ///
    /// - Throws: `CodecError` when the image does not have them.
    func channels(of info: ImageInfo) throws(CodecError) -> PixelLayout.Channels {
        guard let channels else { return info.layout.channels }
        guard channels.allSatisfy({ $0 < info.layout.channels.rawValue }),
            let picked = PixelLayout.Channels(rawValue: channels.count)
        else {
            throw CodecError(
                .invalidRequest, file: path,
                "the image has \(info.layout.channels.rawValue) channels, but the list wants channel "
                    + "\((channels.max() ?? 0) + 1). Correct the list.")
        }
        return picked
    }
}
